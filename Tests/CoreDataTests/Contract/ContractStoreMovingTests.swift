import CoreData
import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// Stores that are destroyed, replaced and migrated, in a folder of their own.
@Suite struct ContractStoreMovingTests {
    private let folder = ScratchFolder()
    private typealias Coordinator = NSPersistentStoreCoordinator

    private func url(_ name: String) -> URL { folder.url.appendingPathComponent(name) }

    /// A coordinator with a store of that name, which has items of those titles.
    @discardableResult
    private func stack(_ name: String, _ titles: [String] = [], options: [AnyHashable: Any]? = nil) throws
        -> Coordinator
    {
        let coordinator = Coordinator(managedObjectModel: ShopModel.make())
        try coordinator.addPersistentStore(type: .sqlite, at: url(name), options: options)
        if !titles.isEmpty {
            let context = coordinator.newContext()
            try context.checked {
                for title in titles { context.add(title) }
                try context.save()
            }
        }
        return coordinator
    }

    private func titles(_ coordinator: Coordinator) throws -> [String] {
        let context = coordinator.newContext()
        return try context.checked { try context.titles() }
    }

    // MARK: Destroying

    @Test("2.17 Destroying what is no store throws, and touches nothing")
    func destroyNothing() throws {
        let coordinator = Coordinator()
        for path in ["/dev/null", "/dev/null/shared", url("none.sqlite").path, url("nowhere/none.sqlite").path] {
            #expect(throws: NSError.self) {
                try coordinator.destroyPersistentStore(at: URL(fileURLWithPath: path), type: .sqlite)
            }
        }
        let text = Data("just a text, and long enough to be read as the head of a database".utf8)
        try text.write(to: url("text"))
        try Connection(path: url("other").path, access: .create).execute("CREATE TABLE OTHER (A)")
        for (name, code) in [("text", 259), ("other", 134000)] {
            let error = #expect(throws: NSError.self) {
                try coordinator.destroyPersistentStore(at: url(name), ofType: NSSQLiteStoreType)
            }
            #expect(error?.code == code)
        }
        try #expect(Data(contentsOf: url("text")) == text)
        try #expect(Connection(path: url("other").path, access: .readOnly).has(table: "OTHER"))
        #expect(throws: NSError.self) { try coordinator.destroyPersistentStore(at: url("other"), type: .inMemory) }
    }

    @Test("2.17 Destroying a store leaves an empty database, and takes it out of its coordinator")
    func destroy() throws {
        let coordinator = try stack("Shop.sqlite", ["A", "B"])
        let identifier = coordinator.persistentStores[0].identifier
        try coordinator.destroyPersistentStore(at: url("Shop.sqlite"), type: .sqlite)
        #expect(coordinator.persistentStores.isEmpty)
        let connection = try Connection(path: url("Shop.sqlite").path, access: .readOnly)
        try #expect(connection.value("SELECT count(*) FROM sqlite_master") == .integer(0))
        try #expect(connection.value("PRAGMA integrity_check") == .text("ok"))
        // What comes next is a store of its own.
        let again = try stack("Shop.sqlite", ["C"])
        try #expect(titles(again) == ["C"] && again.persistentStores[0].identifier != identifier)
        try #expect(
            Connection(path: url("Shop.sqlite").path, access: .readOnly).value("PRAGMA auto_vacuum") == .integer(2))
    }

    @Test("2.17 A store is destroyed while others read it: they see it until they look again, and save nothing into it")
    func destroyInUse() throws {
        let other = try stack("Shop.sqlite", ["A"])
        let reader = try Connection(path: url("Shop.sqlite").path, access: .readOnly)
        try reader.read {
            try #expect(reader.value("SELECT count(*) FROM ZITEM") == .integer(1))
            try Coordinator().destroyPersistentStore(at: url("Shop.sqlite"), type: .sqlite)
            try #expect(reader.value("SELECT count(*) FROM ZITEM") == .integer(1))
        }
        #expect(throws: (any Error).self) { try reader.value("SELECT count(*) FROM ZITEM") }
        try stack("Shop.sqlite", ["B"])
        let context = other.newContext()
        context.checked {
            context.add("C")
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSPersistentStoreOperationError)
        }
        try #expect(titles(stack("Shop.sqlite")) == ["B"])
    }

    @Test("2.17 A damaged store can be destroyed")
    func destroyDamaged() throws {
        try stack("Shop.sqlite", ["A"])
        let damaged = try Connection(path: url("Shop.sqlite").path, access: .readWrite)
        try damaged.execute("PRAGMA writable_schema = 1; UPDATE sqlite_master SET sql = 'CREATE nonsense'")
        try Coordinator().destroyPersistentStore(at: url("Shop.sqlite"), type: .sqlite)
        try #expect(titles(stack("Shop.sqlite", ["B"])) == ["B"])
    }

    // MARK: Replacing

    @Test("2.18 A store is copied over another, or to where none is, UUID and all")
    func replace() throws {
        let origin = try stack("Origin.sqlite", ["A", "B"])
        let target = try stack("Target.sqlite", ["C"])
        for name in ["Target.sqlite", "New.sqlite"] {
            try target.replacePersistentStore(
                at: url(name), withPersistentStoreFrom: url("Origin.sqlite"), ofType: NSSQLiteStoreType)
        }
        #expect(target.persistentStores.isEmpty, "Whoever wants the store adds it again.")
        for name in ["Target.sqlite", "New.sqlite"] {
            let copy = try stack(name)
            try #expect(titles(copy) == ["A", "B"])
            #expect(copy.persistentStores[0].identifier == origin.persistentStores[0].identifier)
        }
        try #expect(titles(origin) == ["A", "B"])
    }

    @Test("2.18 A store is not replaced by what is none, nor what is none by a store")
    func replaceByNothing() throws {
        let coordinator = try stack("Shop.sqlite", ["A"])
        try Data("just a text, and long enough to be read as the head of a database".utf8).write(to: url("text"))
        try Connection(path: url("other").path, access: .create).execute("CREATE TABLE OTHER (A)")
        for (target, origin) in [
            ("Shop.sqlite", "none.sqlite"), ("Shop.sqlite", "text"), ("text", "Shop.sqlite"),
            ("Shop.sqlite", "other"), ("other", "Shop.sqlite"),
            ("no/where", "Shop.sqlite"),
        ] {
            #expect(throws: NSError.self) {
                try coordinator.replacePersistentStore(
                    at: url(target), withPersistentStoreFrom: url(origin), type: .sqlite)
            }
        }
        #expect(throws: NSError.self) {
            try coordinator.replacePersistentStore(
                at: URL(fileURLWithPath: "/dev/null"), withPersistentStoreFrom: url("Shop.sqlite"), type: .sqlite)
        }
        try coordinator.replacePersistentStore(
            at: url("Shop.sqlite"), withPersistentStoreFrom: url("Shop.sqlite"), type: .sqlite)
        try #expect(coordinator.persistentStores.count == 1 && titles(coordinator) == ["A"])
    }

    @Test(
        "2.18 A store is replaced while others have it open: they read the old one or the new, and save nothing into it"
    )
    func replaceInUse() throws {
        try stack("Origin.sqlite", (0..<500).map { "new \($0)" })
        let other = try stack("Target.sqlite", (0..<300).map { "old \($0)" })
        let reader = try Connection(path: url("Target.sqlite").path, access: .readOnly)
        try reader.read {
            try #expect(reader.value("SELECT count(*) FROM ZITEM") == .integer(300))
            try Coordinator().replacePersistentStore(
                at: url("Target.sqlite"), withPersistentStoreFrom: url("Origin.sqlite"), type: .sqlite)
            try #expect(reader.value("SELECT count(*) FROM ZITEM WHERE ZTITLE LIKE 'old%'") == .integer(300))
        }
        try #expect(reader.value("SELECT count(*) FROM ZITEM WHERE ZTITLE LIKE 'new%'") == .integer(500))
        let context = other.newContext()
        context.checked {
            context.add("C")
            #expect(throws: NSError.self) { try context.save() }
        }
        try #expect(titles(stack("Target.sqlite")).count == 500)
    }

    @Test("2.18 A store of other page sizes, and one with a rollback journal, replace and are replaced")
    func replacePages() throws {
        try stack("Origin.sqlite", ["A"], options: [NSSQLitePragmasOption: ["page_size": "8192"]])
        let origin = try Connection(path: url("Origin.sqlite").path, access: .readOnly)
        #expect(try origin.value("PRAGMA page_size") == .integer(8192))
        try stack("Target.sqlite", ["B"])
        try stack("Journal.sqlite", ["C"], options: [NSSQLitePragmasOption: ["journal_mode": "delete"]])
        for name in ["Target.sqlite", "Journal.sqlite"] {
            try Coordinator().replacePersistentStore(
                at: url(name), withPersistentStoreFrom: url("Origin.sqlite"), type: .sqlite)
            try #expect(titles(stack(name)) == ["A"])
        }
    }

    // MARK: Migrating

    private enum Way: CaseIterable {
        case fileToFile, fileToMemory, memoryToFile, intoAnother
    }

    private func add(_ type: NSPersistentStore.StoreType, _ name: String, to coordinator: Coordinator) throws {
        try coordinator.addPersistentStore(
            ofType: type.rawValue, configurationName: nil, at: type == .sqlite ? url(name) : nil)
    }

    @Test(
        "2.18 A migrated store takes its objects along, with values, relationships and changes", arguments: Way.allCases
    )
    private func migrate(_ way: Way) throws {
        if way == .intoAnother { try stack("To.sqlite", ["there"]) }
        let coordinator = Coordinator(managedObjectModel: ShopModel.make())
        try add(way == .memoryToFile ? .inMemory : .sqlite, "From.sqlite", to: coordinator)
        let old = coordinator.persistentStores[0]
        let context = coordinator.newContext()
        try context.checked {
            let list = ShopList(context: context)
            list.name = "L"
            let items = ["A", "B", "C"].map { context.add($0, to: list) }
            items[0].price = NSDecimalNumber(string: "1.10")
            let tag = ShopTag(context: context)
            tag.items = NSSet(array: [items[0], items[2]])
            items[1].steps = NSOrderedSet(
                array: (0..<3).map { _ in ShopStep(context: context) })
            try context.save()
            items[0].count = 5
            try context.save()
            // Pending when the store moves.
            items[1].title = "B, changed"
            let steps = items[1].steps?.array as? [ShopStep]
            let ids = items.map(\.objectID)

            let new = try coordinator.migratePersistentStore(
                old, to: url("To.sqlite"), type: way == .fileToMemory ? .inMemory : .sqlite)
            #expect(coordinator.persistentStores == [new] && old.persistentStoreCoordinator == nil)
            #expect(new.identifier != old.identifier && new.url == url("To.sqlite"))
            for (item, id) in zip(items, ids) {
                #expect(item.objectID != id && item.objectID.persistentStore === new)
                #expect(context.object(with: item.objectID) === item)
            }
            #expect(context.hasChanges && items[1].title == "B, changed" && items[0].count == 5)
            #expect(list.items?.count == 3 && tag.items as? Set<ShopItem> == [items[0], items[2]])
            #expect(items[1].steps?.array as? [ShopStep] == steps)
            try context.save()
        }
        let there = way == .intoAnother ? ["there"] : []
        let second = coordinator.newContext()
        try second.checked {
            try #expect(second.titles() == ["A", "B, changed", "C"] + there)
            let items = try second.items()
            #expect(items[0].price == NSDecimalNumber(string: "1.10") && items[0].count == 5)
            #expect(items[0].list?.name == "L" && items[0].list?.items?.count == 3)
            #expect(items[0].tags?.count == 1 && items[1].steps?.count == 3)
        }
    }

    @Test("2.18 The store that was migrated stays where it was, a copy without its history")
    func migratedFrom() throws {
        let options = [NSPersistentHistoryTrackingKey: true]
        let coordinator = try stack("From.sqlite", ["A"], options: options)
        let new = try coordinator.migratePersistentStore(
            coordinator.persistentStores[0], to: url("To.sqlite"), options: nil, withType: NSSQLiteStoreType)
        #expect(!new.isReadOnly)
        try #expect(titles(stack("From.sqlite", options: options)) == ["A"])
        #expect(throws: NSError.self) {
            try coordinator.migratePersistentStore(new, to: url("To.sqlite"), type: .sqlite)
        }
        try #expect(titles(coordinator) == ["A"])
    }

    @Test("2.18 A migration that fails leaves the store with its coordinator")
    func failedMigration() throws {
        let coordinator = try stack("From.sqlite", ["A"])
        let store = coordinator.persistentStores[0]
        #expect(throws: NSError.self) {
            try coordinator.migratePersistentStore(store, to: url("no/where"), type: .sqlite)
        }
        #expect(coordinator.persistentStores == [store])
        let stranger = try stack("Other.sqlite").persistentStores[0]
        #expect(throws: (any Error).self) {
            try coordinator.migratePersistentStore(stranger, to: url("To.sqlite"), type: .sqlite)
        }
        #expect(
            coordinator.persistentStores == [store] && !FileManager.default.fileExists(atPath: url("To.sqlite").path))
        try #expect(titles(coordinator) == ["A"])
    }

    private final class Posts: @unchecked Sendable {
        // Sendable: posted on the thread of the test alone.
        var all: [(name: Notification.Name, userInfo: [AnyHashable: Any])] = []
    }

    @Test("2.19 A migration tells of the new store, of the old, of IDs that change, and that the old one is gone")
    func notifications() throws {
        let coordinator = try stack("From.sqlite", ["A", "B"])
        let old = coordinator.persistentStores[0]
        let posts = Posts()
        let names: [Notification.Name] = [
            .NSPersistentStoreCoordinatorStoresWillChange, .NSPersistentStoreCoordinatorStoresDidChange,
            .NSPersistentStoreCoordinatorWillRemoveStore,
        ]
        let observers = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: coordinator, queue: nil) {
                posts.all.append(($0.name, $0.userInfo ?? [:]))
            }
        }
        let new = try coordinator.migratePersistentStore(old, to: url("To.sqlite"), type: .sqlite)
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
        let (didChange, willRemove) = (names[1], names[2])
        #expect(posts.all.map(\.name) == [didChange, willRemove, didChange, didChange])
        #expect(posts.all[0].userInfo[NSAddedPersistentStoresKey] as? [NSPersistentStore] == [new])
        #expect(posts.all[1].userInfo[NSRemovedPersistentStoresKey] as? [NSPersistentStore] == [old])
        let changed = try #require(posts.all[2].userInfo[NSUUIDChangedPersistentStoresKey] as? [Any])
        #expect(changed.count == 3 && changed[0] as? NSPersistentStore === old)
        #expect(changed[1] as? NSPersistentStore === new)
        let ids = try #require(changed[2] as? [NSManagedObjectID])
        #expect(ids.count == 4)
        #expect(ids.map { $0.uriRepresentation().host } == [old, new, old, new].map(\.identifier))
        #expect(posts.all[3].userInfo[NSRemovedPersistentStoresKey] as? [NSPersistentStore] == [old])
    }
}

extension NSPersistentStoreCoordinator {
    func newContext() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = self
        return context
    }
}

/// A folder that goes with the test that holds it.
final class ScratchFolder: Sendable {
    let url: URL

    init() {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("CoreDataTests-\(UUID().uuidString)")
        // Where it cannot be made, no store can be either.
        try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
