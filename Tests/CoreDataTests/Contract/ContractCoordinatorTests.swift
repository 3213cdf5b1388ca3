import CoreData
import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractCoordinatorTests {
    /// Apple's "Binary" and "XML" stores are not there, and so are no names for them.
    @Test("2.8 The types of stores have Apple's texts")
    func types() throws {
        #expect(NSSQLiteStoreType == "SQLite" && NSInMemoryStoreType == "InMemory" && NSBinaryStoreType == "Binary")
        #expect(NSPersistentStore.StoreType.binary.rawValue == "Binary")
        #expect(NSPersistentStore.StoreType.sqlite.rawValue == "SQLite")
        #expect(NSPersistentStore.StoreType.inMemory.rawValue == "InMemory")
        #expect(try ShopStack(.file).store.type == "SQLite")
        #expect(try ShopStack(.memory).store.type == "InMemory")
        #expect(try ShopStack(.binary).store.type == "Binary")
    }

    @Test(
        "2.20 An ID's URI names store, entity and key, and leads back where the store is", arguments: StoreKind.allCases
    )
    func identifiers(_ kind: StoreKind) throws {
        let (stack, other) = try (ShopStack(kind), ShopStack(.memory))
        try stack.work { context in
            let item = context.add("A")
            let temporary = item.objectID.uriRepresentation()
            #expect(temporary.scheme == "x-coredata" && (temporary.host ?? "") == "")
            let name = temporary.lastPathComponent
            #expect(temporary.absoluteString.hasPrefix("x-coredata:///Item/t"))
            #expect(UUID(uuidString: String(name.dropFirst().prefix(36))) != nil && Int(name.dropFirst(37)) != nil)
            try context.save()
            let uri = item.objectID.uriRepresentation()
            #expect(uri.absoluteString == "x-coredata://\(stack.store.identifier!)/Item/p1")
            #expect(stack.coordinator.managedObjectID(forURIRepresentation: uri) == item.objectID)
            #expect(other.coordinator.managedObjectID(forURIRepresentation: uri) == nil)
            #expect(stack.coordinator.managedObjectID(forURIRepresentation: URL(fileURLWithPath: "/x")) == nil)
        }
    }

    /// A coordinator with two stores in memory.
    private func twoStores(_ kind: StoreKind) throws -> (stack: ShopStack, second: NSPersistentStore) {
        let stack = try ShopStack(kind)
        let url = URL(fileURLWithPath: "/dev/null/\(UUID().uuidString)")
        let second = try stack.coordinator.addPersistentStore(ofType: kind.type, configurationName: nil, at: url)
        return (stack, second)
    }

    @Test(
        "2.21 Of two stores, a fetch and a count unite them unless restricted; assign chooses",
        arguments: StoreKind.allCases)
    func twoStores(of kind: StoreKind) throws {
        let (stack, second) = try twoStores(kind)
        try stack.work { context in
            context.add("first")
            let assigned = context.add("second")
            context.assign(assigned, to: second)
            try context.save()
            #expect(assigned.objectID.persistentStore === second)
            let request = NSFetchRequest<ShopItem>(entityName: "Item")
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            try #expect(context.fetch(request).map(\.title) == ["first", "second"])
            try #expect(context.count(for: request) == 2)
            for (store, title) in [(stack.store, "first"), (second, "second")] {
                request.affectedStores = [store]
                try #expect(context.fetch(request).map(\.title) == [title])
                try #expect(context.count(for: request) == 1)
            }
        }
    }

    @Test("2.22 A relationship that leads to another store fails the save with 133010", arguments: StoreKind.allCases)
    func acrossStores(_ kind: StoreKind) throws {
        let (stack, second) = try twoStores(kind)
        try stack.work { context in
            let list = ShopList(context: context)
            let item = context.add("A", to: list)
            context.assign(item, to: second)
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.domain == NSCocoaErrorDomain && error?.code == 133010)
            context.rollback()
            let saved = context.add("B")
            context.assign(saved, to: second)
            try context.save()
            saved.list = ShopList(context: context)
            let later = #expect(throws: NSError.self) { try context.save() }
            #expect(later?.code == 133010)
        }
    }

    @Test(
        "2.23 The objects of a store that is removed are void, and the context says so", arguments: StoreKind.allCases)
    func removal(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let item = context.add("A")
            try context.save()
            item.title = "B"
            let posts = try context.posts(.NSManagedObjectContextObjectsDidChange) {
                try stack.coordinator.remove(stack.store)
            }
            #expect(posts.contains { $0[NSInvalidatedObjectsKey] as? Set<NSManagedObject> == [item] })
            #expect(item.managedObjectContext == nil && !context.hasChanges)
            #expect(context.registeredObject(for: item.objectID) == nil)
            #expect(stack.store.persistentStoreCoordinator == nil && stack.coordinator.persistentStores.isEmpty)
            try #expect(context.items().isEmpty)
        }
    }

    @Test(
        "2.30 Keys follow the highest one noted, and none is given twice: not after a delete, not after a failed save")
    func keys() throws {
        let stack = try ShopStack(.file)
        func key(_ object: NSManagedObject) -> String { object.objectID.uriRepresentation().lastPathComponent }
        try stack.work { context in
            let first = context.add("A")
            try context.save()
            #expect(key(first) == "p1")
            context.delete(first)
            try context.save()
            let second = context.add("B")
            try context.save()
            #expect(key(second) == "p2")
        }
        // Any store's URL is there.
        let connection = try Connection(path: stack.store.url!.path, access: .readWrite, timeout: 5)
        try connection.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 10 WHERE Z_NAME = 'Item'")
        try stack.work { context in
            let third = context.add("C")
            try context.save()
            #expect(key(third) == "p11")
            try #expect(connection.value("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Item'") == .integer(11))
        }
    }

    @Test("2.30 A failed save has spent its keys")
    func spentKeys() throws {
        let model = ShopModel.make(uniqueNames: true)
        let stack = try ShopStack(.file, model)
        try stack.work { context in
            for _ in 0..<2 { ShopTag(context: context).name = "same" }
            #expect(throws: NSError.self) { try context.save() }
            context.rollback()
            let tag = ShopTag(context: context)
            tag.name = "other"
            try context.save()
            let key = tag.objectID.uriRepresentation().lastPathComponent
            #expect(key == "p3")
        }
    }

    @Test("2.31 A row that somebody wrote on the next key makes the save fail with 133020")
    func takenKey() throws {
        let stack = try ShopStack(.file)
        try stack.work { context in
            context.add("A")
            try context.save()
            // Any store's URL is there.
            let connection = try Connection(path: stack.store.url!.path, access: .readWrite, timeout: 5)
            try connection.execute("INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZTITLE) VALUES (2, 1, 1, 'foreign')")
            context.add("B")
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.domain == NSCocoaErrorDomain && error?.code == NSManagedObjectMergeError)
            #expect(context.insertedObjects.count == 1)
            try #expect(connection.value("SELECT ZTITLE FROM ZITEM WHERE Z_PK = 2") == .text("foreign"))
        }
    }
}
