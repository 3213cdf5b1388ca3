import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct MergingTests {
    /// A stack with one saved item, and a context that holds it realised.
    private func stack(_ kind: StoreKind) throws -> (ShopStack, NSManagedObjectContext, NSManagedObjectID) {
        let stack = try ShopStack(kind)
        let id = try stack.work { context in
            let item = context.add("A")
            try context.save()
            return item.objectID
        }
        let context = stack.context()
        return (stack, context, id)
    }

    private func change(_ stack: ShopStack, _ body: (NSManagedObjectContext) throws -> Void) throws -> Notification {
        try stack.work { context in
            try body(context)
            final class Box: @unchecked Sendable {
                // Sendable: written on the context's queue, read after it.
                var notification: Notification?
            }
            let box = Box()
            let observer = NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextDidSave, object: context, queue: nil
            ) { box.notification = $0 }
            defer { NotificationCenter.default.removeObserver(observer) }
            try context.save()
            return try #require(box.notification)
        }
    }

    @Test("Siblings see each other's saves at once if they merge automatically", arguments: StoreKind.allCases)
    func automatic(_ kind: StoreKind) throws {
        let (stack, context, id) = try stack(kind)
        let deaf = stack.context()
        context.performAndWait { context.automaticallyMergesChangesFromParent = true }
        try context.checked {
            let item = try context.existingObject(with: id) as? ShopItem
            let other = try deaf.performAndWait { try UnsafeTransfer(deaf.existingObject(with: id) as? ShopItem) }.value
            _ = try change(stack) { try #require($0.items().first).title = "B" }
            // The merge was queued while this block held the queue.
            #expect(item?.title == "A" && other?.title == "A")
        }
        try context.checked {
            let item = context.registeredObject(for: id) as? ShopItem
            #expect(item == nil)
            try #expect(context.items().first?.title == "B")
        }
    }

    /// - Parameter state: of the object as the news come: read, a fault, or not in memory.
    @Test(
        "A late merge takes back nothing that was saved since", arguments: StoreKind.allCases,
        ["read", "fault", "away"])
    func late(_ kind: StoreKind, state: String) throws {
        let (stack, context, id) = try stack(kind)
        let news = try change(stack) { try #require($0.items().first).title = "B" }
        try context.checked {
            var item = context.object(with: id) as? ShopItem
            item?.title = "C"
            try context.save()
            if state != "read" { context.refreshAllObjects() }
            if state == "away" {
                item = nil
                context.reset()
            }
            context.mergeChanges(fromContextDidSave: news)
            let merged = try #require(item ?? context.object(with: id) as? ShopItem)
            #expect(merged.title == "C")
            merged.title = "D"
            try context.save()
            context.refreshAllObjects()
            #expect(merged.title == "D")
        }
    }

    @Test("Late news of a deletion leave what was saved over it since", arguments: StoreKind.allCases)
    func lateDeletion(_ kind: StoreKind) throws {
        let (stack, context, id) = try stack(kind)
        try context.checked {
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            let item = try #require(context.existingObject(with: id) as? ShopItem)
            #expect(item.title == "A")
            let changed = try change(stack) { try #require($0.items().first).title = "B" }
            let deleted = try change(stack) { $0.delete($0.object(with: id)) }
            item.title = "C"
            try context.save()
            for news in [changed, deleted] {
                context.mergeChanges(fromContextDidSave: news)
                #expect(!item.isDeleted && item.title == "C" && context.insertedObjects.isEmpty)
            }
            try #expect(context.titles() == ["C"])
            item.title = "D"
            try context.save()
            // What is gone for good is merged as ever.
            let again = try change(stack) { $0.delete($0.object(with: id)) }
            context.mergeChanges(fromContextDidSave: again)
            try #expect(item.isDeleted && context.titles() == [])
        }
    }

    @Test(
        "Late news of a change to what was deleted since bring no empty row into a list", arguments: StoreKind.allCases)
    func lateChange(_ kind: StoreKind) throws {
        let (stack, context, id) = try stack(kind)
        try context.checked {
            let request = NSFetchRequest<ShopItem>(entityName: "Item")
            // No value at all fits as well.
            request.predicate = NSPredicate(format: "timestamp == nil")
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            let list = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            let delegate = RecordingDelegate()
            list.delegate = delegate
            try list.performFetch()
            #expect(list.fetchedObjects?.count == 1)
            let changed = try change(stack) { try #require($0.items().first).title = "B" }
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            // Nobody holds the object, so that nothing of it is left when the news come.
            context.delete(context.object(with: id))
            try context.save()
            #expect(list.fetchedObjects?.count == 0)
            context.mergeChanges(fromContextDidSave: changed)
            #expect(list.fetchedObjects?.count == 0)
            withExtendedLifetime(delegate) {}
        }
    }

    @Test("A pending edit that another context saved as well is no change any more", arguments: StoreKind.allCases)
    func sameEdits(_ kind: StoreKind) throws {
        let (stack, context, id) = try stack(kind)
        try context.checked {
            let item = try #require(context.existingObject(with: id) as? ShopItem)
            item.title = "B"
            item.count = 3
            let saved = try change(stack) { try #require($0.items().first).title = "B" }
            context.mergeChanges(fromContextDidSave: saved)
            #expect(item.title == "B" && Array(item.changedValues().keys) == ["count"])
            item.count = 1
            #expect(!item.hasPersistentChangedValues)
        }
    }

    @Test("A relationship that was read shows what another context added to it", arguments: StoreKind.allCases)
    func relationships(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        let id = try stack.work { context in
            let list = ShopList(context: context)
            context.add("A", to: list)
            try context.save()
            return list.objectID
        }
        let context = stack.context()
        try context.checked {
            let list = try #require(context.existingObject(with: id) as? ShopList)
            #expect(list.items?.count == 1)
            let saved = try change(stack) { $0.add("B", to: $0.object(with: id) as? ShopList) }
            context.mergeChanges(fromContextDidSave: saved)
            #expect(list.items?.count == 2)
        }
    }

    @Test("A relationship that was read loses what was deleted past the context", arguments: StoreKind.allCases)
    func deletedMembers(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        let (list, item) = try stack.work { context in
            let list = ShopList(context: context)
            let items = ["A", "B"].map { context.add($0, to: list) }
            try context.save()
            return (list.objectID, items[0].objectID)
        }
        try stack.work { context in
            let list = try #require(context.existingObject(with: list) as? ShopList)
            let items = try context.items()
            #expect(list.items == NSSet(array: items))
            _ = try change(stack) { $0.delete($0.object(with: item)) }
            // Nothing is said of the list.
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectsKey: [item]], into: [context])
            #expect(list.items == NSSet(array: [items[1]]))
        }
    }

    @Test("A rollback does not bring back what was deleted past the context", arguments: StoreKind.allCases)
    func rollback(_ kind: StoreKind) throws {
        let (stack, context, id) = try stack(kind)
        _ = try change(stack) { $0.add("Z") }
        try context.checked {
            let items = try context.items()
            items[1].title = "mine"
            let saved = try change(stack) { $0.delete($0.object(with: id)) }
            context.mergeChanges(fromContextDidSave: saved)
            let posts = context.posts(.NSManagedObjectContextObjectsDidChange) { context.rollback() }
            #expect(posts.count == 1 && posts[0][NSRefreshedObjectsKey] as? Set<NSManagedObject> == [items[1]])
            #expect(items[0].isDeleted && items[1].title == "Z" && !context.hasChanges)
            try context.save()
            try #expect(context.titles() == ["Z"])
        }
    }

    @Test("IDs and URIs of what was written past a context merge as well", arguments: StoreKind.allCases)
    func remote(_ kind: StoreKind) throws {
        let (stack, context, id) = try stack(kind)
        try context.checked {
            let item = try #require(context.existingObject(with: id) as? ShopItem)
            #expect(item.title == "A")
            _ = try change(stack) { try #require($0.items().first).title = "B" }
            let uri = id.uriRepresentation()
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSUpdatedObjectsKey: [uri]], into: [context])
            #expect(item.title == "B")
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectsKey: [id]], into: [context])
            #expect(item.isDeleted)
        }
    }
}
