import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ObjectLifeTests {
    @Test(
        "Saving turns the temporary ID into a permanent one, and leaves nothing pending", arguments: StoreKind.allCases)
    func saving(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let item = context.add("Milk")
            let temporary = item.objectID
            try context.save()
            #expect(!item.objectID.isTemporaryID && item.objectID != temporary)
            #expect(
                item.objectID.uriRepresentation().absoluteString == "x-coredata://\(stack.store.identifier!)/Item/p1")
            #expect(!context.hasChanges && context.insertedObjects.isEmpty)
            #expect(!item.hasChanges && item.title == "Milk")
            #expect(item.calls == ["awakeFromInsert", "willSave", "didSave"])
            try #expect(context.items() == [item])
            #expect(context.object(with: item.objectID) === item)
        }
        try stack.work { context in
            let item = try #require(context.items().first)
            #expect(item.isFault)
            #expect(item.title == "Milk" && !item.isFault)
            #expect(item.calls == ["awakeFromFetch"])
        }
    }

    @Test("Values of every type come back as they were set", arguments: StoreKind.allCases)
    func values(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        let identifier = UUID()
        let long = String(repeating: "Käse – ", count: 50)
        try stack.work { context in
            let item = context.add(long)
            item.count = -7
            item.done = true
            item.timestamp = Date(timeIntervalSinceReferenceDate: 12345.678)
            item.price = NSDecimalNumber(string: "19.99")
            item.identifier = identifier
            item.setValue(URL(string: "https://example.org/a?b=c"), forKey: "site")
            item.setValue(Data([0, 1, 255]), forKey: "photo")
            item.setValue(2.5, forKey: "weight")
            try context.save()
        }
        try stack.work { context in
            let item = try #require(context.items().first)
            #expect(item.title == long)
            #expect(item.count == -7 && item.done)
            #expect(item.timestamp == Date(timeIntervalSinceReferenceDate: 12345.678))
            #expect(item.price == NSDecimalNumber(string: "19.99"))
            #expect(item.identifier == identifier)
            #expect(item.value(forKey: "site") as? URL == URL(string: "https://example.org/a?b=c"))
            #expect(item.value(forKey: "photo") as? Data == Data([0, 1, 255]))
            #expect(item.value(forKey: "weight") as? Double == 2.5)
            #expect(item.value(forKey: "count") as? Int == -7)
            #expect(item.value(forKey: "done") as? Bool == true)
            item.title = nil
            item.timestamp = nil
            try context.save()
        }
        try stack.work { context in
            let item = try #require(context.items().first)
            #expect(item.title == nil && item.timestamp == nil && item.count == -7)
        }
    }

    @Test("A row that was deleted is missing also while another context has its values", arguments: StoreKind.allCases)
    func missingRowInUse(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let item = context.add("Milk")
            try context.save()
            let id = item.objectID
            try stack.work { other in
                other.delete(try other.existingObject(with: id))
                try other.save()
            }
            #expect(item.title == "Milk")
            stack.work { third in
                let error = #expect(throws: NSError.self) { try third.existingObject(with: id) }
                #expect(error?.code == NSManagedObjectReferentialIntegrityError)
            }
        }
    }

    @Test("Objects of a subentity have the class that the model names", arguments: StoreKind.allCases)
    func subentities(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let list = ShopList(context: context)
            context.add("A", to: list)
            let offer = ShopOffer(context: context)
            offer.title = "B"
            offer.list = list
            offer.setValue("Corner", forKey: "shop")
            try context.save()
        }
        try stack.work { context in
            let items = try context.items()
            #expect(items.map { type(of: $0) == ShopOffer.self } == [false, true])
            #expect(items[1].value(forKey: "shop") as? String == "Corner")
            let request = NSFetchRequest<ShopItem>(entityName: "Item")
            request.includesSubentities = false
            try #expect(context.fetch(request).count == 1)
            try #expect(context.count(for: request) == 1)
            let list = try #require(items[0].list)
            #expect(list.items?.count == 2 && list.items?.contains(items[1]) == true)
        }
    }
}
