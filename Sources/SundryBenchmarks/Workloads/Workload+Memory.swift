import CoreData
import SundryBenchmarksC

extension Workload {
    /// What 100,000 fetched objects take, all attributes read.
    static var memory: [Workload] {
        [
            Workload(
                name: "heap per fetched row, object included", target: .bytes(200), c: nil,
                ours: { stopwatch, stores in
                    let stack = try BenchmarkStack(try stores.shared(hundredThousand))
                    let before = baseline_heap_bytes()
                    let items = try stack.items()
                    let digest = items.reduce(Int64(0)) { $0 + $1.digest }
                    let after = baseline_heap_bytes()
                    stopwatch.record(Double(after - before) / Double(items.count))
                    try stack.close()
                    return digest
                })
        ]
    }
}
