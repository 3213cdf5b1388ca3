import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct CoordinatorTests {
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
