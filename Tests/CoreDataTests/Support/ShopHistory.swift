import CoreData
import Testing

@testable import CoreData

/// What contract tests ask of the history of a shop.
enum ShopHistory {
    static let kinds = [StoreKind.file, .null]
    static var options: [AnyHashable: Any] {
        [NSPersistentHistoryTrackingKey: true, NSPersistentStoreRemoteChangeNotificationPostOptionKey: true]
    }

    /// A model whose items leave their titles and counts behind when they are deleted.
    static func model() -> NSManagedObjectModel {
        let model = ShopModel.make()
        for name in ["title", "count"] {
            model.entitiesByName["Item"]?.attributesByName[name]?.preservesValueInHistoryOnDeletion = true
        }
        return model
    }

    static func stack(_ kind: StoreKind = .file) throws -> ShopStack {
        try ShopStack(kind, model(), options: options)
    }
}

extension ShopStack {
    /// Saves what the body does as one transaction.
    @discardableResult
    func save<Result>(
        _ author: String? = nil, name: String? = nil, _ body: (NSManagedObjectContext) throws -> Result
    ) throws -> Result {
        let context = context()
        context.transactionAuthor = author
        context.name = name
        return try context.checked {
            let result = try body(context)
            try context.save()
            return result
        }
    }

    func answer<Answer>(_ request: NSPersistentHistoryChangeRequest, _ type: Answer.Type = Answer.self) throws -> Answer
    {
        let context = context()
        return try context.performAndWait {
            let result = try #require(context.execute(request) as? NSPersistentHistoryResult)
            #expect(result.resultType == request.resultType)
            return try #require(result.result as? Answer, "\(String(describing: result.result))")
        }
    }

    func transactions(_ request: NSPersistentHistoryChangeRequest? = nil) throws -> [NSPersistentHistoryTransaction] {
        try answer(request ?? .fetchHistory(after: NSPersistentHistoryToken?.none))
    }

    var token: NSPersistentHistoryToken? { coordinator.currentPersistentHistoryToken(fromStores: nil) }
}

extension NSPersistentHistoryTransaction {
    /// A request for transactions that a predicate picks.
    static func search(_ format: String, _ arguments: any CVarArg...) throws -> NSFetchRequest<any NSFetchRequestResult>
    {
        let request = try #require(fetchRequest)
        request.predicate = NSPredicate(format: format, argumentArray: arguments)
        return request
    }
}

extension NSPersistentHistoryChange {
    /// A request for changes that a predicate picks.
    static func search(_ format: String, _ arguments: any CVarArg...) throws -> NSFetchRequest<any NSFetchRequestResult>
    {
        let request = try #require(fetchRequest)
        request.predicate = NSPredicate(format: format, argumentArray: arguments)
        return request
    }
}
