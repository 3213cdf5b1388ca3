import CoreData
import Foundation
import Testing

@testable import CoreData

/// Every kind of store runs the same tests, but for the binary one: it is a store in memory that is written to a file as a
/// whole, which would take its time at each of so many saves.
enum StoreKind: String, CaseIterable, CustomTestStringConvertible, Sendable {
    case file = "SQLite file"
    case null = "SQLite at /dev/null"
    case memory = "in memory"
    case binary = "binary file"

    static let allCases: [StoreKind] = [.file, .null, .memory]

    var testDescription: String { rawValue }
    var type: String {
        switch self {
        case .file, .null: NSSQLiteStoreType
        case .memory: NSInMemoryStoreType
        case .binary: NSBinaryStoreType
        }
    }
}

/// A stack of its own for one test, in a folder that goes with it.
final class ShopStack: @unchecked Sendable {
    // Sendable: immutable.
    let model: NSManagedObjectModel
    let coordinator: NSPersistentStoreCoordinator
    let store: NSPersistentStore
    private let folder: URL

    init(_ kind: StoreKind, _ model: NSManagedObjectModel = ShopModel.make(), options: [AnyHashable: Any]? = nil) throws
    {
        self.model = model
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("CoreDataTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let url: URL? =
            switch kind {
            case .file: folder.appendingPathComponent("Shop.sqlite")
            case .null: URL(fileURLWithPath: "/dev/null")
            case .memory: nil
            case .binary: folder.appendingPathComponent("Shop.binary")
            }
        store = try coordinator.addPersistentStore(
            ofType: kind.type, configurationName: nil, at: url, options: options)
    }

    deinit {
        for store in coordinator.persistentStores { try? coordinator.remove(store) }
        try? FileManager.default.removeItem(at: folder)
    }

    /// A context on a queue of its own.
    func context() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    /// Runs the body in a new context, and checks its bookkeeping afterwards.
    @discardableResult
    func work<Result>(_ body: (NSManagedObjectContext) throws -> Result) rethrows -> Result {
        let context = context()
        return try context.checked { try body(context) }
    }
}

extension NSManagedObjectContext {
    /// Runs the body on the context's queue, and checks the bookkeeping afterwards.
    @discardableResult
    func checked<Result>(_ body: () throws -> Result) rethrows -> Result {
        try performAndWait {
            let result = try body()
            #expect(checkInvariants() == [])
            return result
        }
    }

    func items(_ format: String? = nil, sort key: String? = "title") throws -> [ShopItem] {
        let request = NSFetchRequest<ShopItem>(entityName: "Item")
        if let format { request.predicate = NSPredicate(format: format) }
        if let key { request.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)] }
        return try fetch(request)
    }

    func titles(_ format: String? = nil) throws -> [String] { try items(format).map { $0.title ?? "nil" } }

    @discardableResult
    func add(_ title: String, to list: ShopList? = nil) -> ShopItem {
        let item = ShopItem(context: self)
        item.title = title
        if let list { item.list = list }
        return item
    }

    /// Counts notifications of that name while the body runs.
    func posts(_ name: Notification.Name, _ body: () throws -> Void) rethrows -> [[AnyHashable: Any]] {
        final class Posts: @unchecked Sendable {
            // Sendable: posted on the queue of the test's context only.
            var all: [[AnyHashable: Any]] = []
        }
        let posts = Posts()
        let observer = NotificationCenter.default.addObserver(forName: name, object: self, queue: nil) {
            posts.all.append($0.userInfo ?? [:])
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try body()
        return posts.all
    }
}
