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

    private static let formats = [
        ("List", "SUBQUERY(items, $i, SUBQUERY($i.steps, $s, $s.text == 'a').@count > 0).@count > 0", ["x"]),
        ("List", "ANY items.tags.name == 'blue' AND ANY items.steps.text == 'a'", ["x"]),
        ("List", "NONE items.steps.text == 'a'", ["y"]),
        ("List", "ALL items.count < 5", ["x", "y"]),
        ("List", "items.@max.count == 4 AND items.@avg.count == 2", ["x", "y"]),
        ("List", "SUBQUERY(items, $i, $i.count > 1 AND ANY $i.tags.name == 'red').@count == 1", ["x", "y"]),
        ("List", "SUBQUERY(items, $i, $i.list.name == 'x' AND $i.list.items.@count == 5).@count == 5", ["x"]),
        ("Item", "list.items.@count == 5 AND list.name == 'x' AND count > 3", ["x4"]),
        ("Item", "tags.@count == 0 AND list.name == 'y'", ["y3", "y4"]),
        ("Item", "ANY tags.items.list.name == 'y' AND count == 0", ["x0", "y0"]),
        ("Item", "CAST(timestamp, 'NSNumber') == 200", ["x2", "y2"]),
        ("Item", "timestamp > CAST(CAST(250, 'NSNumber'), 'NSDate') AND list.name == 'x'", ["x3", "x4"]),
        ("Item", "TERNARY(count > 2, list.name, title) == 'y'", ["y3", "y4"]),
        ("Item", "entity.name == 'Offer'", ["x4", "y4"]),
        ("Item", "count BETWEEN {1 + 1, list.items.@count - 3}", ["x2", "y2"]),
        ("Item", "count IN {list.items.@count - 1, 0} AND list.name == 'x'", ["x0", "x4"]),
        ("Item", "title IN list.items.title AND count == 1", ["x1", "y1"]),
        ("Item", "'a' IN steps.text", ["x1"]),
        ("Item", "steps[SIZE] == 1 AND count == 0", ["x0", "y0"]),
        ("Item", "ANY steps.item.list.items.tags.name == 'red' AND title == 'y3'", ["y3"]),
        ("Item", "NOT (ANY tags.name == 'red') AND list.name == 'x'", ["x1", "x3", "x4"]),
        (
            "Item",
            "SUBQUERY(tags, $t, $t.name == 'red' AND SUBQUERY($t.items, $o, $o.count > 1).@count > 1).@count > 0",
            ["x0", "x2", "y0", "y2"]
        ),
        ("Item", "title MATCHES[c] '^X[0-2]$'", ["x0", "x1", "x2"]),
        ("Item", "length(title) == 2 AND uppercase(title) == 'X1'", ["x1"]),
        ("Tag", "items.@count == 4 OR ANY items.count == 1", ["blue", "red"]),
        ("Item", "steps[FIRST].text == 'a'", ["x1"]), ("Item", "steps[LAST].text != 'b'", ["x1"]),
        ("Item", "steps[0].item.count == 1", ["x1", "y1"]), ("Item", "steps.text[0] == 'a'", ["x1"]),
        ("Item", "steps[1] == nil AND count == 0", ["x0", "y0"]),
        ("Item", "steps[0] == steps[LAST] AND count == 1", ["x1", "y1"]),
        ("Item", "SUBQUERY(steps, $s, $s.text == 'a')[FIRST].item == SELF", ["x1"]),
        ("Item", "CAST(count, 'NSString') == '3'", ["x3", "y3"]), ("Item", "{4, 7}[0] == count", ["x4", "y4"]),
        ("Item", "TERNARY(1 < 2, 3, 4) == count", ["x3", "y3"]),
        ("Item", "TERNARY(count > 3, title, count) == 'x4'", ["x4"]),
        ("Item", "TERNARY(count > 3, title, count) == 0", ["x0", "y0"]),
        ("Item", "entity.name BEGINSWITH[c] 'o'", ["x4", "y4"]),
        ("Item", "count / 2.0 == 1.5", ["x3", "y3"]),
        ("Item", "min(price, 1) / 2 == 0 AND list.name == 'x'", ["x0", "x1", "x2", "x3", "x4"]),
        ("Item", "timestamp - 100 == CAST(100, 'NSDate')", ["x2", "y2"]),
        ("Item", "timestamp + count > CAST(303, 'NSDate')", ["x4", "y4"]),
        ("Item", "title == count OR title == 'x0'", ["x0"]),
        ("Item", "title.length == 2 AND count == 0", ["x0", "y0"]), ("Item", "ANY {3, count + 1} == 5", ["x4", "y4"]),
    ]

    @Test("with predicates in predicates finds the same everywhere", arguments: StoreKind.allCases)
    func predicates(_ kind: StoreKind) throws {
        try stack(kind).work { context in
            for (entity, format, names) in Self.formats {
                let key = entity == "Item" ? "title" : "name"
                let found = try context.fetch(request(entity, format, sort: [key], as: NSManagedObject.self))
                #expect(found.map { $0.value(forKey: key) as? String } == names, "\(format)")
            }
            // The same among changed objects.
            for object in context.registeredObjects where object.entity.attributesByName["title"] != nil {
                object.setValue(object.value(forKey: "count"), forKey: "count")
            }
            for list in try context.fetch(request("List", sort: ["name"], as: ShopList.self)) { list.name = list.name }
            for (entity, format, names) in Self.formats {
                let key = entity == "Item" ? "title" : "name"
                let found = try context.fetch(request(entity, format, sort: [key], as: NSManagedObject.self))
                #expect(found.map { $0.value(forKey: key) as? String } == names, "changed: \(format)")
            }
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

    @Test("asynchronous, answers dictionaries, counts and IDs", arguments: StoreKind.allCases)
    func asynchronous(_ kind: StoreKind) async throws {
        let stack = try stack(kind)
        defer { withExtendedLifetime(stack) {} }
        let context = stack.context()
        func results<Result>(
            _ type: NSFetchRequestResultType, _ result: Result.Type,
            _ change: @escaping (NSFetchRequest<Result>) -> Void = { _ in }
        ) async throws -> Int {
            try await withCheckedThrowingContinuation { continuation in
                // The context's queue alone touches it.
                nonisolated(unsafe) let change = change
                context.perform {
                    let request = NSFetchRequest<Result>(entityName: "Item")
                    request.resultType = type
                    change(request)
                    let asynchronous = NSAsynchronousFetchRequest(fetchRequest: request) { result in
                        if let error = result.operationError {
                            continuation.resume(throwing: error)
                        } else {
                            continuation.resume(returning: result.finalResult?.count ?? -1)
                        }
                    }
                    do { try context.execute(asynchronous) } catch { continuation.resume(throwing: error) }
                }
            }
        }
        #expect(try await results(.managedObjectIDResultType, NSManagedObjectID.self) == 10)
        #expect(try await results(.countResultType, NSNumber.self) == 1)
        let titles = try await results(.dictionaryResultType, NSDictionary.self) {
            $0.propertiesToFetch = ["list.name"]
            $0.returnsDistinctResults = true
        }
        #expect(titles == 2)
        #expect(try await results([], ShopItem.self) { $0.fetchBatchSize = 3 } == 10)
        #expect(try await results([], ShopItem.self) { $0.fetchOffset = 7 } == 3)
    }
}
