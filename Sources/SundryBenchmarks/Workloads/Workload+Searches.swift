import CoreData

extension Workload {
    /// 100,000 objects in an order, page by page, and counted; each sample opens the store anew, before the clock starts.
    static var searches: [Workload] {
        [
            sorted("fetch 100k, first 50 touched, batches of 50", target: 0.3, batchSize: 50),
            sorted("100k sorted by an index", target: 0.6),
            sorted("100k sorted by an index, every attribute read", target: 1.0, reading: .max),
            sorted("100k sorted without an index", target: 1.3, by: "title", "ZTITLE, Z_PK", ascending: true),
            count(
                "count with a predicate over 100k", target: 1.05, "ZQUANTITY > 6 AND ZDONE = 0",
                NSPredicate(format: "quantity > 6 AND done == NO")),
            count(
                "count with CONTAINS[cd] over 100k", target: 1.1, "ZTITLE LIKE '%MARKET%'",
                NSPredicate(format: "title CONTAINS[cd] 'MARKET'")),
        ]
    }

    private static func sorted(
        _ name: String, target: Double, by key: String = "timestamp", _ order: String = "ZTIMESTAMP DESC",
        ascending: Bool = false, batchSize: Int = 0, reading limit: Int = 50
    ) -> Workload {
        Workload(
            name: name, target: .ratio(target),
            c: { stopwatch, stores in
                let baseline = try Baseline(try stores.shared(hundredThousand))
                let (items, digest) = try stopwatch.time {
                    let items = try baseline.fetchSorted(by: order)
                    return (items, items.digest(first: limit))
                }
                return withExtendedLifetime(items) { digest }
            },
            ours: { stopwatch, stores in
                let stack = try BenchmarkStack(try stores.shared(hundredThousand))
                let (items, digest) = try stopwatch.time {
                    let items = try stack.items(by: key, ascending: ascending, batchSize: batchSize)
                    return (items, items.prefix(limit).reduce(Int64(0)) { $0 + $1.digest })
                }
                try withExtendedLifetime(items) { try stack.close() }
                return digest
            })
    }

    private static func count(
        _ name: String, target: Double, _ condition: String, _ predicate: NSPredicate
    ) -> Workload {
        Workload(
            name: name, target: .ratio(target),
            c: { stopwatch, stores in
                let baseline = try Baseline(try stores.shared(hundredThousand))
                return try stopwatch.time { try baseline.count(where: condition) }
            },
            ours: { stopwatch, stores in
                let stack = try BenchmarkStack(try stores.shared(hundredThousand))
                let count = try stopwatch.time { try stack.count(predicate) }
                try stack.close()
                return count
            })
    }
}
