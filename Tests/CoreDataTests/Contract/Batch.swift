import CoreData
import Testing

@testable import CoreData

/// Batch requests of the contract tests, and what came of them.
enum Batch {
    static let kinds = [StoreKind.file, .null]

    static func insert(_ titles: [String]) -> NSBatchInsertRequest {
        NSBatchInsertRequest(entityName: "Item", objects: titles.map { ["title": $0] })
    }

    static func ids(_ result: NSPersistentStoreResult) throws -> [NSManagedObjectID] {
        switch result {
        case let result as NSBatchInsertResult: try #require(result.result as? [NSManagedObjectID])
        case let result as NSBatchUpdateResult: try #require(result.result as? [NSManagedObjectID])
        case let result as NSBatchDeleteResult: try #require(result.result as? [NSManagedObjectID])
        default: throw CancellationError()
        }
    }

    static func search(_ entity: String = "Item", _ format: String? = nil) -> NSFetchRequest<any NSFetchRequestResult> {
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: entity)
        request.predicate = format.map { NSPredicate(format: $0) }
        return request
    }
}
