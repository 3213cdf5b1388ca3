import CoreData
import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractBatchContextTests {
    @Test("14.9 Contexts know nothing of a batch until they merge it", arguments: Batch.kinds)
    func merge(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            for title in ["A", "B", "C"] { context.add(title) }
            try context.save()
            let items = try context.items()
            _ = items.map(\.title)
            let update = NSBatchUpdateRequest(entityName: "Item")
            update.propertiesToUpdate = ["title": "X"]
            update.predicate = NSPredicate(format: "title == 'A'")
            update.resultType = .updatedObjectIDsResultType
            let updated = try Batch.ids(context.execute(update))
            let delete = NSBatchDeleteRequest(objectIDs: [items[1].objectID])
            delete.resultType = .resultTypeObjectIDs
            let deleted = try Batch.ids(context.execute(delete))
            let insert = Batch.insert(["N"])
            insert.resultType = .objectIDs
            let inserted = try Batch.ids(context.execute(insert))
            #expect(items.map(\.title) == ["A", "B", "C"] && !context.hasChanges && !items[1].isDeleted)
            context.refresh(items[0], mergeChanges: false)
            #expect(items[0].title == "A", "The row in memory is as old as the object.")
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [
                    NSUpdatedObjectsKey: updated, NSDeletedObjectsKey: deleted, NSInsertedObjectsKey: inserted,
                ], into: [context])
            #expect(items[0].title == "X" && items[1].isDeleted)
            #expect((context.object(with: inserted[0]) as? ShopItem)?.title == "N")
        }
    }

    @Test("14.10 A batch has a transaction of its own in the history, and posts no save", arguments: [StoreKind.file])
    func history(_ kind: StoreKind) async throws {
        let model = ShopModel.make(items: .cascadeDeleteRule)
        model.entitiesByName["Item"]?.attributesByName["title"]?.preservesValueInHistoryOnDeletion = true
        let stack = try ShopStack(
            kind, model,
            options: [
                NSPersistentHistoryTrackingKey: true, NSPersistentStoreRemoteChangeNotificationPostOptionKey: true,
            ])
        let context = stack.context()
        let token = stack.coordinator.currentPersistentHistoryToken(fromStores: nil)
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            let observer = Once(done)
            observer.observe(stack.coordinator)
            context.perform {
                let saves = context.posts(.NSManagedObjectContextDidSave) {
                    context.transactionAuthor = "importer"
                    try? self.writeAll(context)
                }
                #expect(saves.count == 1, "That of the list alone.")
            }
        }
        try context.checked {
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
            let result = try context.execute(request) as? NSPersistentHistoryResult
            let transactions = try #require(result?.result as? [NSPersistentHistoryTransaction])
            #expect(transactions.map { $0.changes?.count } == [1, 2, 2, 3])
            #expect(transactions.allSatisfy { $0.author == "importer" })
            let changes = transactions.compactMap(\.changes)
            #expect(changes[1].allSatisfy { $0.changeType == .insert && $0.updatedProperties == nil })
            #expect(changes[2].allSatisfy { $0.changeType == .update })
            #expect(
                changes[2].map { Set(($0.updatedProperties ?? []).map(\.name)) } == [
                    ["count", "list"], ["count", "list"],
                ])
            #expect(changes[3].allSatisfy { $0.changeType == .delete })
            let tombstones = changes[3].compactMap { $0.tombstone?["title"] as? String }
            #expect(tombstones.sorted() == ["A", "B"])
            let numbers = changes.flatMap(\.self).map(\.changeID)
            #expect(Set(numbers).count == numbers.count)
        }
    }

    private func writeAll(_ context: NSManagedObjectContext) throws {
        let list = ShopList(context: context)
        try context.save()
        try context.execute(Batch.insert(["A", "B"]))
        let update = NSBatchUpdateRequest(entityName: "Item")
        update.propertiesToUpdate = ["count": NSExpression(format: "count + 1"), "list": list]
        try context.execute(update)
        // Nothing is found: nothing is left of it.
        update.predicate = NSPredicate(value: false)
        try context.execute(update)
        try context.execute(NSBatchDeleteRequest(fetchRequest: Batch.search("List")))
    }

    private final class Once: @unchecked Sendable {
        // Sendable: guarded by the lock.
        private let lock = NSLock()
        private var continuation: CheckedContinuation<Void, Never>?
        private var observer: (any NSObjectProtocol)?

        init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }

        func observe(_ coordinator: NSPersistentStoreCoordinator) {
            observer = NotificationCenter.default.addObserver(
                forName: .NSPersistentStoreRemoteChange, object: coordinator, queue: nil
            ) { _ in
                self.lock.withLock {
                    self.continuation?.resume()
                    self.continuation = nil
                    self.observer.map(NotificationCenter.default.removeObserver)
                    self.observer = nil
                }
            }
        }
    }

    @Test("14.11 What is pending in the context is neither saved nor touched", arguments: Batch.kinds)
    func pending(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let saved = context.add("A")
            try context.save()
            saved.title = "changed"
            context.add("new")
            try context.execute(Batch.insert(["N"]))
            let update = NSBatchUpdateRequest(entityName: "Item")
            update.propertiesToUpdate = ["count": 7]
            try context.execute(update)
            #expect(context.insertedObjects.count == 1 && saved.title == "changed" && context.updatedObjects == [saved])
            try #expect(stack.work { try $0.titles() } == ["A", "N"])
        }
    }

    @Test(
        "14.12 An object whose row is gone stays readable; saving a change of it is a conflict", arguments: Batch.kinds)
    func gone(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let item = context.add("A")
            try context.save()
            try context.execute(NSBatchDeleteRequest(fetchRequest: Batch.search()))
            #expect(item.title == "A" && !item.isDeleted)
            item.title = "B"
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSManagedObjectMergeError)
        }
    }

    @Test("14.13 The IDs of inserted rows are permanent, and lead to the rows", arguments: Batch.kinds)
    func permanentIDs(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let insert = Batch.insert((0..<700).map { "\($0)" })
            insert.resultType = .objectIDs
            let ids = try Batch.ids(context.execute(insert))
            #expect(ids.count == 700 && ids.allSatisfy { !$0.isTemporaryID })
            try #expect((context.existingObject(with: ids[650]) as? ShopItem)?.title == "650")
        }
    }

    @Test("14.9 A controller hears of a batch insert that is merged")
    func controller() throws {
        try ShopStack(.file).work { context in
            let request = NSFetchRequest<ShopItem>(entityName: "Item")
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            final class Delegate: NSFetchedResultsControllerDelegate {
                func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}
            }
            let delegate = Delegate()
            controller.delegate = delegate
            try controller.performFetch()
            let insert = Batch.insert(["B", "A", "C"])
            insert.resultType = .objectIDs
            let ids = try Batch.ids(context.execute(insert))
            #expect(controller.fetchedObjects?.count == 0)
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [NSInsertedObjectsKey: ids], into: [context])
            #expect(controller.fetchedObjects?.map(\.title) == ["A", "B", "C"])
        }
    }
}
