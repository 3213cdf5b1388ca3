import CoreData

extension Workload {
    /// The first window of a long list: 50 of a million rows by an indexed attribute.
    static var windows: [Workload] {
        [
            Workload(
                name: "first 50 of 1M sorted by an index", target: .ratio(2.0),
                c: { stopwatch, stores in
                    let baseline = try Baseline(try stores.shared(million))
                    return try stopwatch.time { try baseline.fetchNewest(50).digest() }
                },
                ours: { stopwatch, stores in
                    let stack = try BenchmarkStack(try stores.shared(million))
                    let digest = try stopwatch.time { try digestNewest(stack) }
                    try stack.close()
                    return digest
                }),
            Workload(
                name: "open the stack + first 50 of 1M", target: .ratio(1.7),
                c: { stopwatch, stores in
                    let file = try stores.shared(million)
                    let (baseline, digest) = try stopwatch.time {
                        let baseline = try Baseline(file)
                        return (baseline, try baseline.fetchNewest(50).digest())
                    }
                    return withExtendedLifetime(baseline) { digest }
                },
                ours: { stopwatch, stores in
                    let file = try stores.shared(million)
                    let (stack, digest) = try stopwatch.time {
                        let stack = try BenchmarkStack(file)
                        return (stack, try digestNewest(stack))
                    }
                    try stack.close()
                    return digest
                }),
        ]
    }

    private static let million = StoreTemplates.Kind(rows: 1_000_000)

    private static func digestNewest(_ stack: BenchmarkStack) throws -> Int64 {
        try stack.items(newest: 50).reduce(0) { $0 + $1.digest }
    }
}
