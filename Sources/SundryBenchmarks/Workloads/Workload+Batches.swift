import CoreData
import Foundation
import SundryBenchmarksC

extension Workload {
    /// Batch requests: 100,000 rows inserted, 10,000 changed, 10,000 deleted.
    static var batches: [Workload] {
        [false, true].flatMap { history in
            let suffix = history ? ", with history" : ""
            return [
                Workload(
                    name: "batch insert 100k, dictionaries" + suffix, target: .ratio(1.3),
                    c: { try insertBatchC($0, $1, history) },
                    ours: { stopwatch, stores in
                        let rows = dictionaries
                        return try batchOurs(stopwatch, stores, .init(history: history)) {
                            NSBatchInsertRequest(entityName: "Item", objects: rows)
                        }
                    }),
                Workload(
                    name: "batch insert 100k, object handler" + suffix, target: .ratio(1.3),
                    c: { try insertBatchC($0, $1, history) },
                    ours: { stopwatch, stores in
                        let rows = ItemSource(count: 100_000).rows
                        return try batchOurs(stopwatch, stores, .init(history: history)) { objectRequest(rows) }
                    }),
                Workload(
                    name: "batch update 10k" + suffix, target: .ratio(1.2),
                    c: { try changeBatchC($0, $1, history) { baseline_batch_update($0, latest, "sold out") } },
                    ours: { stopwatch, stores in
                        try batchOurs(stopwatch, stores, .init(rows: 10_000, history: history)) {
                            let request = NSBatchUpdateRequest(entityName: "Item")
                            request.predicate = beforeLatest
                            request.propertiesToUpdate = [
                                "quantity": NSExpression(format: "quantity + 1"), "title": "sold out",
                            ]
                            return request
                        }
                    }),
                Workload(
                    name: "batch delete 10k" + suffix, target: .ratio(1.2),
                    c: { try changeBatchC($0, $1, history) { baseline_batch_delete($0, latest) } },
                    ours: { stopwatch, stores in
                        try batchOurs(stopwatch, stores, .init(rows: 10_000, history: history)) {
                            let request = NSFetchRequest<any NSFetchRequestResult>(entityName: "Item")
                            request.predicate = beforeLatest
                            return NSBatchDeleteRequest(fetchRequest: request)
                        }
                    }),
            ]
        }
    }

    /// Later than every row.
    private static let latest = 900_000_000.0

    private static var beforeLatest: NSPredicate {
        NSPredicate(format: "timestamp < %@", Date(timeIntervalSinceReferenceDate: latest) as NSDate)
    }

    private static var dictionaries: [[String: Any]] {
        ItemSource(count: 100_000).rows.map {
            ["done": $0.isDone, "quantity": $0.quantity, "timestamp": $0.timestamp, "title": $0.title]
        }
    }

    private static func objectRequest(_ rows: [ItemSource.Row]) -> NSBatchInsertRequest {
        var next = 0
        return NSBatchInsertRequest(
            entityName: "Item",
            managedObjectHandler: { object in
                guard next < rows.count, let item = object as? BenchmarkItem else { return true }
                let row = rows[next]
                next += 1
                item.isDone = row.isDone
                item.quantity = row.quantity
                item.timestamp = row.timestamp
                item.title = row.title
                return false
            })
    }

    private static func insertBatchC(
        _ stopwatch: Stopwatch, _ stores: StoreTemplates, _ history: Bool
    ) throws -> Int64 {
        try stores.withCopy(.init(history: history)) { file in
            let baseline = try Baseline(file, history: history)
            try ItemSource(count: 100_000).withBaseline { rows, count in
                _ = try stopwatch.time { try baseline.run { baseline_batch_insert($0, rows, count) } }
            }
        }
    }

    private static func changeBatchC(
        _ stopwatch: Stopwatch, _ stores: StoreTemplates, _ history: Bool, _ change: (OpaquePointer) -> Int64
    ) throws -> Int64 {
        try stores.withCopy(.init(rows: 10_000, history: history)) { file in
            let baseline = try Baseline(file, history: history)
            _ = try stopwatch.time { try baseline.run(change) }
        }
    }

    /// The request is made under the stopwatch, as a program makes one for each batch.
    private static func batchOurs(
        _ stopwatch: Stopwatch, _ stores: StoreTemplates, _ kind: StoreTemplates.Kind,
        _ request: () -> NSPersistentStoreRequest
    ) throws -> Int64 {
        try stores.withCopy(kind) { file in
            let stack = try BenchmarkStack(file, history: kind.history)
            // The stack opens the file when it is first read, as the other side has done.
            _ = try stack.context.count(for: NSFetchRequest<BenchmarkCategory>(entityName: "Category"))
            try stopwatch.time { _ = try stack.context.execute(request()) }
            try stack.close()
        }
    }
}
