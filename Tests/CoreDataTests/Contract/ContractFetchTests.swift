import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractFetchTests {
    /// A stack whose items are titled so, each of them with its position as count.
    private func stack(_ kind: StoreKind, _ titles: [String] = ["A", "B", "C", "D"]) throws -> ShopStack {
        let stack = try ShopStack(kind)
        try stack.work { context in
            for (number, title) in titles.enumerated() { context.add(title).count = Int32(number) }
            try context.save()
        }
        return stack
    }

    private func request(_ format: String? = nil, sort key: String? = "title") -> NSFetchRequest<ShopItem> {
        let request = NSFetchRequest<ShopItem>(entityName: "Item")
        request.predicate = format.map { NSPredicate(format: $0) }
        request.sortDescriptors = key.map { [NSSortDescriptor(key: $0, ascending: true)] }
        return request
    }

    @Test("9.1 Defaults of a request")
    func defaults() {
        let request = NSFetchRequest<ShopItem>(entityName: "Item")
        #expect(request.fetchLimit == 0 && request.fetchOffset == 0 && request.fetchBatchSize == 0)
        #expect(request.includesSubentities && request.includesPropertyValues && request.includesPendingChanges)
        #expect(request.returnsObjectsAsFaults)
        #expect(!request.returnsDistinctResults && !request.shouldRefreshRefetchedObjects)
        #expect(request.resultType == .managedObjectResultType && request.predicate == nil)
        #expect(request.sortDescriptors == nil && request.propertiesToFetch == nil)
        #expect(request.propertiesToGroupBy == nil && request.havingPredicate == nil)
    }

    @Test(
        "9.2 Pending inserts, deletes and updates count, and limit and order come after", arguments: StoreKind.allCases)
    func pending(_ kind: StoreKind) throws {
        try stack(kind).work { context in
            let items = try context.items()
            context.delete(items[0])
            items[1].title = "Z"
            items[3].title = "AA"
            context.add("BB")
            try #expect(context.fetch(request()).map(\.title) == ["AA", "BB", "C", "Z"])
            try #expect(context.fetch(request("title < 'C'")).map(\.title) == ["AA", "BB"])
            let limited = request()
            limited.fetchLimit = 2
            limited.fetchOffset = 1
            try #expect(context.fetch(limited).map(\.title) == ["BB", "C"])
        }
    }

    @Test("9.3 Without pending changes only what the store has counts", arguments: StoreKind.allCases)
    func withoutPending(_ kind: StoreKind) throws {
        try stack(kind).work { context in
            let items = try context.items()
            items[0].title = "Z"
            context.delete(items[1])
            context.add("A")
            let request = request("title < 'C'")
            request.includesPendingChanges = false
            try #expect(Set(context.fetch(request)) == Set(items[0...1]))
        }
    }

    @Test("9.4 Offset and limit slice, and an offset past the end leaves nothing", arguments: StoreKind.allCases)
    func slices(_ kind: StoreKind) throws {
        try stack(kind).work { context in
            let request = request()
            request.fetchOffset = 1
            request.fetchLimit = 2
            try #expect(context.fetch(request).map(\.title) == ["B", "C"])
            request.fetchOffset = 4
            try #expect(context.fetch(request) == [])
        }
    }

    @Test("9.5 Objects of subentities are left out where they are not asked for", arguments: StoreKind.allCases)
    func subentities(_ kind: StoreKind) throws {
        try stack(kind).work { context in
            let offer = ShopOffer(context: context)
            offer.title = "E"
            try context.save()
            let request = request()
            try #expect(context.fetch(request).last === offer)
            request.includesSubentities = false
            try #expect(context.fetch(request).map(\.title) == ["A", "B", "C", "D"])
            try #expect(context.count(for: request) == 4)
        }
    }

    @Test(
        "9.6 Faults that a fetch returns are fired from the row cache, and objects are realised where these are wanted")
    func faults() throws {
        let stack = try stack(.file)
        let store = try #require(stack.store as? SQLiteStore)
        try stack.work { context in
            let items = try context.fetch(request())
            let seen = Recorder()
            try store.trace { seen.add($0) }
            #expect(items.map(\.title) == ["A", "B", "C", "D"])
            #expect(seen.texts == [])
            try store.trace(nil)
        }
        try stack.work { context in
            let request = request()
            request.returnsObjectsAsFaults = false
            try #expect(context.fetch(request).allSatisfy { !$0.isFault })
        }
    }

    @Test("9.7 A fetch of realised objects brings the row cache up to date")
    func refreshesRowCache() throws {
        let stack = try stack(.file)
        let other = NSPersistentStoreCoordinator(managedObjectModel: stack.model)
        try other.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: stack.store.url, options: nil)
        defer { for store in other.persistentStores { try? other.remove(store) } }
        try stack.work { context in
            let held = try context.items()
            let writer = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            writer.persistentStoreCoordinator = other
            try writer.performAndWait {
                try writer.items().first?.title = "changed"
                try writer.save()
            }
            // From the row cache, which another coordinator's save does not reach.
            #expect(held[0].title == "A")
            try stack.work { second in
                let request = request()
                request.returnsObjectsAsFaults = false
                try #expect(second.fetch(request).map(\.title) == ["B", "C", "D", "changed"])
            }
            context.refresh(held[0], mergeChanges: false)
            #expect(held[0].title == "changed")
        }
    }

    @Test("9.8 Prefetched relationships, dotted ones too, are touched without a statement")
    func prefetching() throws {
        let stack = try ShopStack(.file)
        let store = try #require(stack.store as? SQLiteStore)
        try stack.work { context in
            for name in ["x", "y"] {
                let list = ShopList(context: context)
                list.name = name
                for number in 0..<3 { context.add("\(name)\(number)", to: list) }
            }
            try context.save()
        }
        try stack.work { context in
            let request = request()
            request.relationshipKeyPathsForPrefetching = ["list", "list.items"]
            let items = try context.fetch(request)
            let seen = Recorder()
            try store.trace { seen.add($0) }
            #expect(items.compactMap { $0.list?.name } == ["x", "x", "x", "y", "y", "y"])
            #expect(items.allSatisfy { $0.list?.items?.count == 3 })
            #expect(seen.texts == [])
            try store.trace(nil)
        }
    }

    @Test("9.9 With a batch size come the keys, and then the rows page by page as they are touched")
    func batchSize() throws {
        let stack = try stack(.file, (0..<100).map { String(format: "%03d", $0) })
        let store = try #require(stack.store as? SQLiteStore)
        try stack.work { context in
            let seen = Recorder()
            try store.trace { seen.add($0) }
            func reads() -> [String] { seen.texts.filter { $0.contains("FROM ZITEM") } }
            let request = request()
            request.fetchBatchSize = 20
            let items = try context.fetch(request)
            #expect(items.count == 100 && reads().count == 1)
            #expect(reads().first?.hasPrefix("SELECT t0.Z_PK, t0.Z_ENT FROM") == true)
            #expect(items[..<20].map(\.title).last == "019")
            #expect(reads().count == 2)
            #expect(items[70].title == "070")
            #expect(reads().count == 3)
            #expect(items[20...].map(\.title).last == "099")
            #expect(reads().count == 6)
            try store.trace(nil)
        }
    }

    @Test("9.10 IDs are permanent, a count is one number, and counts obey predicate, changes and subentities")
    func otherResults() throws {
        #expect(NSFetchRequestResultType.managedObjectResultType.rawValue == 0)
        #expect(NSFetchRequestResultType.managedObjectIDResultType.rawValue == 1)
        #expect(NSFetchRequestResultType.dictionaryResultType.rawValue == 2)
        #expect(NSFetchRequestResultType.countResultType.rawValue == 4)
        for kind in StoreKind.allCases {
            try stack(kind).work { context in
                let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Item")
                ids.resultType = .managedObjectIDResultType
                ids.sortDescriptors = [NSSortDescriptor(key: "title", ascending: false)]
                let found = try context.fetch(ids)
                #expect(found.count == 4 && found.allSatisfy { !$0.isTemporaryID })
                try #expect(found == context.items().reversed().map(\.objectID))
                let count = NSFetchRequest<NSNumber>(entityName: "Item")
                count.resultType = .countResultType
                count.predicate = NSPredicate(format: "title > 'A'")
                try #expect(context.fetch(count) == [3])
                context.add("E")
                ShopOffer(context: context).title = "F"
                context.delete(try #require(context.items("title == 'B'").first))
                try #expect(context.fetch(count) == [4])
                try #expect(context.count(for: request("title > 'A'")) == 4)
                let exact = request("title > 'A'")
                exact.includesSubentities = false
                try #expect(context.count(for: exact) == 3)
            }
        }
    }

    @Test("9.17 Sorting by a to-one key path and by nil, which comes first ascending", arguments: StoreKind.allCases)
    func sorting(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            for name in ["y", nil, "x"] {
                let list = ShopList(context: context)
                list.name = name
                context.add("in \(name ?? "nil")", to: list)
            }
            try context.save()
            try #expect(context.fetch(request(sort: "list.name")).map(\.title) == ["in nil", "in x", "in y"])
            let descending = request()
            descending.sortDescriptors = [NSSortDescriptor(key: "list.name", ascending: false)]
            try #expect(context.fetch(descending).map(\.title) == ["in y", "in x", "in nil"])
        }
    }

    @Test("9.18 Without sort descriptors what was saved first comes first", arguments: StoreKind.allCases)
    func unsorted(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            for title in ["C", "A", "B"] {
                context.add(title)
                try context.save()
            }
            try #expect(context.fetch(request(sort: nil)).map(\.title) == ["C", "A", "B"])
        }
    }

    @Test("9.19 A transient property can be searched and sorted by in memory")
    func transient() throws {
        try ShopStack(.memory).work { context in
            // Held, since the store has nothing of a transient value.
            let items = ["A", "B", "C"].map { context.add($0) }
            for item in items { item.setValue("mood \(item.title == "B" ? 0 : 1)", forKey: "mood") }
            try context.save()
            try #expect(context.fetch(request("mood == 'mood 1'")).map(\.title) == ["A", "C"])
            try #expect(context.fetch(request(sort: "mood")).first === items[1])
        }
    }

    @Test("9.22 Affected stores restrict fetches and counts")
    func affectedStores() throws {
        let stack = try ShopStack(.null)
        let second = try stack.coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        try stack.work { context in
            context.add("A")
            context.assign(context.add("B"), to: second)
            try context.save()
            let request = request()
            try #expect(context.fetch(request).map(\.title) == ["A", "B"])
            request.affectedStores = [second]
            try #expect(context.fetch(request).map(\.title) == ["B"] && context.count(for: request) == 1)
            request.affectedStores = [stack.store]
            try #expect(context.fetch(request).map(\.title) == ["A"] && context.count(for: request) == 1)
        }
    }

    @Test("9.23 A child fetches through its parent, which registers the objects", arguments: StoreKind.allCases)
    func childFetches(_ kind: StoreKind) throws {
        let stack = try stack(kind)
        let parent = stack.context()
        parent.retainsRegisteredObjects = true
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = parent
        parent.performAndWait { _ = parent.add("E") }
        let ids = try child.checked {
            let found = try child.fetch(request())
            #expect(found.map(\.title) == ["A", "B", "C", "D", "E"])
            return Set(found.map(\.objectID))
        }
        parent.checked { #expect(ids.isSubset(of: parent.registeredObjects.map(\.objectID))) }
    }

    @Test("9.24 A class knows its request before there is any stack")
    func classRequest() {
        #expect(ContractFetchOnly.fetchRequest().entityName == "ContractFetchOnly")
    }

    @Test("9.31 An AND of no predicates is no predicate")
    func emptyConjunction() throws {
        let request = request("title == 'A'")
        request.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [])
        #expect(request.predicate == nil)
        request.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [NSPredicate(value: false)])
        #expect(request.predicate != nil)
    }

    @Test("9.33 What others have written is seen at once, while registered objects keep their values")
    func othersWrite() throws {
        let stack = try stack(.file)
        try stack.work { context in
            let items = try context.items()
            _ = items.map(\.title)
            try stack.work { other in
                try other.items("title == 'A'").first?.title = "Z"
                other.add("E")
                try other.save()
                let batch = NSBatchUpdateRequest(entityName: "Item")
                batch.predicate = NSPredicate(format: "title == 'B'")
                batch.propertiesToUpdate = ["title": "Y"]
                try other.execute(batch)
            }
            try #expect(context.count(for: request()) == 5)
            try #expect(context.fetch(request("title > 'X'")) == [items[1], items[0]])
            #expect(items[0].title == "A" && items[1].title == "B")
        }
    }
}

/// A class that no model names before its request is asked for.
private final class ContractFetchOnly: NSManagedObject {}
