import CoreData
import Foundation
import Testing

@testable import CoreData

/// What is seldom asked for together.
@Suite("A fetch")
struct OddFetchTests {
    /// Two lists with five items each, counted through; items have steps and tags.
    private func stack(_ kind: StoreKind) throws -> ShopStack {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let tags = ["red", "blue"].map { name in
                let tag = ShopTag(context: context)
                tag.name = name
                return tag
            }
            for name in ["x", "y"] {
                let list = ShopList(context: context)
                list.name = name
                for number in 0..<5 {
                    let item = number == 4 ? ShopOffer(context: context) : ShopItem(context: context)
                    item.title = "\(name)\(number)"
                    item.count = Int32(number)
                    item.list = list
                    item.timestamp = Date(timeIntervalSinceReferenceDate: Double(number) * 100)
                    if number < 3 { item.tags = NSSet(object: tags[number % 2]) }
                    let step = ShopStep(context: context)
                    step.text = name == "x" && number == 1 ? "a" : "b"
                    item.steps = NSOrderedSet(object: step)
                }
            }
            try context.save()
        }
        return stack
    }

    private func request<Result>(
        _ entity: String = "Item", _ format: String? = nil, sort: [String] = ["title"], as type: Result.Type
    ) -> NSFetchRequest<Result> {
        let request = NSFetchRequest<Result>(entityName: entity)
        request.predicate = format.map { NSPredicate(format: $0) }
        request.sortDescriptors = sort.map { NSSortDescriptor(key: $0, ascending: true) }
        return request
    }

    @Test("of dictionaries or of a count takes no notice of a batch size", arguments: StoreKind.allCases)
    func batches(_ kind: StoreKind) throws {
        try stack(kind).work { context in
            let dictionaries = request(as: NSDictionary.self)
            dictionaries.resultType = .dictionaryResultType
            dictionaries.propertiesToFetch = ["title", "list.name", "list"]
            dictionaries.fetchBatchSize = 3
            dictionaries.fetchLimit = 7
            dictionaries.fetchOffset = 1
            let found = try context.fetch(dictionaries)
            #expect(found.map { $0["title"] as? String } == ["x1", "x2", "x3", "x4", "y0", "y1", "y2"])
            #expect(found.map { $0["list.name"] as? String } == ["x", "x", "x", "x", "y", "y", "y"])
            #expect(found.allSatisfy { $0["list"] is NSManagedObjectID })
            let count = request(as: NSNumber.self)
            count.resultType = .countResultType
            count.fetchBatchSize = 3
            try #expect(context.fetch(count) == [10])
            count.fetchLimit = 4
            try #expect(context.fetch(count) == [4])
            count.fetchOffset = 8
            try #expect(context.fetch(count) == [2])
        }
    }

    @Test("with an offset counts what is pending", arguments: StoreKind.allCases)
    func offsets(_ kind: StoreKind) throws {
        try stack(kind).work { context in
            let items = try context.items()
            context.delete(items[0])
            items[1].title = "z"
            context.add("x2a")
            for (offset, limit) in [(0, 0), (0, 2), (1, 2), (3, 4), (8, 5), (9, 0), (10, 0), (20, 1)] {
                for batch in [0, 2] {
                    let request = request(as: ShopItem.self)
                    (request.fetchOffset, request.fetchLimit, request.fetchBatchSize) = (offset, limit, batch)
                    let all = ["x2", "x2a", "x3", "x4", "y0", "y1", "y2", "y3", "y4", "z"]
                    let wanted = all.dropFirst(offset).prefix(limit == 0 ? 100 : limit)
                    try #expect(context.fetch(request).map(\.title) == Array(wanted), "\(offset) \(limit) \(batch)")
                    try #expect(context.count(for: request) == wanted.count, "\(offset) \(limit) \(batch)")
                }
            }
        }
    }

    @Test("without subentities leaves their pending objects out, too", arguments: StoreKind.allCases)
    func subentities(_ kind: StoreKind) throws {
        try stack(kind).work { context in
            let offer = ShopOffer(context: context)
            offer.title = "new"
            try context.items("title == 'x4'")[0].title = "changed"
            let request = request(as: ShopItem.self)
            request.includesSubentities = false
            try #expect(
                context.fetch(request).map(\.title) == ["x0", "x1", "x2", "x3", "y0", "y1", "y2", "y3"])
            try #expect(context.count(for: request) == 8)
            try #expect(
                context.fetch(self.request("Offer", as: ShopOffer.self)).map(\.title) == ["changed", "new", "y4"])
        }
    }

    @Test("from some stores leaves out what is pending for others", arguments: [StoreKind.null, .memory])
    func stores(_ kind: StoreKind) throws {
        let stack = try stack(kind)
        let other = try stack.coordinator.addPersistentStore(
            ofType: kind.type, configurationName: nil,
            at: kind == .null ? URL(fileURLWithPath: "/dev/null/OddFetchTests-\(UUID().uuidString)") : nil)
        try stack.work { context in
            let listed = request("Item", "title CONTAINS 'ar'", as: ShopItem.self)
            listed.affectedStores = [other]
            let controller = NSFetchedResultsController(
                fetchRequest: listed, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            final class Delegate: NSFetchedResultsControllerDelegate {
                func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}
            }
            let delegate = Delegate()
            controller.delegate = delegate
            try controller.performFetch()
            let far = context.add("far")
            context.assign(far, to: other)
            let near = context.add("near")
            context.assign(near, to: stack.store)
            func titles(_ stores: [NSPersistentStore]?) throws -> [String] {
                let request = request("Item", "title BEGINSWITH 'far' OR title BEGINSWITH 'near'", as: ShopItem.self)
                request.affectedStores = stores
                let found = try context.fetch(request).compactMap(\.title)
                try #expect(context.count(for: request) == found.count)
                return found
            }
            for _ in 0..<2 {
                try #expect(titles(nil) == ["far", "near"])
                try #expect(titles([other]) == ["far"])
                try #expect(titles([stack.store]) == ["near"])
                #expect(controller.fetchedObjects?.map(\.title) == ["far"])
                try context.save()
            }
            far.title = "far changed"
            context.delete(near)
            try #expect(titles([other]) == ["far changed"])
            try #expect(titles([stack.store]) == [])
            try #expect(titles(nil) == ["far changed"])
        }
    }

    @Test("takes arguments of all kinds", arguments: StoreKind.allCases)
    func arguments(_ kind: StoreKind) throws {
        try stack(kind).work { context in
            func titles(_ format: String, _ arguments: Any...) throws -> [String] {
                let request = request(as: ShopItem.self)
                request.predicate = NSPredicate(format: format, argumentArray: arguments)
                return try context.fetch(request).compactMap(\.title)
            }
            let items = try context.items()
            let red = try #require(try context.fetch(request("Tag", "name == 'red'", sort: [], as: ShopTag.self)).first)
            try #expect(titles("%K == %@ AND %K > %@", "list.name", "x", "count", 2) == ["x3", "x4"])
            try #expect(titles("ANY %K == %@", "tags.name", "blue") == ["x1", "y1"])
            try #expect(titles("%@ IN tags", red) == ["x0", "x2", "y0", "y2"])
            try #expect(titles("tags CONTAINS %@", red.objectID) == ["x0", "x2", "y0", "y2"])
            try #expect(titles("ANY tags == %@", red) == ["x0", "x2", "y0", "y2"])
            try #expect(titles("ANY tags IN %@", [red]) == ["x0", "x2", "y0", "y2"])
            try #expect(titles("SELF IN %@", NSSet(array: [items[0], items[3].objectID])) == ["x0", "x3"])
            try #expect(
                titles("list == %@ AND SELF != %@", items[0].list as Any, items[0]) == ["x1", "x2", "x3", "x4"])
            try #expect(titles("list.items CONTAINS %@ AND count == 0", items[0]) == ["x0"])
            try #expect(titles("title IN %@", NSOrderedSet(array: ["x1", "y9"])) == ["x1"])
            try #expect(titles("title IN %@", Set(["x1", "y1"])) == ["x1", "y1"])
            try #expect(
                titles(
                    "timestamp BETWEEN %@",
                    [Date(timeIntervalSinceReferenceDate: 50), Date(timeIntervalSinceReferenceDate: 100)]) == [
                        "x1", "y1",
                    ])
            try #expect(titles("title IN %@", (0..<50_000).map { "x\($0)" }) == ["x0", "x1", "x2", "x3", "x4"])
            try #expect(titles("count IN %@", Array(3..<70_000)) == ["x3", "x4", "y3", "y4"])
            try #expect(titles("SELF IN %@", Array(repeating: items, count: 5000).flatMap { $0 }).count == 10)
            try #expect(titles("list == nil") == [])
            try #expect(titles("list.name == %@", NSNull()) == [])
        }
    }

    @Test("binds what is looked for, whatever it looks like, and never makes it part of a statement")
    func injection() throws {
        let stack = try stack(.null)
        let store = try #require(stack.store as? SQLiteStore)
        let hostile = [
            "x0' OR '1' = '1", "'; DELETE FROM ZITEM; --", "\"; DROP TABLE ZITEM; --", "x0\u{0}' OR 1 --", "\\' OR 1",
            "?1 :a $b @c",
            "*' OR title LIKE '*", "x') UNION SELECT * FROM ZITEM --",
        ]
        let formats = [
            "title == %@", "title ==[cd] %@", "title CONTAINS[c] %@", "title LIKE %@", "title LIKE[cd] %@",
            "title IN {%@, 'q'}",
            "title BETWEEN {%@, %@}", "title BEGINSWITH %@", "list.name == %@", "ANY steps.text == %@",
            "uppercase(title) == %@",
            "SUBQUERY(steps, $s, $s.text == %@).@count > 0", "%@ == title", "TERNARY(title == %@, 1, 0) == 1",
        ]
        try stack.work { context in
            let seen = Recorder()
            try store.trace { seen.add($0) }
            for text in hostile {
                let quoted = NSExpression(forConstantValue: text).description
                for format in formats {
                    let request = request(as: ShopItem.self)
                    request.predicate = NSPredicate(format: format, argumentArray: [text, text])
                    try #expect(context.fetch(request).isEmpty, "\(format) \(text)")
                    // Text that was put together by hand, as nobody should, is read as a format, not as SQL.
                    let typed = format.replacingOccurrences(of: "%@", with: quoted)
                    request.predicate = NSPredicate(format: typed, argumentArray: [])
                    try #expect(context.fetch(request).isEmpty, "\(typed)")
                }
                let described = NSExpressionDescription()
                described.name = text
                described.expression = NSExpression(format: "uppercase(title)")
                described.resultType = .string
                let dictionaries = request("Item", "count == 1", as: NSDictionary.self)
                dictionaries.resultType = .dictionaryResultType
                dictionaries.propertiesToFetch = [described]
                try #expect(context.fetch(dictionaries).map { $0[text] as? String } == ["X1", "Y1"])
            }
            try store.trace(nil)
            for statement in seen.texts {
                #expect(
                    !statement.contains("DELETE") && !statement.contains("UNION") && !statement.contains("'1'"),
                    "\(statement)")
            }
            try #expect(context.count(for: request(as: ShopItem.self)) == 10)
        }
    }

    @Test("of a child counts what its parent has pending, in all results", arguments: StoreKind.allCases)
    func children(_ kind: StoreKind) throws {
        try stack(kind).work { parent in
            try parent.items("title == 'x0'")[0].title = "a"
            parent.add("new")
            parent.delete(try parent.items("title == 'y4'")[0])
            let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            child.parent = parent
            try child.performAndWait {
                let all = ["a", "new", "x1", "x2", "x3", "x4", "y0", "y1", "y2", "y3"]
                try #expect(child.titles() == all)
                try #expect(child.count(for: request(as: ShopItem.self)) == 10)
                let sliced = request(as: ShopItem.self)
                (sliced.fetchOffset, sliced.fetchLimit, sliced.fetchBatchSize) = (1, 3, 2)
                try #expect(child.fetch(sliced).map(\.title) == ["new", "x1", "x2"])
                try child.items("title == 'x1'")[0].title = "b"
                try #expect(child.fetch(sliced).map(\.title) == ["b", "new", "x2"])
                let ids = request(as: NSManagedObjectID.self)
                ids.resultType = .managedObjectIDResultType
                try #expect(child.fetch(ids).count == 10)
                let dictionaries = request("Item", "list.name == 'y'", as: NSDictionary.self)
                dictionaries.resultType = .dictionaryResultType
                dictionaries.propertiesToFetch = ["title"]
                try #expect(child.fetch(dictionaries).count == 5)
            }
        }
    }

    @Test("in batches stands changes of its objects while it is read")
    func changedBatches() throws {
        for kind in [StoreKind.file, .null] {
            try stack(kind).work { context in
                let request = request(as: ShopItem.self)
                request.fetchBatchSize = 2
                let found = try context.fetch(request)
                found[9].title = "z"
                context.delete(found[8])
                try context.save()
                #expect(found.count == 10)
                #expect(found.prefix(8).map(\.title) == ["x0", "x1", "x2", "x3", "x4", "y0", "y1", "y2"])
                try #expect(context.fetch(request).last?.title == "z")
            }
        }
    }
}
