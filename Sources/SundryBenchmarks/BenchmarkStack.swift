import CoreData
import Foundation

/// The stack on one store file, through the public API alone; used from the main thread.
struct BenchmarkStack {
    let context: NSManagedObjectContext
    private let coordinator: NSPersistentStoreCoordinator

    init(_ file: URL, _ durability: Durability = .normal, history: Bool = false, ruled: Bool = false) throws {
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: BenchmarkModel.make(ruled: ruled))
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: file,
            options: [
                NSPersistentHistoryTrackingKey: NSNumber(value: history),
                NSSQLitePragmasOption: ["synchronous": durability.rawValue, "cache_size": "-65536"],
            ])
        context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        context.transactionAuthor = "benchmark"
    }

    /// Leaves the file, so that what it holds can be looked at.
    func close() throws {
        context.reset()
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }

    func categories() throws -> [BenchmarkCategory] {
        let request = NSFetchRequest<BenchmarkCategory>(entityName: "Category")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        return try context.fetch(request)
    }

    /// All items in the order of an attribute.
    func items(by key: String, ascending: Bool, batchSize: Int = 0) throws -> [BenchmarkItem] {
        let request = NSFetchRequest<BenchmarkItem>(entityName: "Item")
        request.sortDescriptors = [NSSortDescriptor(key: key, ascending: ascending)]
        request.fetchBatchSize = batchSize
        return try context.fetch(request)
    }

    func count(_ predicate: NSPredicate) throws -> Int64 {
        let request = NSFetchRequest<BenchmarkItem>(entityName: "Item")
        request.predicate = predicate
        return Int64(try context.count(for: request))
    }

    func items(newest limit: Int? = nil, prefetching keyPaths: [String]? = nil) throws -> [BenchmarkItem] {
        let request = NSFetchRequest<BenchmarkItem>(entityName: "Item")
        request.relationshipKeyPathsForPrefetching = keyPaths
        if let limit {
            request.sortDescriptors = [NSSortDescriptor(key: "timestamp", ascending: false)]
            request.fetchLimit = limit
        }
        return try context.fetch(request)
    }
}

/// What a commit waits for.
enum Durability: String {
    case normal = "NORMAL"
    case full = "FULL"
}
