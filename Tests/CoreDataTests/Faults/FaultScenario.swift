import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// Something that is done to a store while its files fail.
struct FaultScenario: CustomTestStringConvertible, Sendable {
    /// What is to be done once the store is as it was before, and what is looked at afterwards.
    struct Work {
        /// Throws what the store throws; run again it does what it could not do before.
        let run: () throws -> Void
        /// What is to be done where `run` does not, because something was read wrongly.
        var beginAnew: (() throws -> Void)?
        /// Looks whether all that is to be done is still there to be done, after `run` has thrown.
        var checkPending: () -> Void = {}
        /// Lets go of the store.
        var end: () throws -> Void = {}
    }

    let testDescription: String
    /// Whether there is a store before.
    var needsStore = true
    let prepare: @Sendable (URL, [AnyHashable: Any]) throws -> Work

    /// The options of a store whose saves are recorded and reach the disk, in that journal mode, with the log written back often.
    static func options(_ mode: String, recording: Bool = true) -> [AnyHashable: Any] {
        var options: [AnyHashable: Any] = MigratedStore.options
        options[NSSQLitePragmasOption] = [
            "journal_mode": mode, "synchronous": "FULL", "wal_autocheckpoint": "4", "cache_size": "12",
        ]
        options[NSPersistentStoreTimeoutOption] = 0.2
        if recording { options[NSPersistentHistoryTrackingKey] = true }
        return options
    }

    static func open(
        _ url: URL, _ options: [AnyHashable: Any], _ model: NSManagedObjectModel = ShopModel.make()
    ) throws -> NSPersistentStoreCoordinator {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
        return coordinator
    }

    /// Makes the store that all begin with.
    static func fill(_ url: URL, _ options: [AnyHashable: Any]) throws {
        let coordinator = try open(url, options)
        let context = coordinator.newContext()
        try context.checked {
            let list = ShopList(context: context)
            list.name = "Groceries"
            let tag = ShopTag(context: context)
            tag.name = "dairy"
            for number in 0..<40 {
                let item = context.add("item \(10 + number) " + String(repeating: "x", count: 300), to: list)
                if number.isMultiple(of: 7) { item.tags = NSSet(object: tag) }
            }
            try context.save()
        }
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }
}

extension FaultScenario {
    static let writing = [
        save, batchInsert, batchUpdate, batchDelete, purge, opening, making, recording, migration, emptying, replacing,
    ]

    /// With an insert, an update, a deletion and new relationships, and history.
    static let save = FaultScenario(testDescription: "save") { url, options in
        let coordinator = try open(url, options)
        let context = coordinator.newContext()
        func edit() throws {
            let items = try context.items()
            let added = context.add("new " + String(repeating: "y", count: 9_000), to: items[0].list)
            added.tags = items[0].tags
            items[3].title = "changed " + String(repeating: "z", count: 6_000)
            items[4].list = nil
            context.delete(items[5])
        }
        try context.checked(edit)
        func pending() -> [Set<NSManagedObject>] {
            [context.insertedObjects, context.updatedObjects, context.deletedObjects]
        }
        let before = context.performAndWait { pending() }
        return Work(
            run: { try context.performAndWait { try context.save() } },
            beginAnew: {
                // Of an object that could not be read nothing is saved until it is refreshed.
                try context.checked {
                    context.rollback()
                    try edit()
                    try context.save()
                }
            },
            checkPending: {
                context.checked {
                    #expect(pending() == before && context.hasChanges)
                    #expect(context.insertedObjects.allSatisfy { $0.objectID.isTemporaryID })
                    #expect((context.insertedObjects.first as? ShopItem)?.title?.hasPrefix("new ") == true)
                    #expect((context.insertedObjects.first as? ShopItem)?.list != nil)
                }
            },
            end: { try close(coordinator) })
    }

    private static func close(_ coordinator: NSPersistentStoreCoordinator) throws {
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }

    private static func request(
        _ name: String, _ make: @escaping @Sendable () -> NSPersistentStoreRequest
    ) -> FaultScenario {
        FaultScenario(testDescription: name) { url, options in
            let coordinator = try open(url, options)
            let context = coordinator.newContext()
            return Work(
                run: { _ = try context.performAndWait { try context.execute(make()) } },
                end: { try close(coordinator) })
        }
    }

    static let batchInsert = request("batch insert") {
        NSBatchInsertRequest(
            entityName: "Item", objects: (0..<60).map { ["title": "batch \($0) " + String(repeating: "b", count: 200)] }
        )
    }
    static let batchUpdate = request("batch update") {
        let update = NSBatchUpdateRequest(entityName: "Item")
        update.propertiesToUpdate = ["title": "same " + String(repeating: "u", count: 700)]
        return update
    }
    static let batchDelete = request("batch delete") {
        NSBatchDeleteRequest(fetchRequest: Batch.search("Item", "title < 'item 30'"))
    }
    static let purge = request("deletion of history") {
        NSPersistentHistoryChangeRequest.deleteHistory(before: Date.distantFuture)
    }

    private static func opening(
        _ name: String, needsStore: Bool = true,
        _ model: @escaping @Sendable () -> NSManagedObjectModel = { ShopModel.make() }
    ) -> FaultScenario {
        FaultScenario(testDescription: name, needsStore: needsStore) { url, options in
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
            return Work(
                run: {
                    try coordinator.addPersistentStore(
                        ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
                },
                checkPending: { #expect(coordinator.persistentStores.isEmpty) },
                end: { try close(coordinator) })
        }
    }

    /// With a change of the journal mode, which is kept in the file.
    static let opening = FaultScenario(testDescription: "opening in another journal mode") { url, options in
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ShopModel.make())
        var options = options
        var pragmas = options[NSSQLitePragmasOption] as? [String: String] ?? [:]
        pragmas["journal_mode"] = pragmas["journal_mode"] == "wal" ? "delete" : "wal"
        options[NSSQLitePragmasOption] = pragmas
        return Work(
            run: {
                try coordinator.addPersistentStore(
                    ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
            },
            checkPending: { #expect(coordinator.persistentStores.isEmpty) },
            end: { try close(coordinator) })
    }
    static let making = opening("making a store", needsStore: false)
    /// Of a store that leaves more behind of what is deleted: history gets columns.
    static let recording = opening("columns for history") { ShopHistory.model() }
    static let migration = opening("migration") {
        let model = ShopModel.make()
        let item = model.entitiesByName["Item"]
        item?.properties.removeAll { $0.name == "weight" }
        item?.attributesByName["title"]?.renamingIdentifier = "title"
        item?.attributesByName["title"]?.name = "heading"
        item?.properties.append(SampleModel.attribute("note", .stringAttributeType))
        return model
    }

    static let emptying = FaultScenario(testDescription: "destroying") { url, options in
        Work(run: {
            try NSPersistentStoreCoordinator().destroyPersistentStore(at: url, type: .sqlite, options: options)
        })
    }
    static let replacing = FaultScenario(testDescription: "replacing") { url, options in
        let origin = ScratchFolder()
        let source = origin.url.appendingPathComponent("Origin.sqlite")
        let coordinator = try open(source, options)
        let context = coordinator.newContext()
        try context.checked {
            for number in 0..<300 { context.add("other \(number) " + String(repeating: "o", count: 200)) }
            try context.save()
        }
        try close(coordinator)
        return Work(
            run: {
                try NSPersistentStoreCoordinator().replacePersistentStore(
                    at: url, destinationOptions: options, withPersistentStoreFrom: source, type: .sqlite)
            },
            end: { withExtendedLifetime(origin) {} })
    }
}
