import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractDictionaryTests {
    /// Items of two lists and of none: counts 10 … 50, one title twice, one item without a title.
    private func stack(_ kind: StoreKind) throws -> ShopStack {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let lists = ["x", "y"].map { name in
                let list = ShopList(context: context)
                list.name = name
                return list
            }
            for (title, count, list) in [("A", 10, 0), ("A", 20, 0), ("B", 30, 0), (nil, 40, 1), ("C", 50, nil)] {
                let item = ShopItem(context: context)
                item.title = title
                item.count = Int32(count)
                item.list = list.map { lists[$0] }
                item.timestamp = Date(timeIntervalSinceReferenceDate: Double(count))
            }
            try context.save()
        }
        return stack
    }

    private func request(_ properties: Any..., sort key: String? = nil) -> NSFetchRequest<NSDictionary> {
        let request = NSFetchRequest<NSDictionary>(entityName: "Item")
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = properties
        request.sortDescriptors = key.map { [NSSortDescriptor(key: $0, ascending: true)] }
        return request
    }

    private func expression(
        _ name: String, _ function: String, _ key: String, _ type: NSAttributeType = .integer64AttributeType
    ) -> NSExpressionDescription {
        let description = NSExpressionDescription()
        description.name = name
        description.expression = NSExpression(forFunction: function, arguments: [NSExpression(forKeyPath: key)])
        description.expressionResultType = type
        return description
    }

    @Test(
        "9.11 Dictionaries ignore pending changes, leave out nil, follow key paths and have IDs for to-one relationships",
        arguments: StoreKind.allCases)
    func dictionaries(_ kind: StoreKind) throws {
        try stack(kind).work { context in
            let items = try context.items(sort: "count")
            items[0].title = "changed"
            context.delete(items[1])
            context.add("new")
            let found = try context.fetch(request("title", "list", "list.name", sort: "count"))
            #expect(found.compactMap { $0["title"] as? String } == ["A", "A", "B", "C"])
            #expect(found.map { $0["list.name"] as? String } == ["x", "x", "x", "y", nil])
            #expect(found[3].count == 2 && found[4].count == 1)
            #expect(found[0]["list"] as? NSManagedObjectID == items[0].list?.objectID)
            let sum = request(expression("sum", "sum:", "count"))
            try #expect(context.fetch(sum) == [["sum": 150]])
        }
    }

    @Test(
        "9.12 Properties come by name, by description, as expressions and as IDs of the objects",
        arguments: StoreKind.allCases)
    func properties(_ kind: StoreKind) throws {
        let stack = try stack(kind)
        try stack.work { context in
            let offer = ShopOffer(context: context)
            offer.title = "D"
            offer.count = 60
            try context.save()
            let id = NSExpressionDescription()
            id.name = "id"
            id.expression = NSExpression.expressionForEvaluatedObject()
            id.resultType = .objectID
            let double = NSExpressionDescription()
            double.name = "double"
            double.expression = NSExpression(format: "count * 2")
            double.resultType = .integer32
            let title = try #require(stack.model.entitiesByName["Item"]?.attributesByName["title"])
            let found = try context.fetch(request(title, "timestamp", double, id, sort: "count"))
            #expect(found.map { $0["double"] as? Int } == [20, 40, 60, 80, 100, 120])
            #expect(found[0]["timestamp"] as? Date == Date(timeIntervalSinceReferenceDate: 10))
            #expect(found.map { $0["title"] as? String } == ["A", "A", "B", nil, "C", "D"])
            try #expect(
                found.map { $0["id"] as? NSManagedObjectID } == context.items(sort: "count").map(\.objectID))
            #expect((found[5]["id"] as? NSManagedObjectID)?.entity.name == "Offer")
        }
    }

    @Test("9.13 Groups are of the properties that are the same in all their rows", arguments: StoreKind.allCases)
    func groups(_ kind: StoreKind) throws {
        try stack(kind).work { context in
            let request = request(
                "title", expression("sum", "sum:", "count"),
                expression("last", "max:", "timestamp", .dateAttributeType),
                sort: "title")
            request.propertiesToGroupBy = ["title"]
            let found = try context.fetch(request)
            #expect(found.map { $0["title"] as? String } == [nil, "A", "B", "C"])
            #expect(found.map { $0["sum"] as? Int } == [40, 30, 30, 50])
            #expect(found[1]["last"] as? Date == Date(timeIntervalSinceReferenceDate: 20))
            request.propertiesToFetch = ["list.name", expression("sum", "sum:", "count")]
            request.propertiesToGroupBy = ["list.name"]
            request.sortDescriptors = [NSSortDescriptor(key: "list.name", ascending: true)]
            try #expect(context.fetch(request).map { $0["sum"] as? Int } == [50, 60, 40])
            request.fetchOffset = 1
            request.fetchLimit = 1
            try #expect(context.fetch(request) == [["list.name": "x", "sum": 60]])
        }
    }

    @Test("9.14 A condition on groups names the columns by variables", arguments: StoreKind.allCases)
    func having(_ kind: StoreKind) throws {
        try stack(kind).work { context in
            let request = request("list.name", expression("count", "count:", "count"), sort: "list.name")
            request.propertiesToGroupBy = ["list.name"]
            request.havingPredicate = NSPredicate(format: "%@ > 2", NSExpression(forVariable: "count"))
            try #expect(context.fetch(request) == [["list.name": "x", "count": 3]])
            request.havingPredicate = NSPredicate(format: "sum:(count) < 60 AND list.name != nil")
            try #expect(context.fetch(request) == [["list.name": "y", "count": 1]])
        }
    }

    @Test(
        "9.15 Sum, average, least, greatest and count, of all, of some, of none, and in groups",
        arguments: StoreKind.allCases)
    func aggregates(_ kind: StoreKind) throws {
        let stack = try stack(kind)
        try stack.work { context in
            let request = request(
                expression("sum", "sum:", "count"), expression("average", "average:", "count", .doubleAttributeType),
                expression("min", "min:", "count"), expression("max", "max:", "count"),
                expression("count", "count:", "count"))
            try #expect(
                context.fetch(request) == [["sum": 150, "average": 30.0, "min": 10, "max": 50, "count": 5]])
            request.predicate = NSPredicate(format: "count > 30")
            try #expect(context.fetch(request) == [["sum": 90, "average": 45.0, "min": 40, "max": 50, "count": 2]])
            request.predicate = NSPredicate(format: "count > 300")
            try #expect(context.fetch(request) == [["sum": 0, "count": 0]])
            context.delete(try #require(context.items("count == 50").first))
            try context.save()
            request.predicate = nil
            try #expect(context.fetch(request).first?["count"] as? Int == 4)
        }
        guard let store = stack.store as? SQLiteStore else { return }
        try stack.work { context in
            let seen = Recorder()
            try store.trace { seen.add($0) }
            _ = try context.fetch(request(expression("sum", "sum:", "count")))
            #expect(seen.texts.count == 1 && seen.texts.first?.contains("total(") == true)
            try store.trace(nil)
        }
    }

    @Test("9.16 Dictionaries that are equal come once where that is asked for; objects do not mind")
    func distinct() throws {
        for kind in StoreKind.allCases {
            let stack = try stack(kind)
            try stack.work { context in
                let request = request("title", sort: "title")
                request.predicate = NSPredicate(format: "title != nil")
                try #expect(context.fetch(request).count == 4)
                request.returnsDistinctResults = true
                try #expect(context.fetch(request) == [["title": "A"], ["title": "B"], ["title": "C"]])
                try #expect(context.count(for: request) == 3)
                let objects = NSFetchRequest<ShopItem>(entityName: "Item")
                objects.propertiesToFetch = ["title"]
                objects.returnsDistinctResults = true
                try #expect(context.fetch(objects).count == 5)
            }
        }
        let stack = try stack(.file)
        let store = try #require(stack.store as? SQLiteStore)
        try stack.work { context in
            let seen = Recorder()
            try store.trace { seen.add($0) }
            let request = request("title")
            request.returnsDistinctResults = true
            _ = try context.fetch(request)
            #expect(seen.texts.first?.hasPrefix("SELECT DISTINCT ") == true)
            try store.trace(nil)
        }
    }

    @Test("9.26 Beside a plain column an aggregate of all stands in each row", arguments: StoreKind.allCases)
    func besideColumns(_ kind: StoreKind) throws {
        try stack(kind).work { context in
            let request = request("count", expression("sum", "sum:", "count"), sort: "count")
            request.predicate = NSPredicate(format: "count < 40")
            try #expect(
                context.fetch(request) == [
                    ["count": 10, "sum": 60], ["count": 20, "sum": 60], ["count": 30, "sum": 60],
                ])
        }
    }

    @Test("9.27 The result type shapes the value of an expression", arguments: StoreKind.allCases)
    func shapes(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            for number in [1, 2, 2, 2, 3, 3] { context.add("x").count = Int32(number) }
            try context.save()
            let found = try context.fetch(
                request(
                    expression("whole", "average:", "count"),
                    expression("real", "average:", "count", .doubleAttributeType),
                    expression("text", "sum:", "count", .stringAttributeType),
                    expression("exact", "sum:", "count", .decimalAttributeType)))
            #expect(found.count == 1 && found[0]["whole"] as? Int == 2)
            #expect(abs((found[0]["real"] as? Double ?? 0) - 13.0 / 6) < 1e-12)
            #expect(found[0]["text"] as? String == "13.0")
            #expect(found[0]["exact"] as? NSDecimalNumber == 13)
        }
    }

    @Test(
        "9.28 A count skips nil, counts what a to-one leads to, and the members of a to-many",
        arguments: StoreKind.allCases)
    func counts(_ kind: StoreKind) throws {
        try stack(kind).work { context in
            try #expect(
                context.fetch(request(expression("titles", "count:", "title"), expression("lists", "count:", "list")))
                    == [["titles": 4, "lists": 4]])
            let lists = NSFetchRequest<NSDictionary>(entityName: "List")
            lists.resultType = .dictionaryResultType
            lists.propertiesToFetch = [expression("members", "count:", "items")]
            try #expect(context.fetch(lists) == [["members": 4]])
            lists.propertiesToFetch = ["name", expression("members", "count:", "items")]
            lists.propertiesToGroupBy = ["name"]
            lists.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            try #expect(context.fetch(lists) == [["name": "x", "members": 3], ["name": "y", "members": 1]])
        }
    }

    @Test("9.29 Several aggregates in one request all have their values", arguments: StoreKind.allCases)
    func names(_ kind: StoreKind) throws {
        try stack(kind).work { context in
            let found = try context.fetch(
                request(expression("summe", "sum:", "count"), expression("größte", "max:", "count")))
            #expect(found == [["summe": 150, "größte": 50]])
        }
    }
}
