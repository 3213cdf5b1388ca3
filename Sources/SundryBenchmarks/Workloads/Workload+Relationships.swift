import CoreData
import SundryBenchmarksC

extension Workload {
    /// 10,000 objects reached over a relationship; each sample opens the store anew, before the clock starts.
    static var relationships: [Workload] {
        [
            Workload(
                name: "to-one of 10k objects to as many, prefetched", target: .ratio(1.9),
                c: { stopwatch, stores in
                    let baseline = try Baseline(try stores.shared(ownedByMany))
                    let owned = BaselineOwned()
                    return try stopwatch.time {
                        try baseline.run { baseline_fetch_owned($0, &owned.owned) }
                        return baseline_digest_owned(&owned.owned)
                    }
                },
                ours: { stopwatch, stores in
                    let stack = try BenchmarkStack(try stores.shared(ownedByMany))
                    let (items, digest) = try stopwatch.time {
                        let items = try stack.items(prefetching: ["category"])
                        return (items, items.reduce(Int64(0)) { $0 + $1.digest + ($1.category?.digest ?? 0) })
                    }
                    try withExtendedLifetime(items) { try stack.close() }
                    return digest
                }),
            Workload(
                name: "to-many of 20 objects to 10k", target: .ratio(2.5),
                c: { stopwatch, stores in
                    let baseline = try Baseline(try stores.shared(ownedByFew))
                    let items = BaselineItems()
                    return try stopwatch.time {
                        for key in 1...Int64(ItemSource.categoryCount) {
                            try baseline.run { baseline_fetch_members($0, key, &items.items) }
                        }
                        return items.digest()
                    }
                },
                ours: { stopwatch, stores in
                    let stack = try BenchmarkStack(try stores.shared(ownedByFew))
                    let (categories, digest) = try stopwatch.time {
                        let categories = try stack.categories()
                        var digest: Int64 = 0
                        for category in categories {
                            for item in category.items { digest += item.digest }
                        }
                        return (categories, digest)
                    }
                    try withExtendedLifetime(categories) { try stack.close() }
                    return digest
                }),
        ]
    }

    private static let ownedByFew = StoreTemplates.Kind(rows: 10_000)
    private static let ownedByMany = StoreTemplates.Kind(rows: 10_000, categories: 10_000)
}

/// Rows with their owners, in C's memory.
private final class BaselineOwned {
    var owned = baseline_owned()

    deinit { baseline_free_owned(&owned) }
}
