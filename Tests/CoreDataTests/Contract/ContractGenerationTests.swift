import CoreData
import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractGenerationTests {
    /// A store in a file with an item "A" of a list, a context that reads it, and one that writes it.
    private struct Stage {
        let stack: ShopStack
        let reader: NSManagedObjectContext
        let writer: NSManagedObjectContext

        init(_ kind: StoreKind = .file, options: [AnyHashable: Any]? = nil) throws {
            stack = try ShopStack(kind, options: options)
            (reader, writer) = (stack.context(), stack.context())
            try writer.checked { [writer] in
                let list = ShopList(context: writer)
                list.name = "L"
                writer.add("A", to: list)
                try writer.save()
            }
        }

        /// Renames the item, and adds another of that title.
        func write(_ title: String) throws {
            try writer.checked {
                let items = try writer.items()
                items[0].title = title
                writer.add(title, to: items[0].list)
                try writer.save()
            }
        }
    }

    @Test("8.15 A context is pinned when it reads next, not when it is told to be")
    func pinning() throws {
        let stage = try Stage()
        try stage.reader.checked { try stage.reader.setQueryGenerationFrom(.current) }
        try stage.write("B")
        try stage.reader.checked {
            #expect(stage.reader.queryGenerationToken == .current)
            try #expect(stage.reader.titles() == ["B", "B"])
            #expect(stage.reader.queryGenerationToken != .current && stage.reader.queryGenerationToken != nil)
        }
        try stage.write("C")
        try stage.reader.checked {
            // A fetch, a count, IDs, keys and members, all of them as they were.
            try #expect(stage.reader.titles() == ["B", "B"])
            let request = NSFetchRequest<NSManagedObjectID>(entityName: "Item")
            request.resultType = .managedObjectIDResultType
            try #expect(stage.reader.fetch(request).count == 2)
            try #expect(stage.reader.count(for: NSFetchRequest<ShopItem>(entityName: "Item")) == 2)
            try #expect(stage.reader.titles("title == 'C'") == [])
            let list = try #require(try stage.reader.items()[0].list)
            #expect(list.items?.count == 2)
            let controller = NSFetchedResultsController(
                fetchRequest: Self.sorted, managedObjectContext: stage.reader, sectionNameKeyPath: nil, cacheName: nil)
            try controller.performFetch()
            #expect(controller.fetchedObjects?.map(\.title) == ["B", "B"])
            try stage.reader.setQueryGenerationFrom(nil)
            try #expect(stage.reader.queryGenerationToken == nil && stage.reader.count(for: Self.sorted) == 3)
        }
    }

    private static var sorted: NSFetchRequest<ShopItem> {
        let request = NSFetchRequest<ShopItem>(entityName: "Item")
        request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
        return request
    }

    @Test("8.15 Faults of a pinned context come from its state, though the store's newer rows are in memory")
    func faulting() throws {
        let stage = try Stage()
        let id = try stage.writer.checked { try stage.writer.items()[0].objectID }
        try stage.reader.checked {
            try stage.reader.setQueryGenerationFrom(.current)
            _ = try stage.reader.count(for: Self.sorted)
        }
        try stage.write("B")
        try stage.writer.checked {
            let held = try stage.writer.items()
            try stage.reader.checked {
                let item = stage.reader.object(with: id) as? ShopItem
                #expect(item?.title == "A" && item?.list?.items?.count == 1)
                item.map { stage.reader.refresh($0, mergeChanges: false) }
                #expect(item?.title == "A")
                stage.reader.refreshAllObjects()
                #expect(item?.title == "A", "Refreshing takes the context to no newer state.")
                let gone = try stage.reader.existingObject(with: id) as? ShopItem
                #expect(gone === item)
                #expect(throws: NSError.self) {
                    try stage.reader.existingObject(with: #require(held.last { $0.objectID != id }).objectID)
                }
            }
        }
    }

    private enum Step: CaseIterable {
        case save, merge, mergeRemote, reset, pin
    }

    @Test("8.15 Saving, merging, resetting and pinning anew take a context to a newer state", arguments: Step.allCases)
    private func advancing(_ step: Step) throws {
        let stage = try Stage()
        try stage.reader.checked {
            try stage.reader.setQueryGenerationFrom(.current)
            try #expect(stage.reader.titles() == ["A"])
        }
        let token = try #require(stage.reader.checked { stage.reader.queryGenerationToken })
        let ids = try stage.writer.posts(NSManagedObjectContext.didSaveObjectIDsNotification) { try stage.write("B") }
        try stage.reader.checked {
            switch step {
            case .save: try stage.reader.save()
            case .merge:
                stage.reader.mergeChanges(
                    fromContextDidSave: Notification(
                        name: NSManagedObjectContext.didSaveObjectIDsNotification, object: stage.writer,
                        userInfo: ids[0]))
            case .mergeRemote:
                NSManagedObjectContext.mergeChanges(fromRemoteContextSave: ids[0], into: [stage.reader])
            case .reset: stage.reader.reset()
            case .pin: try stage.reader.setQueryGenerationFrom(.current)
            }
            try #expect(stage.reader.count(for: Self.sorted) == 2)
            #expect(stage.reader.queryGenerationToken != token)
        }
    }

    @Test("8.15 Contexts of one token read one state, which goes with the last of them")
    func sharing() throws {
        let stage = try Stage()
        let store = try #require(stage.stack.store as? SQLiteStore)
        let second = stage.stack.context()
        try stage.reader.checked {
            try stage.reader.setQueryGenerationFrom(.current)
            try #expect(stage.reader.titles() == ["A"])
        }
        try stage.write("B")
        var token = stage.reader.checked { stage.reader.queryGenerationToken }
        try second.checked {
            try second.setQueryGenerationFrom(token)
            try #expect(second.titles() == ["A"] && second.queryGenerationToken == token)
        }
        // Pinned apart, but to the same state, contexts have equal tokens.
        let (third, fourth) = (stage.stack.context(), stage.stack.context())
        for context in [third, fourth] {
            try context.checked {
                try context.setQueryGenerationFrom(.current)
                try #expect(context.count(for: Self.sorted) == 2)
            }
        }
        #expect(third.checked { third.queryGenerationToken } == fourth.checked { fourth.queryGenerationToken })
        #expect(third.checked { third.queryGenerationToken } != token)

        let name = try #require(token?.names.first)
        let archive = try NSKeyedArchiver.archivedData(withRootObject: #require(token), requiringSecureCoding: true)
        let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSQueryGenerationToken.self, from: archive)
        #expect(copy == token)
        try stage.reader.checked { try stage.reader.setQueryGenerationFrom(nil) }
        token = nil
        #expect(store.generations?.generation(named: name) != nil)
        try second.checked {
            try #expect(second.count(for: Self.sorted) == 1)
            try second.setQueryGenerationFrom(copy)
            try #expect(second.count(for: Self.sorted) == 1)
            try second.setQueryGenerationFrom(nil)
            #expect(store.generations?.generation(named: name) == nil)
            #expect(throws: CocoaError.self) { try second.setQueryGenerationFrom(copy) }
        }
        let stranger = try Stage()
        try stranger.reader.checked {
            try stranger.reader.setQueryGenerationFrom(.current)
            _ = try stranger.reader.titles()
            let foreign = stranger.reader.queryGenerationToken
            stage.reader.checked {
                #expect(throws: CocoaError.self) { try stage.reader.setQueryGenerationFrom(foreign) }
            }
        }
    }

    @Test("8.15 What holds no states leaves a context unpinned: memory, and a rollback journal")
    func unpinned() throws {
        let journal = [NSSQLitePragmasOption: ["journal_mode": "delete"]]
        for stage in [try Stage(.memory), try Stage(.null), try Stage(.file, options: journal)] {
            try stage.reader.checked {
                try stage.reader.setQueryGenerationFrom(.current)
                try #expect(stage.reader.titles() == ["A"])
                #expect(stage.reader.queryGenerationToken == nil)
            }
            try stage.write("B")
            try #expect(stage.reader.checked { try stage.reader.count(for: Self.sorted) } == 2)
        }
    }

    @Test("8.15 A child reads what its parent is pinned to")
    func child() throws {
        let stage = try Stage()
        let child = stage.reader.child()
        try stage.reader.checked { try stage.reader.setQueryGenerationFrom(.current) }
        try #expect(child.checked { try child.titles() } == ["A"])
        try stage.write("B")
        try child.checked {
            try #expect(child.titles() == ["A"])
            #expect(child.queryGenerationToken != nil)
        }
        #expect(
            child.checked { child.queryGenerationToken } == stage.reader.checked { stage.reader.queryGenerationToken })
    }

    @Test("8.15 A pinned context that saves over a newer row has a conflict")
    func conflict() throws {
        let stage = try Stage()
        try stage.reader.checked {
            try stage.reader.setQueryGenerationFrom(.current)
            _ = try stage.reader.titles()
        }
        try stage.write("B")
        try stage.reader.checked {
            let item = try stage.reader.items()[0]
            item.title = "mine"
            let error = #expect(throws: NSError.self) { try stage.reader.save() }
            #expect(error?.code == NSManagedObjectMergeError)
            stage.reader.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try stage.reader.save()
            try #expect(stage.reader.titles() == ["B", "mine"])
        }
    }

    @Test("8.15 A pinned context reads on while the store is destroyed, and fails when the store has left")
    func storeGoes() throws {
        let stage = try Stage()
        try stage.reader.checked {
            try stage.reader.setQueryGenerationFrom(.current)
            _ = try stage.reader.count(for: Self.sorted)
        }
        let url = try #require(stage.stack.store.url)
        try NSPersistentStoreCoordinator().destroyPersistentStore(at: url, type: .sqlite)
        try #expect(stage.reader.checked { try stage.reader.titles() } == ["A"])
        try stage.stack.coordinator.remove(stage.stack.store)
        try #expect(stage.reader.checked { try stage.reader.titles() } == [])
    }

    @Test("6.10 The notification of a save names the generation that a pinned context has come to")
    func notification() throws {
        let stage = try Stage()
        let key = NSManagedObjectContext.NotificationKey.queryGeneration.rawValue
        let unpinned = try stage.writer.posts(.NSManagedObjectContextDidSave) { try stage.write("B") }
        #expect(unpinned[0][key] == nil)
        try stage.reader.checked {
            try stage.reader.setQueryGenerationFrom(.current)
            let pinned = try stage.reader.posts(.NSManagedObjectContextDidSave) {
                stage.reader.add("C")
                try stage.reader.save()
            }
            let token = pinned[0][key] as? NSQueryGenerationToken
            #expect(token != nil && token == stage.reader.queryGenerationToken)
            try #expect(stage.reader.count(for: Self.sorted) == 3)
        }
        let memory = try Stage(.memory)
        try memory.reader.checked {
            try memory.reader.setQueryGenerationFrom(.current)
            let posts = try memory.reader.posts(.NSManagedObjectContextDidSave) { try memory.reader.save() }
            #expect(posts[0][key] == nil)
        }
    }
}
