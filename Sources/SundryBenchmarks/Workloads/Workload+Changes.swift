import CoreData
import Foundation
import SundryBenchmarksC

extension Workload {
    /// 10,000 fetched objects get another quantity and title; one save.
    static var updates: [Workload] {
        [false, true].map { history in
            Workload(
                name: "update 10k objects, one save" + (history ? ", with history" : ""),
                target: .ratio(1.6),
                c: { stopwatch, stores in
                    try stores.withCopy(tenThousand(history)) { file in
                        let baseline = try Baseline(file, history: history)
                        let items = try baseline.fetchAll()
                        let titles = newTitles
                        try titles.withUnsafeCStrings { titles in
                            _ = try stopwatch.time {
                                baseline_change(&items.items, titles)
                                try baseline.run { baseline_update($0, &items.items) }
                            }
                        }
                    }
                },
                ours: { stopwatch, stores in
                    try changeOurs(stopwatch, stores, history: history, change)
                })
        }
    }

    /// 10,000 changed objects whose values the model's rules bound; one save.
    static var rules: [Workload] {
        [
            Workload(
                name: "update 10k objects of four rules each, one save", target: .ratio(2.5),
                c: { stopwatch, stores in
                    try stores.withCopy(tenThousand(false)) { file in
                        let baseline = try Baseline(file)
                        let items = try baseline.fetchAll()
                        try newTitles.withUnsafeCStrings { titles in
                            try stopwatch.time {
                                baseline_change(&items.items, titles)
                                let broken = baseline_count_broken(
                                    &items.items, Int64(BenchmarkModel.leastQuantity),
                                    Int64(BenchmarkModel.mostQuantity), Int64(BenchmarkModel.shortestTitle),
                                    Int64(BenchmarkModel.longestTitle))
                                guard broken == 0 else {
                                    throw Baseline.Failure(description: "C: \(broken) rows break a rule")
                                }
                                try baseline.run { baseline_update($0, &items.items) }
                            }
                        }
                    }
                },
                ours: { try changeOurs($0, $1, ruled: true, change) })
        ]
    }

    /// 10,000 objects changed in a child context, and saved to its parent: no store takes part.
    static var children: [Workload] {
        [
            Workload(
                name: "10k changed objects of a child, saved to its parent", target: .milliseconds(20), c: nil,
                ours: { stopwatch, stores in
                    let stack = try BenchmarkStack(try stores.shared(tenThousand(false)))
                    let parent = try stack.items()
                    for item in parent { _ = item.title }
                    let child = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
                    child.parent = stack.context
                    let items = try child.fetch(NSFetchRequest<BenchmarkItem>(entityName: "Item"))
                    for item in items { _ = item.title }
                    try stopwatch.time {
                        change(items, child)
                        try child.save()
                    }
                    let digests = [parent, items].map { $0.reduce(Int64(0)) { $0 + $1.digest } }
                    guard digests[0] == digests[1], !child.hasChanges, stack.context.hasChanges else {
                        throw UnequalWork(workload: "child save", answers: digests)
                    }
                    child.reset()
                    try stack.close()
                    return digests[0]
                })
        ]
    }

    private static func change(_ items: [BenchmarkItem], _ context: NSManagedObjectContext) {
        for (item, title) in zip(items, newTitles) {
            item.quantity += 1
            item.title = title
        }
    }

    /// 10,000 fetched objects are deleted; one save.
    static var deletions: [Workload] {
        [false, true].map { history in
            Workload(
                name: "delete 10k objects, one save" + (history ? ", with history" : ""),
                target: .ratio(1.25),
                c: { stopwatch, stores in
                    try stores.withCopy(tenThousand(history)) { file in
                        let baseline = try Baseline(file, history: history)
                        let items = try baseline.fetchAll()
                        _ = try stopwatch.time { try baseline.run { baseline_delete($0, &items.items) } }
                    }
                },
                ours: { stopwatch, stores in
                    try changeOurs(stopwatch, stores, history: history) { items, context in
                        for item in items { context.delete(item) }
                    }
                })
        }
    }

    private static func tenThousand(_ history: Bool) -> StoreTemplates.Kind {
        .init(rows: 10_000, history: history)
    }

    private static let newTitles = ItemSource(count: 10_000, seed: 2).rows.map(\.title)

    private static func changeOurs(
        _ stopwatch: Stopwatch, _ stores: StoreTemplates, history: Bool = false, ruled: Bool = false,
        _ change: ([BenchmarkItem], NSManagedObjectContext) -> Void
    ) throws -> Int64 {
        try stores.withCopy(tenThousand(history)) { file in
            let stack = try BenchmarkStack(file, history: history, ruled: ruled)
            let items = try stack.items()
            // Both sides hold the rows when the clock starts.
            for item in items { _ = item.title }
            try stopwatch.time {
                change(items, stack.context)
                try stack.context.save()
            }
            try stack.close()
        }
    }
}

extension [String] {
    /// Lends the strings to C.
    func withUnsafeCStrings<Result>(_ body: (UnsafePointer<UnsafePointer<CChar>?>) throws -> Result)
        rethrows -> Result
    {
        let copies = map { UnsafePointer<CChar>(strdup($0)) }
        defer { for copy in copies { free(UnsafeMutablePointer(mutating: copy)) } }
        return try copies.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { preconditionFailure("no strings") }
            return try body(start)
        }
    }
}
