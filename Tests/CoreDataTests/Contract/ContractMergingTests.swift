import CoreData
import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractMergingTests {
    /// The notification of a save in a context of its own.
    private func saved(
        _ stack: ShopStack, _ body: (NSManagedObjectContext) throws -> Void
    ) throws -> Notification {
        try stack.work { context in
            try body(context)
            let posts = try context.posts(.NSManagedObjectContextDidSave) { try context.save() }
            return Notification(name: .NSManagedObjectContextDidSave, object: context, userInfo: posts.first)
        }
    }

    /// A stack with items of those titles, saved.
    private func stack(_ kind: StoreKind, _ titles: String...) throws -> ShopStack {
        let stack = try ShopStack(kind)
        try stack.work { context in
            for title in titles { context.add(title) }
            try context.save()
        }
        return stack
    }

    private func item(_ title: String, in context: NSManagedObjectContext) throws -> ShopItem {
        try #require(try context.items("title == '\(title)'").first)
    }

    @Test(
        "8.9 A merge posts every insert, of updates those realised here, of deletions those registered",
        arguments: StoreKind.allCases)
    func posts(_ kind: StoreKind) throws {
        let stack = try stack(kind, "A", "B", "C", "D", "E")
        try stack.work { context in
            let (realised, fault, deleted) = try (
                item("A", in: context), item("B", in: context), item("C", in: context)
            )
            _ = realised.title
            context.refresh(fault, mergeChanges: false)
            context.processPendingChanges()
            let notification = try saved(stack) { other in
                for title in ["A", "B", "D"] { try item(title, in: other).count = 9 }
                for title in ["C", "E"] { other.delete(try item(title, in: other)) }
                other.add("F")
            }
            let posts = context.posts(.NSManagedObjectContextObjectsDidChange) {
                context.mergeChanges(fromContextDidSave: notification)
            }
            #expect(posts.count == 1)
            #expect((posts[0][NSInsertedObjectsKey] as? Set<ShopItem>)?.map(\.title) == ["F"])
            #expect(posts[0][NSRefreshedObjectsKey] as? Set<NSManagedObject> == [realised])
            #expect(posts[0][NSDeletedObjectsKey] as? Set<NSManagedObject> == [deleted])
            #expect(fault.count == 9 && realised.count == 9)
        }
    }

    @Test(
        "8.10 Merged inserts are inserted, merged updates refreshed, and nothing is left to save",
        arguments: StoreKind.allCases)
    func kinds(_ kind: StoreKind) throws {
        let stack = try stack(kind, "A")
        try stack.work { context in
            let own = try item("A", in: context)
            _ = own.title
            let notification = try saved(stack) { other in
                try item("A", in: other).title = "B"
                other.add("C")
            }
            let posts = context.posts(.NSManagedObjectContextObjectsDidChange) {
                context.mergeChanges(fromContextDidSave: notification)
            }
            #expect(posts.count == 1 && (posts[0][NSInsertedObjectsKey] as? Set<NSManagedObject>)?.count == 1)
            #expect(posts[0][NSRefreshedObjectsKey] as? Set<NSManagedObject> == [own])
            #expect((posts[0][NSUpdatedObjectsKey] as? Set<NSManagedObject>)?.isEmpty ?? true)
            #expect(!context.hasChanges && own.title == "B" && !own.hasChanges)
        }
    }

    @Test(
        "8.11 A registered object that was deleted elsewhere is among the deleted ones", arguments: StoreKind.allCases)
    func deleted(_ kind: StoreKind) throws {
        let stack = try stack(kind, "A", "B")
        try stack.work { context in
            let items = try context.items()
            let notification = try saved(stack) { $0.delete(try item("A", in: $0)) }
            context.mergeChanges(fromContextDidSave: notification)
            #expect(context.deletedObjects == [items[0]] && items[0].isDeleted)
            #expect(context.insertedObjects.isEmpty && context.registeredObjects.count == 2)
            try context.save()
            #expect(context.deletedObjects.isEmpty)
        }
    }

    @Test(
        "8.12 A merge posts the IDs as well: 1 inserted, 2 updated and refreshed, none deleted",
        arguments: StoreKind.allCases)
    func ids(_ kind: StoreKind) throws {
        let stack = try stack(kind, "A", "B")
        try stack.work { context in
            let items = try context.items()
            for item in items { _ = item.title }
            let notification = try saved(stack) { other in
                for item in try other.items() { item.count = 9 }
                other.add("C")
            }
            let posts = context.posts(NSManagedObjectContext.didMergeChangesObjectIDsNotification) {
                context.mergeChanges(fromContextDidSave: notification)
            }
            func count(_ key: NSManagedObjectContext.NotificationKey) -> Int {
                (posts.first?[key.rawValue] as? Set<NSManagedObjectID>)?.count ?? 0
            }
            #expect(posts.count == 1 && count(.insertedObjectIDs) == 1 && count(.updatedObjectIDs) == 2)
            #expect(count(.refreshedObjectIDs) == 2 && count(.deletedObjectIDs) == 0)
        }
    }

    @Test("8.13 Pending edits survive a merge, property by property", arguments: StoreKind.allCases)
    func pendingEdits(_ kind: StoreKind) throws {
        let stack = try stack(kind, "A")
        try stack.work { context in
            let own = try item("A", in: context)
            own.title = "mine"
            let notification = try saved(stack) { other in
                let theirs = try item("A", in: other)
                theirs.title = "theirs"
                theirs.count = 42
            }
            context.mergeChanges(fromContextDidSave: notification)
            #expect(own.title == "mine" && own.count == 42 && own.isUpdated)
            #expect(Set(own.changedValues().keys) == ["title"])
            try context.save()
        }
        try stack.work { try #expect($0.items("title == 'mine' AND count == 42").count == 1) }
    }

    @Test("8.14 What was written past a context is merged by IDs or URIs", arguments: [false, true])
    func remote(_ byURI: Bool) throws {
        let stack = try stack(.file, "A", "B")
        try stack.work { context in
            let (changed, gone) = try (item("A", in: context), item("B", in: context))
            _ = (changed.title, gone.title)
            // Any store's URL is there.
            let connection = try Connection(path: stack.store.url!.path, access: .readWrite, timeout: 5)
            let keys = try [changed, gone].map { object in
                try #require(Int(object.objectID.uriRepresentation().lastPathComponent.dropFirst()))
            }
            try connection.execute(
                """
                UPDATE ZITEM SET ZTITLE = 'C', Z_OPT = 2 WHERE Z_PK = \(keys[0]);
                DELETE FROM ZITEM WHERE Z_PK = \(keys[1]);
                INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZTITLE) VALUES (7, 1, 1, 'D');
                UPDATE Z_PRIMARYKEY SET Z_MAX = 7 WHERE Z_NAME = 'Item';
                """)
            let uri = try #require(URL(string: "x-coredata://\(stack.store.identifier!)/Item/p7"))
            let new = try #require(stack.coordinator.managedObjectID(forURIRepresentation: uri))
            func named(_ id: NSManagedObjectID) -> [Any] { byURI ? [id.uriRepresentation()] : [id] }
            let request = NSFetchRequest<ShopItem>(entityName: "Item")
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            let results = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            let delegate = RecordingDelegate()
            results.delegate = delegate
            try results.performFetch()
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [
                    NSInsertedObjectsKey: named(new), NSUpdatedObjectsKey: named(changed.objectID),
                    NSDeletedObjectsKey: named(gone.objectID),
                ], into: [context])
            #expect(changed.title == "C" && gone.isDeleted && !context.hasChanges)
            #expect(results.fetchedObjects?.map(\.title) == ["C", "D"])
            withExtendedLifetime(delegate) {}
        }
    }

    @Test("A refresh after a merge finds that a row is gone that others deleted, though the merge named it as updated")
    func vanished() throws {
        let stack = try stack(.file, "A")
        try stack.work { context in
            let item = try item("A", in: context)
            // Any store's URL is there.
            try Connection(path: stack.store.url!.path, access: .readWrite, timeout: 5).execute("DELETE FROM ZITEM")
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [NSUpdatedObjectsKey: [item.objectID]], into: [context])
            context.refreshAllObjects()
            #expect(item.title == nil && item.isDeleted)
        }
    }

    @Test(
        "8.20 Merging a save's notification renews the updated, brings the inserted as faults, deletes the deleted",
        arguments: StoreKind.allCases)
    func notification(_ kind: StoreKind) throws {
        let stack = try stack(kind, "A", "B")
        try stack.work { context in
            let items = try context.items()
            for item in items { _ = item.title }
            let notification = try saved(stack) { other in
                try item("A", in: other).title = "C"
                other.delete(try item("B", in: other))
                other.add("D")
            }
            let posts = context.posts(.NSManagedObjectContextObjectsDidChange) {
                context.mergeChanges(fromContextDidSave: notification)
            }
            #expect(items[0].title == "C" && items[1].isDeleted)
            let new = try #require((posts[0][NSInsertedObjectsKey] as? Set<ShopItem>)?.first)
            #expect(new.isFault && new.title == "D" && !new.isInserted)
        }
    }
}
