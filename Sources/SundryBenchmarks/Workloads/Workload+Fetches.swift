import CoreData

extension Workload {
    /// 100,000 objects without an order; each sample opens the store anew, before the clock starts.
    static var fetches: [Workload] {
        [
            Workload(
                name: "fetch 100k objects, every attribute read", target: .ratio(1.55),
                c: { try fetchC($0, $1, reading: .max) }, ours: { try fetchOurs($0, $1, reading: .max) }),
            Workload(
                name: "fetch 100k, only the first 50 touched", target: .ratio(1.0),
                c: { try fetchC($0, $1, reading: 50) }, ours: { try fetchOurs($0, $1, reading: 50) }),
            Workload(
                name: "fetch 100k again, all registered", target: .ratio(0.9),
                c: { try fetchC($0, $1, reading: 50, again: true) },
                ours: { try fetchOurs($0, $1, reading: 50, again: true) }),
        ]
    }

    static let hundredThousand = StoreTemplates.Kind(rows: 100_000)

    private static func fetchC(
        _ stopwatch: Stopwatch, _ stores: StoreTemplates, reading limit: Int, again: Bool = false
    ) throws -> Int64 {
        let baseline = try Baseline(try stores.shared(hundredThousand))
        let first = again ? try baseline.fetchAll() : nil
        // The rows are given back after the clock has stopped, on either side.
        let (items, digest) = try stopwatch.time {
            let items = try baseline.fetchAll()
            return (items, items.digest(first: limit))
        }
        return withExtendedLifetime((first, items)) { digest }
    }

    private static func fetchOurs(
        _ stopwatch: Stopwatch, _ stores: StoreTemplates, reading limit: Int, again: Bool = false
    ) throws -> Int64 {
        let stack = try BenchmarkStack(try stores.shared(hundredThousand))
        let first = again ? try stack.items() : []
        for item in first { _ = item.title }
        let (items, digest) = try stopwatch.time {
            let items = try stack.items()
            return (items, items.prefix(limit).reduce(Int64(0)) { $0 + $1.digest })
        }
        try withExtendedLifetime((first, items)) { try stack.close() }
        return digest
    }
}
