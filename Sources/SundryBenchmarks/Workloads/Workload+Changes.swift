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
                    try changeOurs(stopwatch, stores, history: history) { items, _ in
                        for (item, title) in zip(items, newTitles) {
                            item.quantity += 1
                            item.title = title
                        }
                    }
                })
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
        _ stopwatch: Stopwatch, _ stores: StoreTemplates, history: Bool,
        _ change: ([BenchmarkItem], NSManagedObjectContext) -> Void
    ) throws -> Int64 {
        try stores.withCopy(tenThousand(history)) { file in
            let stack = try BenchmarkStack(file, history: history)
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
