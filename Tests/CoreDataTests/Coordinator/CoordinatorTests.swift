import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct CoordinatorTests {
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
