import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractObjectTests {
    @Test(
        "3.1 A new object is inserted, has a temporary ID, is no fault and has its defaults",
        arguments: StoreKind.allCases)
    func newObject(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let item = ShopItem(context: context)
            let named = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
            #expect(named is ShopItem)
            for object in [item, named] {
                #expect(object.isInserted && !object.isUpdated && !object.isDeleted && !object.isFault)
                #expect(object.hasChanges && object.objectID.isTemporaryID)
                #expect(object.managedObjectContext === context && object.entity.name == "Item")
                #expect(object.value(forKey: "count") as? Int == 1 && object.value(forKey: "title") == nil)
            }
            #expect(context.hasChanges && context.insertedObjects == [item, named])
        }
    }

    @Test(
        "3.2 awakeFromInsert comes once, after the defaults; awakeFromFetch each time a fault fires",
        arguments: StoreKind.allCases)
    func awaking(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind, ShopModel.noting())
        try stack.work { context in
            let item = context.note("A")
            #expect(item.hooks == ["awakeFromInsert"] && item.countAwaking == 1)
            try context.save()
            #expect(
                item.hooks == ["awakeFromInsert", "validateForInsert", "willSave", "didSave"]
                    || !item.hooks.contains("awakeFromFetch"))
        }
        try stack.work { context in
            let item = try #require(context.items().first as? ContractItem)
            #expect(item.isFault && item.hooks.isEmpty)
            #expect(item.title == "A" && item.hooks == ["awakeFromFetch"] && item.titleAwaking == "A")
            #expect(item.count == 1 && item.hooks == ["awakeFromFetch"])
            context.refresh(item, mergeChanges: false)
            item.hooks = []
            _ = item.title
            #expect(item.hooks == ["awakeFromFetch"])
        }
    }

    @Test("3.3 An object without a context has its defaults; insert attaches it", arguments: StoreKind.allCases)
    func contextFree(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let entity = try #require(NSEntityDescription.entity(forEntityName: "Item", in: context))
            let item = ShopItem(entity: entity, insertInto: nil)
            #expect(item.count == 1 && item.managedObjectContext == nil && !item.isInserted && !context.hasChanges)
            item.title = "Bread"
            context.insert(item)
            #expect(item.isInserted && item.managedObjectContext === context && item.title == "Bread")
            try context.save()
        }
        try stack.work { try #expect($0.titles() == ["Bread"]) }
    }

    @Test(
        "3.5 A save gives the same object a permanent ID that the temporary one does not equal",
        arguments: StoreKind.allCases)
    func permanentID(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let item = context.add("A")
            let temporary = item.objectID
            try context.save()
            #expect(!item.objectID.isTemporaryID && item.objectID != temporary && temporary.isTemporaryID)
            #expect(context.object(with: item.objectID) === item)
            try #expect(context.items().first === item)
        }
    }

    @Test(
        "3.6 A permanent ID can be had before the save: the key is spent, the row is not there",
        arguments: StoreKind.allCases)
    func permanentIDBeforeSave(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let item = context.add("A")
            let temporary = item.objectID
            try context.obtainPermanentIDs(for: [item])
            let id = item.objectID
            #expect(!id.isTemporaryID && id != temporary && item.isInserted && context.insertedObjects == [item])
            #expect(context.object(with: temporary) === item)
            if let store = stack.store as? SQLiteStore {
                let spent = try store.connections.read {
                    try $0.connection.value("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Item'")
                }
                #expect(spent == .integer(1))
            }
            try stack.work { other in
                try #expect(other.items().isEmpty)
                #expect(throws: NSError.self) { try other.existingObject(with: id) }
            }
            try context.save()
            #expect(item.objectID == id)
            try stack.work { try #expect($0.existingObject(with: id).value(forKey: "title") as? String == "A") }
        }
    }

    @Test("3.7 A context has one object for an ID, by whatever way it is reached", arguments: StoreKind.allCases)
    func uniquing(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        let id = try stack.work { context in
            let list = ShopList(context: context)
            context.add("Milk", to: list)
            try context.save()
            return list.objectID
        }
        try stack.work { context in
            let list = try context.existingObject(with: id)
            let item = try #require(context.items().first)
            #expect(item.list === list && context.object(with: id) === list)
            #expect(context.registeredObject(for: id) === list)
            try #expect(context.existingObject(with: id) === list)
            let request = NSFetchRequest<ShopList>(entityName: "List")
            try #expect(context.fetch(request).first === list)
            #expect((list as? ShopList)?.items?.anyObject() as? ShopItem === item)
        }
    }

    private func missingID(in stack: ShopStack) throws -> NSManagedObjectID {
        try stack.work { context in
            let item = context.add("Milk")
            try context.save()
            let id = item.objectID
            context.delete(item)
            try context.save()
            return id
        }
    }

    @Test(
        "3.8 object(with:) looks at no store; a fault without a row reads as nil and is deleted",
        arguments: StoreKind.allCases)
    func missingRow(_ kind: StoreKind) throws {
        let model = ShopModel.make()
        model.entitiesByName["Item"]?.attributesByName["title"]?.isOptional = false
        let stack = try ShopStack(kind, model)
        let id = try missingID(in: stack)
        try stack.work { context in
            #expect(context.shouldDeleteInaccessibleFaults)
            let item = try #require(context.object(with: id) as? ShopItem)
            #expect(item.isFault && !item.isDeleted && context.deletedObjects.isEmpty)
            #expect(item.title == nil && item.count == 0 && item.timestamp == nil && !item.done)
            #expect(item.isDeleted && context.deletedObjects == [item])
            try context.save()
            #expect(context.deletedObjects.isEmpty && !context.hasChanges)
        }
        stack.work { context in
            let item = context.object(with: id)
            #expect(item.value(forKey: "title") == nil && item.isDeleted)
            context.reset()
            #expect(context.deletedObjects.isEmpty)
        }
    }

    @Test(
        "3.9 existingObject gives the registered object or a realised one, or throws 133000 with the ID",
        arguments: StoreKind.allCases)
    func existing(_ kind: StoreKind) throws {
        let (stack, other) = try (ShopStack(kind), ShopStack(kind))
        let missing = try missingID(in: stack)
        let foreign = try other.work { context in
            let item = context.add("B")
            try context.save()
            return item.objectID
        }
        let id = try stack.work { context in
            let item = context.add("A")
            try #expect(context.existingObject(with: item.objectID) === item)
            try context.save()
            return item.objectID
        }
        try stack.work { context in
            let item = try context.existingObject(with: id)
            #expect(!item.isFault)
            try #expect(context.existingObject(with: id) === item)
            context.delete(item)
            for lost in [missing, foreign, id] {
                let error = #expect(throws: NSError.self) { try context.existingObject(with: lost) }
                #expect(error?.domain == NSCocoaErrorDomain && error?.code == 133000)
                #expect(error.map { Set($0.userInfo.keys) } == ["objectID"])
                #expect(error?.userInfo["objectID"] as? NSManagedObjectID == lost)
            }
            context.rollback()
        }
    }

    @Test("3.10 registeredObject asks no store", arguments: StoreKind.allCases)
    func registered(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        let id = try stack.work { context in
            let item = context.add("A")
            #expect(context.registeredObject(for: item.objectID) === item)
            try context.save()
            return item.objectID
        }
        stack.work { context in
            #expect(context.registeredObject(for: id) == nil)
            let item = context.object(with: id)
            #expect(context.registeredObject(for: id) === item && item.isFault)
        }
    }

    @Test(
        "3.11 A deleted object that was never saved is in deletedObjects until the event ends, then in no set",
        arguments: StoreKind.allCases)
    func annihilation(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let item = context.add("Milk")
            context.delete(item)
            #expect(item.isDeleted && context.deletedObjects == [item])
            context.processPendingChanges()
            #expect(context.deletedObjects.isEmpty && context.insertedObjects.isEmpty && !context.hasChanges)
            let posts = try context.posts(.NSManagedObjectContextDidSave) { try context.save() }
            #expect((posts.first?[NSDeletedObjectsKey] as? Set<NSManagedObject>)?.isEmpty ?? true)
            #expect((posts.first?[NSInsertedObjectsKey] as? Set<NSManagedObject>)?.isEmpty ?? true)
            try #expect(context.items().isEmpty)
        }
    }

    @Test(
        "3.11 A deleted object can be read until the save, and has no context after it", arguments: StoreKind.allCases)
    func deletion(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let item = context.add("Milk")
            try context.save()
            context.delete(item)
            context.processPendingChanges()
            #expect(item.isDeleted && item.title == "Milk" && context.deletedObjects == [item] && context.hasChanges)
            try #expect(context.items().isEmpty)
            try context.save()
            #expect(item.managedObjectContext == nil && !item.isDeleted && context.deletedObjects.isEmpty)
        }
        try stack.work { try #expect($0.items().isEmpty) }
    }

    @Test(
        "3.12 Unchanged objects that nobody holds leave memory, unless the context is told to retain them",
        arguments: StoreKind.allCases)
    func weakRegistration(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            for number in 0..<300 { context.add("\(number)") }
            #expect(context.registeredObjects.count == 300)
            try context.save()
            #expect(context.registeredObjects.isEmpty)
            var items = try context.items()
            items[7].title = "changed"
            #expect(context.registeredObjects.count == 300)
            items = []
            #expect(context.registeredObjects.count == 1)
            context.rollback()
        }
        try stack.work { context in
            context.retainsRegisteredObjects = true
            _ = try context.items()
            #expect(context.registeredObjects.count == 300)
            context.retainsRegisteredObjects = false
            #expect(context.registeredObjects.isEmpty)
        }
    }

    @Test("3.13 After a save nothing is inserted, updated, deleted or changed", arguments: StoreKind.allCases)
    func afterSave(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let (kept, dropped) = (context.add("A"), context.add("B"))
            try context.save()
            kept.title = "C"
            context.delete(dropped)
            let new = context.add("D")
            #expect(context.hasChanges && context.insertedObjects == [new])
            #expect(context.updatedObjects == [kept] && context.deletedObjects == [dropped])
            try context.save()
            #expect(context.insertedObjects.isEmpty && context.updatedObjects.isEmpty)
            #expect(context.deletedObjects.isEmpty && !context.hasChanges)
            #expect(!kept.hasChanges && !new.isInserted && !kept.isUpdated)
        }
    }
}
