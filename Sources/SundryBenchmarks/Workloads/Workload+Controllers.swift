import CoreData
import Foundation

extension Workload {
    /// From the change of one object, through its save, to the callback of a controller over a long list.
    static var controllers: [Workload] {
        [
            controller("save of one object → controller callback, list of 10k", target: 0.3, rows: 10_000),
            controller("save of one object → controller callback, list of 1M", target: 1, rows: 1_000_000),
        ]
    }

    private static func controller(_ name: String, target: Double, rows count: Int) -> Workload {
        Workload(
            name: name, target: .milliseconds(target), c: nil,
            ours: { stopwatch, stores in
                try stores.withCopy(.init(rows: count)) { file in
                    let stack = try BenchmarkStack(file)
                    let request = NSFetchRequest<BenchmarkItem>(entityName: "Item")
                    request.sortDescriptors = [NSSortDescriptor(key: "timestamp", ascending: false)]
                    let controller = NSFetchedResultsController(
                        fetchRequest: request, managedObjectContext: stack.context, sectionNameKeyPath: nil,
                        cacheName: nil)
                    let counter = CallbackCounter()
                    controller.delegate = counter
                    try controller.performFetch()
                    let rows = ItemSource(count: controllerSaves, seed: 3).rows
                    let total = Stopwatch()
                    try total.time {
                        for row in rows {
                            let item = BenchmarkItem(context: stack.context)
                            item.timestamp = row.timestamp
                            item.title = row.title
                            try stack.context.save()
                        }
                    }
                    guard counter.count == rows.count,
                        controller.sections?.first?.numberOfObjects == count + rows.count
                    else {
                        throw UnequalWork(workload: name, answers: [Int64(counter.count)])
                    }
                    stopwatch.record(total.amount / Double(rows.count))
                    try stack.close()
                }
            })
    }

    /// Saves of one sample, whose mean is the sample's time.
    private static let controllerSaves = 100
}

/// Counts the changes that a controller tells of.
private final class CallbackCounter: NSObject, NSFetchedResultsControllerDelegate {
    private(set) var count = 0

    func controllerDidChangeContent(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) { count += 1 }
}
