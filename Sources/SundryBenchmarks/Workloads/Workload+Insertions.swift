import CoreData
import SundryBenchmarksC

extension Workload {
    /// 100,000 new objects, one save.
    static var insertions: [Workload] {
        [false, true].map { history in
            Workload(
                name: "insert 100k objects, one save" + (history ? ", with history" : ""),
                target: .ratio(1.7),
                c: { try insertC(count: 100_000, $0, $1, history: history, baseline_insert) },
                ours: { stopwatch, stores in
                    try insertOurs(count: 100_000, stopwatch, stores, history: history) {
                        rows, categories, context in
                        for row in rows {
                            BenchmarkItem(context: context).fill(from: row, categories: categories)
                        }
                        try context.save()
                    }
                })
        }
    }

    /// 1,000 new objects, each in a save of its own.
    static var singleSaves: [Workload] {
        [Durability.normal, .full].flatMap { durability in
            [false, true].map { history in
                Workload(
                    name: "1,000 saves of one object, WAL \(durability.rawValue)"
                        + (history ? ", with history" : ""),
                    target: .ratio(durability == .full ? 1.2 : 1.5),
                    c: {
                        try insertC(count: 1_000, $0, $1, durability, history: history, baseline_insert_each)
                    },
                    ours: { stopwatch, stores in
                        try insertOurs(count: 1_000, stopwatch, stores, durability, history: history) {
                            rows, categories, context in
                            for row in rows {
                                BenchmarkItem(context: context).fill(from: row, categories: categories)
                                try context.save()
                            }
                        }
                    })
            }
        }
    }

    /// The rows as structs with text of their own, as the other side has them as objects; then the statements.
    private static func insertC(
        count: Int, _ stopwatch: Stopwatch, _ stores: StoreTemplates,
        _ durability: Durability = .normal,
        history: Bool, _ insert: (OpaquePointer, UnsafePointer<baseline_items>) -> Int64
    ) throws -> Int64 {
        try stores.withCopy(.init(history: history)) { file in
            let baseline = try Baseline(file, durability, history: history)
            let items = BaselineItems()
            try ItemSource(count: count).withBaseline { rows, count in
                _ = try stopwatch.time {
                    items.items = baseline_copy(rows, count)
                    try baseline.run { insert($0, &items.items) }
                }
            }
        }
    }

    private static func insertOurs(
        count: Int, _ stopwatch: Stopwatch, _ stores: StoreTemplates,
        _ durability: Durability = .normal,
        history: Bool,
        _ insert: ([ItemSource.Row], [BenchmarkCategory], NSManagedObjectContext) throws -> Void
    ) throws -> Int64 {
        try stores.withCopy(.init(history: history)) { file in
            let stack = try BenchmarkStack(file, durability, history: history)
            let rows = ItemSource(count: count).rows
            let categories = try stack.categories()
            try stopwatch.time { try insert(rows, categories, stack.context) }
            try stack.close()
        }
    }
}
