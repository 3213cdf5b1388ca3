import CoreDataSQLite
import Foundation

@testable import CoreData

/// A coordinator with one SQLite store of the fixture's model.
final class Stack {
    let fixture: StoreFixture
    let coordinator: NSPersistentStoreCoordinator
    let store: SQLiteStore

    init(_ fixture: StoreFixture, options: [AnyHashable: Any] = [:]) throws {
        self.fixture = fixture
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: fixture.model)
        let added = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: fixture.url, options: options)
        guard let store = added as? SQLiteStore else { preconditionFailure("a SQLite store was asked for") }
        self.store = store
    }

    convenience init(options: [AnyHashable: Any] = [:]) throws { try self.init(StoreFixture(), options: options) }

    deinit { try? coordinator.remove(store) }

    static var history: [AnyHashable: Any] {
        [NSPersistentHistoryTrackingKey: true, NSPersistentStoreRemoteChangeNotificationPostOptionKey: true]
    }

    func context(_ author: String? = nil) -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        context.transactionAuthor = author
        return context
    }

    /// Runs `body` in a new context and saves.
    func save(_ author: String? = nil, _ body: (NSManagedObjectContext) throws -> Void) throws {
        let context = context(author)
        try context.performAndWait {
            try body(context)
            try context.save()
        }
    }

    func rows(_ sql: String) throws -> [[Value]] {
        try fixture.connection().rows(sql) { row in (0..<row.columnCount).map { row.value(Int32($0)) } }
    }
}

extension NSManagedObjectContext {
    @discardableResult
    func make(_ entity: String, _ values: [String: Any] = [:]) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: self)
        for (name, value) in values { object.setValue(value, forKey: name) }
        return object
    }

    func all(_ entity: String, _ format: String? = nil, sort key: String? = nil) throws -> [NSManagedObject] {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.predicate = format.map { NSPredicate(format: $0, argumentArray: []) }
        if let key { request.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)] }
        return try fetch(request)
    }
}
