import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct FetchTests {
    private func stack(_ kind: StoreKind, _ titles: [String] = ["A", "B", "C", "D", "E"]) throws -> ShopStack {
        let stack = try ShopStack(kind)
        try stack.work { context in
            for (number, title) in titles.enumerated() { context.add(title).count = Int32(number) }
            try context.save()
        }
        return stack
    }

    private func request(_ format: String? = nil, ascending: Bool = true) -> NSFetchRequest<ShopItem> {
        let request = NSFetchRequest<ShopItem>(entityName: "Item")
        request.predicate = format.map { NSPredicate(format: $0) }
        request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: ascending)]
        return request
    }

    @Test("Offset and limit cut the sorted result", arguments: StoreKind.allCases)
    func slices(_ kind: StoreKind) throws {
        try stack(kind).work { context in
            let request = request(ascending: false)
            request.fetchOffset = 1
            request.fetchLimit = 2
            try #expect(context.fetch(request).map(\.title) == ["D", "C"])
            request.fetchOffset = 4
            try #expect(context.fetch(request).map(\.title) == ["A"])
            request.fetchOffset = 9
            try #expect(context.fetch(request).isEmpty)
        }
    }

    @Test("Pending inserts, edits and deletes count; sort and limit hold after them", arguments: StoreKind.allCases)
    func pending(_ kind: StoreKind) throws {
        try stack(kind).work { context in
            let items = try context.items()
            items[0].title = "Z"
            items[4].title = "AA"
            context.delete(items[1])
            context.add("BB")
            try #expect(context.titles() == ["AA", "BB", "C", "D", "Z"])
            try #expect(context.titles("title BEGINSWITH 'A'") == ["AA"])
            let request = request("title > 'AA'")
            request.fetchLimit = 2
            try #expect(context.fetch(request).map(\.title) == ["BB", "C"])
            request.fetchOffset = 1
            try #expect(context.fetch(request).map(\.title) == ["C", "D"])
            request.fetchLimit = 0
            request.fetchOffset = 0
            try #expect(context.count(for: request) == 4)
            request.includesPendingChanges = false
            try #expect(context.fetch(request).count == 4)
            try #expect(context.count(for: request) == 4)
        }
    }

    @Test("What is to be deleted leaves its place within the limit to others", arguments: StoreKind.allCases)
    func pendingDeletes(_ kind: StoreKind) throws {
        try stack(kind).work { context in
            for item in try context.items("title < 'C'") { context.delete(item) }
            let request = request()
            request.fetchLimit = 2
            try #expect(context.fetch(request).map(\.title) == ["C", "D"])
            request.fetchOffset = 1
            try #expect(context.fetch(request).map(\.title) == ["D", "E"])
        }
    }

    @Test("Counts follow pending edits into and out of the predicate", arguments: StoreKind.allCases)
    func pendingCounts(_ kind: StoreKind) throws {
        try stack(kind).work { context in
            let items = try context.items()
            let request = request("title > 'C'")
            try #expect(context.count(for: request) == 2)
            items[0].title = "Z"
            try #expect(context.count(for: request) == 3)
            items[3].title = "A"
            items[4].title = "B"
            try #expect(context.count(for: request) == 1)
        }
    }

    @Test("A batch size reads rows as they are used; the objects are the same", arguments: StoreKind.allCases)
    func batches(_ kind: StoreKind) throws {
        let titles = (0..<120).map { String(format: "%03d", $0) }
        try stack(kind, titles).work { context in
            let request = request()
            request.fetchBatchSize = 50
            let items = try context.fetch(request)
            // Sorting in memory reads the values.
            #expect(items.count == 120 && items[70].isFault == (kind != .memory))
            #expect(items[70].title == "070")
            #expect(items.map { $0.title ?? "" } == titles)
            try #expect(context.fetch(request) == items)
        }
    }

    @Test("IDs, counts and dictionaries", arguments: StoreKind.allCases)
    func resultTypes(_ kind: StoreKind) throws {
        try stack(kind).work { context in
            let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Item")
            ids.resultType = .managedObjectIDResultType
            ids.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            try #expect(context.fetch(ids) == context.items().map(\.objectID))
            let count = NSFetchRequest<NSNumber>(entityName: "Item")
            count.resultType = .countResultType
            try #expect(context.fetch(count) == [5])
            let dictionaries = NSFetchRequest<NSDictionary>(entityName: "Item")
            dictionaries.resultType = .dictionaryResultType
            dictionaries.propertiesToFetch = ["title"]
            dictionaries.predicate = NSPredicate(format: "count > 2")
            dictionaries.sortDescriptors = [NSSortDescriptor(key: "count", ascending: true)]
            try #expect(context.fetch(dictionaries) == [["title": "D"], ["title": "E"]])
        }
    }

    @Test(
        "Without property values come faults, and realised objects where faults are not wanted",
        arguments: StoreKind.allCases)
    func faults(_ kind: StoreKind) throws {
        try stack(kind).work { context in
            let request = request()
            request.includesPropertyValues = false
            let items = try context.fetch(request)
            // Sorting in memory reads the values.
            #expect(items.allSatisfy(\.isFault) == (kind != .memory) && items[3].title == "D")
            request.includesPropertyValues = true
            request.returnsObjectsAsFaults = false
            try #expect(context.fetch(request).allSatisfy { !$0.isFault })
        }
    }

    @Test("Prefetched relationships are there without asking the store", arguments: StoreKind.allCases)
    func prefetching(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
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
            request.relationshipKeyPathsForPrefetching = ["list"]
            let items = try context.fetch(request)
            #expect(items.map { $0.list?.name } == ["x", "x", "x", "y", "y", "y"])
            let lists = NSFetchRequest<ShopList>(entityName: "List")
            lists.relationshipKeyPathsForPrefetching = ["items"]
            for list in try context.fetch(lists) {
                #expect(!list.hasFault(forRelationshipNamed: "items") && list.items?.count == 3)
            }
        }
    }

    @Test("Two stores: a fetch unites them, affectedStores restricts it, assign chooses")
    func severalStores() throws {
        let stack = try ShopStack(.memory)
        let second = try stack.coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        try stack.work { context in
            context.add("A")
            context.assign(context.add("B"), to: second)
            try context.save()
            let request = request()
            try #expect(context.fetch(request).map(\.title) == ["A", "B"])
            try #expect(context.count(for: request) == 2)
            request.affectedStores = [second]
            try #expect(context.fetch(request).map(\.title) == ["B"])
            let item = try #require(context.fetch(request).first)
            #expect(item.objectID.persistentStore === second)
            let list = ShopList(context: context)
            item.list = list
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSManagedObjectExternalRelationshipError)
        }
    }
}
