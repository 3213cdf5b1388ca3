import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractSavingTests {
    /// What happened, in order: names of notifications and hooks.
    private final class Heard: @unchecked Sendable {
        // Sendable: posted on the queue of the test's context only.
        var names: [String] = []
    }

    /// Hears the notifications of those names while the body runs.
    private func hearing(
        _ names: [String: Notification.Name], of context: NSManagedObjectContext, _ body: (Heard) throws -> Void
    ) rethrows {
        let heard = Heard()
        let observers = names.map { name, notification in
            NotificationCenter.default.addObserver(forName: notification, object: context, queue: nil) { _ in
                heard.names.append(name)
            }
        }
        defer { for observer in observers { NotificationCenter.default.removeObserver(observer) } }
        try body(heard)
    }

    private let saving = [
        "didChange": Notification.Name.NSManagedObjectContextObjectsDidChange,
        "willSave": .NSManagedObjectContextWillSave, "didSave": .NSManagedObjectContextDidSave,
        "didSaveIDs": NSManagedObjectContext.didSaveObjectIDsNotification,
    ]

    /// The texts of the ID forms are those of Apple's symbols; no thread or binding shows them otherwise.
    @Test("6.1 Notifications have Apple's names")
    func names() {
        typealias Context = NSManagedObjectContext
        #expect(Context.didChangeObjectsNotification.rawValue == "NSObjectsChangedInManagingContextNotification")
        #expect(Context.didSaveObjectsNotification.rawValue == "NSManagingContextDidSaveChangesNotification")
        #expect(Context.willSaveObjectsNotification.rawValue == "NSManagingContextWillSaveChangesNotification")
        #expect(Context.didChangeObjectsNotification == .NSManagedObjectContextObjectsDidChange)
        #expect(Context.didSaveObjectsNotification == .NSManagedObjectContextDidSave)
        #expect(Context.willSaveObjectsNotification == .NSManagedObjectContextWillSave)
        #expect(Context.didSaveObjectIDsNotification == .NSManagedObjectContextDidSaveObjectIDs)
        #expect(Context.didMergeChangesObjectIDsNotification == .NSManagedObjectContextDidMergeChangesObjectIDs)
        #expect(
            Context.didSaveObjectIDsNotification.rawValue == "NSManagedObjectContextDidSaveObjectIDsNotification")
        #expect(
            Context.didMergeChangesObjectIDsNotification.rawValue
                == "NSManagedObjectContextDidMergeChangesObjectIDsNotification")
    }

    @Test("6.2 The keys of notifications have Apple's texts")
    func keys() {
        typealias Key = NSManagedObjectContext.NotificationKey
        let objects = [
            NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey, NSRefreshedObjectsKey,
            NSInvalidatedObjectsKey, NSInvalidatedAllObjectsKey,
        ]
        #expect(objects == ["inserted", "updated", "deleted", "refreshed", "invalidated", "invalidatedAll"])
        let keys: [Key] = [
            .insertedObjects, .updatedObjects, .deletedObjects, .refreshedObjects, .invalidatedObjects,
            .invalidatedAllObjects,
        ]
        #expect(keys.map(\.rawValue) == objects)
        let ids: [Key] = [
            .insertedObjectIDs, .updatedObjectIDs, .deletedObjectIDs, .refreshedObjectIDs, .invalidatedObjectIDs,
        ]
        #expect(ids.map(\.rawValue) == objects.prefix(5).map { $0 + "_objectIDs" })
        let globals = [
            NSInsertedObjectIDsKey, NSUpdatedObjectIDsKey, NSDeletedObjectIDsKey, NSRefreshedObjectIDsKey,
            NSInvalidatedObjectIDsKey,
        ]
        #expect(globals == ids.map(\.rawValue))
        #expect(Key.queryGeneration.rawValue == "newQueryGeneration" && NSPersistentHistoryTokenKey == "historyToken")
    }

    @Test(
        "6.3 A save ends the event, announces itself, validates, writes and tells, in this order",
        arguments: StoreKind.allCases)
    func order(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind, ShopModel.noting())
        try stack.work { context in
            let item = context.note("A")
            try hearing(saving, of: context) { heard in
                for hook in ["willSave", "validateForInsert", "didSave"] {
                    item.inHook[hook] = { item in
                        heard.names.append("object." + hook)
                        if hook == "willSave", item.count == 1 { item.count = 2 }
                    }
                }
                try context.save()
                #expect(
                    heard.names == [
                        "didChange", "willSave", "object.willSave", "didChange", "object.willSave",
                        "object.validateForInsert", "object.didSave", "didSave", "didSaveIDs",
                    ])
            }
        }
        try stack.work { try #expect($0.items().first?.count == 2) }
    }

    @Test("6.4 didSave tells of 2 inserts, 1 update and 1 deletion, and so do the IDs", arguments: StoreKind.allCases)
    func content(_ kind: StoreKind) throws {
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
            let sets = ["inserted", "updated", "deleted"].map { ids[0][$0 + "_objectIDs"] as? Set<NSManagedObjectID> }
            #expect(sets.map { $0?.count } == [2, 1, 1])
        }
    }

    @Test(
        "6.5 didSaveObjectIDs of a root has permanent IDs; of a child those of its inserts are temporary",
        arguments: StoreKind.allCases)
    func ids(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        let parent = stack.context()
        func inserted(_ context: NSManagedObjectContext) throws -> Set<NSManagedObjectID>? {
            try context.checked {
                context.add("A")
                let posts = try context.posts(NSManagedObjectContext.didSaveObjectIDsNotification) {
                    try context.save()
                }
                return posts.first?["inserted_objectIDs"] as? Set<NSManagedObjectID>
            }
        }
        try #expect(inserted(parent)?.map(\.isTemporaryID) == [false])
        try #expect(inserted(parent.child())?.map(\.isTemporaryID) == [true])
    }

    @Test("6.6 A save of nothing still posts didSave, with empty sets", arguments: StoreKind.allCases)
    func nothing(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let posts = try context.posts(.NSManagedObjectContextDidSave) { try context.save() }
            #expect(posts.count == 1)
            for key in [NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey] {
                #expect((posts[0][key] as? Set<NSManagedObject>)?.isEmpty == true)
            }
        }
    }

    @Test("6.7 objectsDidChange comes once for an event, with one entry for an object", arguments: StoreKind.allCases)
    func coalescing(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let item = context.add("A")
            let inserts = context.posts(.NSManagedObjectContextObjectsDidChange) {
                item.count = 2
                context.processPendingChanges()
                context.processPendingChanges()
            }
            #expect(inserts.count == 1 && inserts[0][NSInsertedObjectsKey] as? Set<NSManagedObject> == [item])
            #expect(inserts[0][NSUpdatedObjectsKey] == nil)
            try context.save()
            let updates = context.posts(.NSManagedObjectContextObjectsDidChange) {
                item.count = 3
                item.title = "B"
                context.processPendingChanges()
            }
            #expect(updates.count == 1 && updates[0][NSUpdatedObjectsKey] as? Set<NSManagedObject> == [item])
            context.rollback()
        }
    }

    @Test("6.8 perform ends the event, on the context's queue", .timeLimit(.minutes(15)))
    func performing() async throws {
        let stack = try ShopStack(.null)
        let context = stack.context()
        // Left at the end: another context may come to lie where this one was.
        nonisolated(unsafe) var observer: (any NSObjectProtocol)?
        defer { observer.map(NotificationCenter.default.removeObserver) }
        let posts = await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
            // Posted once: nothing else happens in the context.
            observer = NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
            ) { [weak context] _ in continuation.resume(returning: context?.queue.isCurrent == true) }
            context.perform { context.add("A") }
        }
        withExtendedLifetime(context) {}
        #expect(posts)
        withExtendedLifetime(stack) {}
    }

    @Test("6.8 performAndWait runs on the caller's thread, nests, and posts nothing")
    func performingAndWaiting() throws {
        let stack = try ShopStack(.null)
        let context = stack.context()
        let thread = Thread.current
        context.performAndWait {
            let posts = context.posts(.NSManagedObjectContextObjectsDidChange) {
                context.performAndWait {
                    #expect(Thread.current == thread)
                    context.add("B")
                }
            }
            #expect(posts.isEmpty)
            let ended = context.posts(.NSManagedObjectContextObjectsDidChange) { context.processPendingChanges() }
            #expect(ended.count == 1)
        }
    }

    @MainActor
    @Test("6.9 A context of the main queue posts at the end of the turn, without being asked")
    func mainQueue() async throws {
        let context = NSManagedObjectContext(.mainQueue)
        let stack = try ShopStack(.null)
        context.persistentStoreCoordinator = stack.coordinator
        nonisolated(unsafe) var count = 0
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
        ) { _ in count += 1 }
        defer { NotificationCenter.default.removeObserver(observer) }
        context.add("A")
        context.add("B")
        #expect(count == 0)
        await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
        #expect(count == 1)
    }

    @Test("6.10 didSave has a history token if the store tracks history, and no query generation")
    func token() throws {
        for (options, isTracking) in [(Stack.history, true), ([:], false)] {
            try ShopStack(.file, options: options).work { context in
                context.add("A")
                let posts = try context.posts(.NSManagedObjectContextDidSave) { try context.save() }
                #expect((posts[0]["historyToken"] as? NSPersistentHistoryToken != nil) == isTracking)
                #expect(posts[0]["newQueryGeneration"] == nil)
            }
        }
    }

    @Test(
        "6.11 A failed save keeps every change and writes nothing, and fails again until a rollback",
        arguments: StoreKind.allCases)
    func failure(_ kind: StoreKind) throws {
        let model = ShopModel.make()
        model.entitiesByName["Item"]?.attributesByName["title"]?.isOptional = false
        let stack = try ShopStack(kind, model)
        try stack.work { context in
            let (changed, deleted) = (context.add("A"), context.add("B"))
            try context.save()
            let (wrong, fine) = (ShopItem(context: context), context.add("fine"))
            changed.title = "C"
            context.delete(deleted)
            for _ in 0..<2 {
                let error = #expect(throws: NSError.self) { try context.save() }
                #expect(error?.code == NSValidationMissingMandatoryPropertyError)
                #expect(context.insertedObjects == [wrong, fine] && wrong.objectID.isTemporaryID)
                #expect(context.updatedObjects == [changed] && context.deletedObjects == [deleted])
                try stack.work { try #expect($0.titles() == ["A", "B"]) }
            }
            context.rollback()
            try context.save()
        }
        try stack.work { try #expect($0.titles() == ["A", "B"]) }
    }

    @Test("6.13 A save to a store that is read only throws 513 with its options and URL, and keeps the changes")
    func readOnly() throws {
        try SampleFiles.withFolder { folder in
            let url = folder.appendingPathComponent("Shop.sqlite")
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ShopModel.make())
            try coordinator.remove(coordinator.addPersistentStore(type: .sqlite, at: url))
            let store = try coordinator.addPersistentStore(
                type: .sqlite, at: url, options: [NSReadOnlyPersistentStoreOption: true])
            let context = NSManagedObjectContext(.privateQueue)
            context.persistentStoreCoordinator = coordinator
            context.checked {
                let item = context.add("A")
                let error = #expect(throws: NSError.self) { try context.save() }
                #expect(error?.domain == NSCocoaErrorDomain && error?.code == 513)
                #expect(error?.userInfo["reason"] is String && error?.userInfo["storeURL"] as? URL == url)
                #expect(error?.userInfo["NSPersistentStoreOptions"] is [AnyHashable: Any])
                #expect(context.insertedObjects == [item])
                context.rollback()
            }
            try coordinator.remove(store)
        }
    }

    /// Apple has been seen to add the context itself; whoever merges takes the notification's object.
    @Test("6.14 didSave of an update has no entry but the sets of objects", arguments: StoreKind.allCases)
    func entries(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let item = context.add("A")
            try context.save()
            item.title = "B"
            let posts = try context.posts(.NSManagedObjectContextDidSave) { try context.save() }
            #expect(Set(posts[0].keys).isSubset(of: ["inserted", "updated", "deleted"]))
            #expect(posts[0]["updated"] as? Set<NSManagedObject> == [item])
        }
    }

    @Test("6.16 willSave has no userInfo", arguments: StoreKind.allCases)
    func willSave(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            context.add("A")
            nonisolated(unsafe) var infos: [[AnyHashable: Any]?] = []
            let observer = NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextWillSave, object: context, queue: nil
            ) { infos.append($0.userInfo) }
            defer { NotificationCenter.default.removeObserver(observer) }
            try context.save()
            #expect(infos.count == 1 && infos[0] == nil)
        }
    }

    @Test("6.17 A fetch posts nothing", arguments: StoreKind.allCases)
    func fetching(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            context.add("A")
            try context.save()
        }
        try stack.work { context in
            var items: [ShopItem] = []
            let posts = try context.posts(.NSManagedObjectContextObjectsDidChange) {
                items = try context.items()
                context.processPendingChanges()
            }
            #expect(posts.isEmpty && items.count == 1)
        }
    }
}
