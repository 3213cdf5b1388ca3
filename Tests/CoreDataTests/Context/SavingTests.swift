import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct SavingTests {
    @Test(
        "didSave tells what was inserted, updated and deleted; the ID form tells the same",
        arguments: StoreKind.allCases)
    func notifications(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let old = ["A", "B"].map { context.add($0) }
            try context.save()
            old[0].title = "changed"
            context.delete(old[1])
            let new = ["C", "D"].map { context.add($0) }
            var ids: [[AnyHashable: Any]] = []
            let posts = try context.posts(.NSManagedObjectContextDidSave) {
                ids = try context.posts(NSManagedObjectContext.didSaveObjectIDsNotification) { try context.save() }
            }
            #expect(posts.count == 1 && ids.count == 1)
            #expect(posts[0][NSInsertedObjectsKey] as? Set<NSManagedObject> == Set(new))
            #expect(posts[0][NSUpdatedObjectsKey] as? Set<NSManagedObject> == [old[0]])
            #expect(posts[0][NSDeletedObjectsKey] as? Set<NSManagedObject> == [old[1]])
            let inserted = ids[0]["inserted_objectIDs"] as? Set<NSManagedObjectID>
            #expect(inserted == Set(new.map(\.objectID)) && inserted?.contains { $0.isTemporaryID } == false)
            #expect((ids[0]["deleted_objectIDs"] as? Set<NSManagedObjectID>)?.count == 1)
            let empty = try context.posts(.NSManagedObjectContextDidSave) { try context.save() }
            #expect(empty.count == 1 && (empty[0][NSInsertedObjectsKey] as? Set<NSManagedObject>)?.isEmpty == true)
        }
    }

    @Test("A save posts what changed, that it will save, that it did, in this order", arguments: StoreKind.allCases)
    func order(_ kind: StoreKind) throws {
        final class Heard: @unchecked Sendable {
            // Sendable: posted on the queue of the test's context only.
            var names: [Notification.Name] = []
        }
        let names = [
            NSManagedObjectContext.didChangeObjectsNotification, NSManagedObjectContext.willSaveObjectsNotification,
            NSManagedObjectContext.didSaveObjectsNotification, NSManagedObjectContext.didSaveObjectIDsNotification,
        ]
        try ShopStack(kind).work { context in
            let heard = Heard()
            let observers = names.map { name in
                NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { _ in
                    heard.names.append(name)
                }
            }
            defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
            context.add("A")
            try context.save()
            #expect(heard.names == names)
        }
    }

    @Test("objectsDidChange is posted once per event, each object in one set", arguments: StoreKind.allCases)
    func coalescing(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            var item = context.add("A")
            let inserts = context.posts(.NSManagedObjectContextObjectsDidChange) {
                item.count = 2
                context.processPendingChanges()
                context.processPendingChanges()
            }
            #expect(inserts.count == 1 && inserts[0][NSInsertedObjectsKey] as? Set<NSManagedObject> == [item])
            #expect(inserts[0][NSUpdatedObjectsKey] == nil)
            let updates = context.posts(.NSManagedObjectContextObjectsDidChange) {
                item.count = 3
                item.title = "B"
                context.processPendingChanges()
            }
            #expect(updates.count == 1 && updates[0][NSUpdatedObjectsKey] as? Set<NSManagedObject> == [item])
            try context.save()
            let fetch = try context.posts(.NSManagedObjectContextObjectsDidChange) {
                item = try #require(context.items().first)
                context.processPendingChanges()
            }
            #expect(fetch.isEmpty)
        }
    }

    @Test("What willSave changes is saved, and it is called again for what it dirtied", arguments: StoreKind.allCases)
    func willSave(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let item = context.add("A")
            item.inWillSave = { if $0.count < 4 { $0.count += 1 } }
            try context.save()
            #expect(!context.hasChanges)
        }
        try stack.work { try #expect($0.items().first?.count == 4) }
    }

    @Test("A failed save keeps every change, and fails again until the cause is gone", arguments: StoreKind.allCases)
    func failure(_ kind: StoreKind) throws {
        let model = ShopModel.make()
        model.entitiesByName["Item"]?.attributesByName["title"]?.isOptional = false
        let stack = try ShopStack(kind, model)
        try stack.work { context in
            let item = ShopItem(context: context)
            let other = context.add("fine")
            for _ in 0..<2 {
                let error = #expect(throws: NSError.self) { try context.save() }
                #expect(error?.code == NSValidationMissingMandatoryPropertyError)
                #expect(context.insertedObjects == [item, other] && item.objectID.isTemporaryID)
            }
            let seen = try stack.work { try $0.items() }
            #expect(seen.isEmpty)
            item.title = "now"
            try context.save()
        }
        try stack.work { try #expect($0.titles() == ["fine", "now"]) }
    }

    @Test("Setting a value to what it was makes the object updated, and changes nothing", arguments: StoreKind.allCases)
    func equalValue(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let item = context.add("A")
            #expect(item.committedValues(forKeys: ["title"])["title"] is NSNull)
            try context.save()
            item.title = "A"
            #expect(item.isUpdated && context.hasChanges)
            #expect(item.changedValues().isEmpty && !item.hasPersistentChangedValues)
            item.title = "B"
            #expect(item.changedValues().keys.sorted() == ["title"] && item.hasPersistentChangedValues)
            #expect(item.committedValues(forKeys: ["title"])["title"] as? String == "A")
            item.title = "A"
            #expect(item.changedValues().isEmpty)
            try context.save()
            #expect(!context.hasChanges)
        }
    }

    @Test("A primitive value alone is no change; between willChange and didChange it is", arguments: StoreKind.allCases)
    func primitives(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let item = context.add("A")
            try context.save()
            item.setPrimitiveValue("B", forKey: "title")
            #expect(item.title == "B" && !item.isUpdated && item.changedValues().isEmpty)
            item.willChangeValue(forKey: "title")
            item.setPrimitiveValue("C", forKey: "title")
            item.didChangeValue(forKey: "title")
            #expect(item.isUpdated && item.changedValues()["title"] as? String == "C")
            try context.save()
        }
        try stack.work { try #expect($0.titles() == ["C"]) }
    }

    @Test("rollback drops inserts, undoes deletes and reverts updates", arguments: StoreKind.allCases)
    func rollback(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let list = ShopList(context: context)
            let items = ["A", "B"].map { context.add($0, to: list) }
            try context.save()
            items[0].title = "changed"
            items[0].list = nil
            context.delete(items[1])
            let new = context.add("C", to: list)
            context.rollback()
            #expect(!context.hasChanges && new.managedObjectContext == nil)
            #expect(items[0].title == "A" && items[0].list === list && !items[1].isDeleted)
            #expect(list.items == NSSet(array: items))
            try #expect(context.titles() == ["A", "B"])
        }
    }

    @Test("reset lets go of every object", arguments: StoreKind.allCases)
    func reset(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let saved = context.add("A")
            try context.save()
            let unsaved = context.add("B")
            let posts = context.posts(.NSManagedObjectContextObjectsDidChange) { context.reset() }
            #expect(posts.count == 1 && Array(posts[0].keys) == [NSInvalidatedAllObjectsKey])
            #expect(saved.managedObjectContext == nil && saved.isFault && unsaved.managedObjectContext == nil)
            #expect(!context.hasChanges && context.registeredObjects.isEmpty)
            saved.willAccessValue(forKey: nil)
            #expect(!saved.isFault)
            try #expect(context.items().first !== saved)
        }
    }

    @Test("refresh drops changes, or keeps them over fresh values", arguments: StoreKind.allCases)
    func refresh(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let item = context.add("A")
            try context.save()
            try stack.work { other in
                try #require(other.items().first).count = 9
                try other.save()
            }
            item.title = "mine"
            context.refresh(item, mergeChanges: true)
            #expect(item.title == "mine" && item.count == 9 && item.isUpdated)
            context.refresh(item, mergeChanges: false)
            #expect(item.isFault && item.calls.contains("didTurnIntoFault"))
            #expect(item.title == "A" && !context.hasChanges)
            item.title = "mine"
            let other = context.add("new")
            context.processPendingChanges()
            let posts = context.posts(.NSManagedObjectContextObjectsDidChange) { context.refreshAllObjects() }
            #expect((posts.last?[NSRefreshedObjectsKey] as? Set<NSManagedObject>)?.count == 2)
            #expect(item.title == "mine" && other.title == "new")
        }
    }
}
