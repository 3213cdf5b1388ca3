import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct CoordinatorTests {
    @Test("A description begins with Apple's defaults")
    func description() {
        let description = NSPersistentStoreDescription()
        #expect(description.type == "SQLite" && description.url?.path == "/dev/null")
        #expect(description.shouldMigrateStoreAutomatically && description.shouldInferMappingModelAutomatically)
        #expect(!description.shouldAddStoreAsynchronously && !description.isReadOnly && description.timeout == 240)
        #expect(description.configuration == nil && description.sqlitePragmas.isEmpty)
        #expect(
            Set(description.options.keys) == [
                "NSMigratePersistentStoresAutomaticallyOption", "NSInferMappingModelAutomaticallyOption",
            ])
        description.setValue("DELETE" as NSString, forPragmaNamed: "journal_mode")
        #expect(description.sqlitePragmas["journal_mode"] as? NSString == "DELETE")
    }

    @Test("A container has one SQLite store in its folder, and a context on the main queue")
    func container() {
        let container = NSPersistentContainer(name: "Shop", managedObjectModel: ShopModel.make())
        #expect(container.persistentStoreDescriptions.count == 1)
        let url = container.persistentStoreDescriptions.first?.url
        #expect(url == NSPersistentContainer.defaultDirectoryURL().appendingPathComponent("Shop.sqlite"))
        #expect(container.viewContext.concurrencyType == .mainQueueConcurrencyType)
        #expect(!container.viewContext.automaticallyMergesChangesFromParent)
        let background = container.newBackgroundContext()
        #expect(background.concurrencyType == .privateQueueConcurrencyType)
        #expect(background.persistentStoreCoordinator === container.persistentStoreCoordinator)
    }

    @Test("Stores load at once, or on another queue; background tasks get a context each", arguments: [false, true])
    func loading(_ isAsynchronous: Bool) async throws {
        let container = NSPersistentContainer(name: "Shop", managedObjectModel: ShopModel.make())
        let description = NSPersistentStoreDescription()
        description.type = NSInMemoryStoreType
        description.shouldAddStoreAsynchronously = isAsynchronous
        container.persistentStoreDescriptions = [description]
        let error = await withCheckedContinuation { (continuation: CheckedContinuation<(any Error)?, Never>) in
            container.loadPersistentStores { continuation.resume(returning: $1) }
        }
        #expect(error == nil && container.persistentStoreCoordinator.persistentStores.count == 1)
        try await container.performBackgroundTask { context in
            context.add("A")
            try context.save()
        }
        let titles = try await container.performBackgroundTask { try $0.titles() }
        #expect(titles == ["A"])
    }

    @Test("A second store at one URL, or of an unknown type, throws")
    func refusals() throws {
        let stack = try ShopStack(.null)
        let twice = #expect(throws: NSError.self) {
            try stack.coordinator.addPersistentStore(type: .sqlite, at: URL(fileURLWithPath: "/dev/null"))
        }
        #expect(twice?.code == 134081)
        let unknown = #expect(throws: NSError.self) {
            try stack.coordinator.addPersistentStore(ofType: "Paper", configurationName: nil, at: nil)
        }
        #expect(unknown?.code == NSPersistentStoreInvalidTypeError)
        #expect(stack.coordinator.persistentStores.count == 1)
    }

    @Test("IDs come back from their URIs, in the coordinator that has their store", arguments: StoreKind.allCases)
    func identifiers(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        let other = try ShopStack(.memory)
        let id = try stack.work { context in
            let item = context.add("A")
            try context.save()
            return item.objectID
        }
        let uri = id.uriRepresentation()
        #expect(stack.coordinator.managedObjectID(forURIRepresentation: uri) == id)
        #expect(other.coordinator.managedObjectID(forURIRepresentation: uri) == nil)
        #expect(stack.coordinator.managedObjectID(forURIRepresentation: URL(fileURLWithPath: "/x")) == nil)
        let foreign = other.work { context in
            #expect(throws: NSError.self) { try context.existingObject(with: id) }
        }
        #expect((foreign)?.code == NSManagedObjectReferentialIntegrityError)
    }

    @Test("A removed store takes its objects along", arguments: StoreKind.allCases)
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
            try #expect(context.items().isEmpty)
        }
    }

    @Test("Metadata name the store, and take entries of one's own", arguments: StoreKind.allCases)
    func metadata(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        let metadata = stack.coordinator.metadata(for: stack.store)
        #expect(metadata[NSStoreTypeKey] as? String == kind.type)
        #expect(metadata[NSStoreUUIDKey] as? String == stack.store.identifier)
        #expect(
            (metadata["NSStoreModelVersionHashes"] as? [String: Data])?.keys.sorted()
                == stack.model.entities.compactMap(\.name).sorted())
        stack.coordinator.setMetadata(["mine": 1], for: stack.store)
        #expect(stack.coordinator.metadata(for: stack.store)["mine"] as? Int == 1)
        #expect(stack.coordinator.metadata(for: stack.store)[NSStoreTypeKey] as? String == kind.type)
    }
}
