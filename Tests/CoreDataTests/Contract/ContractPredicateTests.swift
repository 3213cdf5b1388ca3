import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractPredicateTests {
    private func fill(_ context: NSManagedObjectContext) throws {
        let lists = ["x", "y"].map { name in
            let list = ShopList(context: context)
            list.name = name
            return list
        }
        let ready = ShopTag(context: context)
        ready.name = "ready"
        let waiting = ShopTag(context: context)
        waiting.name = "pending"
        let rows: [(String?, Int, Int?, [ShopTag])] = [
            ("Café con Leche", 1, 0, [ready, waiting]), ("prefix-1", 2, 0, [ready]), ("prefix-2", 3, 1, []),
            ("1-suffix", 4, 1, [waiting]), (nil, 5, nil, [ready, waiting]),
        ]
        for (title, count, list, tags) in rows {
            let item = ShopItem(context: context)
            item.title = title
            item.count = Int32(count)
            item.done = count > 3
            item.list = list.map { lists[$0] }
            item.tags = NSSet(array: tags)
            item.timestamp = Date(timeIntervalSinceReferenceDate: Double(count) * 10)
            item.identifier = UUID(uuidString: "00000000-0000-0000-0000-00000000000\(count)")
            item.price = NSDecimalNumber(string: "\(count).25")
            item.setValue(URL(string: "https://example.org/\(count)"), forKey: "site")
            item.setValue(Data([UInt8(count)]), forKey: "photo")
            item.setValue(Double(count) / 2, forKey: "weight")
        }
    }

    /// Counts of the items that a predicate picks: saved in a file, saved in memory, and unsaved.
    private func picks(
        _ predicate: (NSManagedObjectContext) throws -> NSPredicate, _ body: (String, [Int]) throws -> Void
    ) throws {
        for (name, kind, isSaved) in [
            ("file", StoreKind.null, true), ("memory", .memory, true), ("unsaved", .null, false),
        ] {
            try ShopStack(kind).work { context in
                try fill(context)
                if isSaved {
                    try context.save()
                    context.reset()
                }
                let request = NSFetchRequest<ShopItem>(entityName: "Item")
                request.predicate = try predicate(context)
                request.sortDescriptors = [NSSortDescriptor(key: "count", ascending: true)]
                try body(name, context.fetch(request).map { Int($0.count) })
            }
        }
    }

    private func ready(_ context: NSManagedObjectContext) throws -> ShopTag {
        try #require(context.fetch(NSFetchRequest<ShopTag>(entityName: "Tag")).first { $0.name == "ready" })
    }

    private func expect(_ cases: [(String, [Int])]) throws {
        for (format, wanted) in cases {
            try picks { _ in
                NSPredicate(format: format)
            } _: { name, found in
                #expect(found == wanted, "\(name): \(format)")
            }
        }
    }

    @Test("10.4 Comparisons in all spellings, BETWEEN with both ends, IN and NOT IN")
    func comparisons() throws {
        try expect([
            ("count = 3", [3]), ("count == 3", [3]), ("count >= 4", [4, 5]), ("count => 4", [4, 5]),
            ("count <= 2", [1, 2]),
            ("count =< 2", [1, 2]), ("count < 2", [1]), ("count > 4", [5]), ("count != 3", [1, 2, 4, 5]),
            ("count <> 3", [1, 2, 4, 5]), ("count BETWEEN {2, 4}", [2, 3, 4]), ("count IN {1, 5, 9}", [1, 5]),
            ("NOT (count IN {1, 5})", [2, 3, 4]), ("count NOT IN {1, 5}", [2, 3, 4]),
        ])
        try picks { _ in
            NSPredicate(format: "count IN %@", [2, 3])
        } _: { name, found in
            #expect(found == [2, 3], "\(name)")
        }
        try picks { context in
            NSPredicate(
                format: "%@ IN tags", try ready(context))
        } _: { name, found in
            #expect(found == [1, 2, 5], "\(name)")
        }
    }

    @Test("10.5 Text operators, and what their options ignore")
    func texts() throws {
        try expect([
            ("title CONTAINS[cd] 'CAFE'", [1]), ("title CONTAINS[c] 'café'", [1]), ("title CONTAINS 'cafe'", []),
            ("title CONTAINS[d] 'Cafe'", [1]), ("title BEGINSWITH 'prefix'", [2, 3]),
            ("title BEGINSWITH[c] 'PREFIX'", [2, 3]),
            ("title ENDSWITH 'suffix'", [4]), ("title ENDSWITH[cd] 'LÉCHE'", [1]), ("title CONTAINS[n] 'Leche'", [1]),
            ("title CONTAINS[cdl] 'LECHE'", [1]), ("title ==[c] 'PREFIX-1'", [2]), ("title LIKE[cd] 'cafe*'", [1]),
            ("title MATCHES[c] 'PRE.*'", [2, 3]),
        ])
    }

    @Test("10.6 LIKE and MATCHES take the whole text")
    func patterns() throws {
        try expect([
            ("title LIKE 'prefix-*'", [2, 3]), ("title MATCHES '.*-suffix'", [4]), ("title LIKE 'prefix-?'", [2, 3]),
            ("title LIKE 'prefix'", []), ("title MATCHES 'prefix'", []), ("title LIKE '?'", []),
        ])
    }

    @Test("10.7 CONTAINS is membership in a collection, and IN a text is being part of it")
    func containment() throws {
        #expect(NSPredicate(format: "SELF CONTAINS 2").evaluate(with: [1, 2]))
        #expect(!NSPredicate(format: "SELF CONTAINS 3").evaluate(with: [1, 2]))
        try picks { context in
            NSPredicate(
                format: "tags CONTAINS %@",
                try ready(context))
        } _: { name, found in
            #expect(found == [1, 2, 5], "\(name)")
        }
        try expect([("'con' IN title", [1]), ("'CON' IN[c] title", [1])])
    }

    @Test("10.8 ANY, SOME, ALL and NONE over to-many keys; of nothing ALL holds")
    func quantifiers() throws {
        try expect([
            ("ANY tags.name == 'ready'", [1, 2, 5]), ("SOME tags.name == 'ready'", [1, 2, 5]),
            ("ALL tags.name == 'ready'", [2, 3]), ("NONE tags.name == 'ready'", [3, 4]),
            ("NOT ANY tags.name == 'ready'", [3, 4]), ("ANY list.items.count > 3", [3, 4]),
            ("ANY list.items.tags.name == 'pending'", [1, 2, 3, 4]),
        ])
    }

    @Test("10.9 Collection operators and subscripts")
    func collections() throws {
        try expect([
            ("tags.@count > 1", [1, 5]), ("list.items.@sum.count == 3", [1, 2]), ("list.items.@avg.count > 3", [3, 4]),
            ("list.items.@min.count == 1", [1, 2]), ("list.items.@max.count == 4", [3, 4]), ("tags[SIZE] == 0", [3]),
        ])
        let ordered = ["steps": [["n": 1], ["n": 2], ["n": 3]]]
        for (format, holds) in [
            ("steps[FIRST].n == 1", true), ("steps[LAST].n == 3", true), ("steps[1].n == 2", true),
            ("steps[7].n == 2", false),
        ] { #expect(NSPredicate(format: format).evaluate(with: ordered) == holds, "\(format)") }
    }

    @Test("10.10 SUBQUERY counts the members that meet a condition")
    func subqueries() throws {
        try expect([
            ("SUBQUERY(tags, $t, $t.name == 'ready' OR $t.name == 'pending').@count > 1", [1, 5]),
            ("SUBQUERY(list.items, $i, $i.count > 2 AND $i.done == YES).@count == 1", [3, 4]),
        ])
    }

    @Test("10.11 Objects and IDs for SELF and for what a relationship leads to; an unsaved one matches what is pending")
    func objects() throws {
        func item(_ context: NSManagedObjectContext, _ count: Int) throws -> ShopItem {
            try #require(context.fetch(NSFetchRequest<ShopItem>(entityName: "Item")).first { $0.count == count })
        }
        try picks {
            NSPredicate(format: "SELF == %@", try item($0, 2))
        } _: {
            #expect($1 == [2], "\($0)")
        }
        try picks {
            NSPredicate(format: "SELF == %@", try item($0, 2).objectID)
        } _: {
            #expect($1 == [2], "\($0)")
        }
        try picks {
            NSPredicate(format: "SELF IN %@", [try item($0, 2), try item($0, 4)])
        } _: {
            #expect($1 == [2, 4], "\($0)")
        }
        try picks { context in
            NSPredicate(format: "list == %@", try #require(item(context, 1).list))
        } _: {
            #expect($1 == [1, 2], "\($0)")
        }
        try picks { context in
            NSPredicate(format: "list == %@", try #require(item(context, 1).list).objectID)
        } _: {
            #expect($1 == [1, 2], "\($0)")
        }
        try ShopStack(.file).work { context in
            try fill(context)
            try context.save()
            let list = ShopList(context: context)
            try item(context, 3).list = list
            let request = NSFetchRequest<ShopItem>(entityName: "Item")
            request.predicate = NSPredicate(format: "list == %@", list)
            try #expect(context.fetch(request).map(\.count) == [3])
            request.includesPendingChanges = false
            try #expect(context.fetch(request).isEmpty)
        }
    }

    @Test("10.12 The entity of an object and its name", arguments: StoreKind.allCases)
    func entities(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            context.add("item")
            ShopOffer(context: context).title = "offer"
            try context.save()
            let offer = try #require(stack.model.entitiesByName["Offer"])
            for predicate in [
                NSPredicate(format: "entity == %@", offer), NSPredicate(format: "entity.name == 'Offer'"),
            ] {
                let request = NSFetchRequest<ShopItem>(entityName: "Item")
                request.predicate = predicate
                try #expect(context.fetch(request).map(\.title) == ["offer"])
            }
        }
    }

    @Test("10.14 nil is IS NULL; an inequality is true of nil in memory and not in a file; no order holds with nil")
    func null() throws {
        try expect([
            ("title == nil", [5]), ("title != nil", [1, 2, 3, 4]), ("title < 'z'", [1, 2, 3, 4]), ("title > nil", []),
        ])
        try picks { _ in
            NSPredicate(format: "title != 'prefix-1'")
        } _: { name, found in
            #expect(found == (name == "file" ? [1, 3, 4] : [1, 3, 4, 5]), "\(name)")
        }
        try expect([("title != 'prefix-1' OR title == nil", [1, 3, 4, 5])])
    }

    @Test("10.15 Values of types that do not go together are not equal, and a malformed format is told apart")
    func mismatches() throws {
        try expect([
            ("title == 3", []), ("count == 'x'", []), ("count > 'x'", []), ("timestamp == 'x'", []),
            ("title BEGINSWITH 3", []),
            ("list == 'x'", []), ("identifier == 'x'", []), ("title IN {1, 2}", []),
        ])
        #expect(throws: PredicateFormatError.self) { try PredicateParser.predicate("count ==", []) }
    }

    @Test("10.16 Constants of all types are bound as their columns hold them")
    func constants() throws {
        let cases: [(String, Any, [Int])] = [
            ("timestamp > %@", Date(timeIntervalSinceReferenceDate: 35), [4, 5]),
            ("identifier == %@", UUID(uuidString: "00000000-0000-0000-0000-000000000003") as Any, [3]),
            ("site == %@", URL(string: "https://example.org/2") as Any, [2]), ("photo == %@", Data([4]), [4]),
            ("price == %@", NSDecimalNumber(string: "1.25"), [1]),
            ("price > %@", Decimal(string: "3.5") as Any, [4, 5]),
            ("done == %@", true, [4, 5]), ("weight == %@", 1.5, [3]),
            ("timestamp IN %@", [Date(timeIntervalSinceReferenceDate: 20)], [2]),
        ]
        for (format, value, wanted) in cases {
            try picks { _ in
                NSPredicate(format: format, argumentArray: [value])
            } _: {
                #expect($1 == wanted, "\($0): \(format)")
            }
        }
        try expect([
            ("timestamp < now()", [1, 2, 3, 4, 5]), ("timestamp < CAST(25, 'NSDate')", [1, 2]),
            ("CAST(timestamp, 'NSNumber') > 35", [4, 5]),
            ("CAST(now(), 'NSNumber') > CAST(timestamp, 'NSNumber')", [1, 2, 3, 4, 5]),
        ])
    }

    @Test("10.17 Arithmetic and functions of constants")
    func arithmetic() {
        #expect(NSExpression(format: "4 + 5 - 2**3").expressionValue(with: nil, context: nil) as? Int == 1)
        #expect(NSPredicate(format: "1 + 2 > 2").evaluate(with: nil))
        let numbers = NSExpression(forConstantValue: [1, 2, 3, 4, 4, 5, 9, 11])
        #expect(
            NSExpression(forFunction: "max:", arguments: [numbers]).expressionValue(with: nil, context: nil) as? Int
                == 11)
    }

    @Test("10.18 All functions have their value in memory, and those that a store knows there as well")
    func functions() throws {
        let values: [(String, Double)] = [
            ("sum({1, 2, 3})", 6), ("count({1, 2})", 2), ("min({3, 1})", 1), ("max({3, 1})", 3),
            ("average({1, 2})", 1.5),
            ("median({3, 1, 2})", 2), ("stddev({2, 4, 4, 4, 5, 5, 7, 9})", 2), ("mode({1, 2, 2})[FIRST]", 2),
            ("add:to:(1, 2)", 3), ("from:subtract:(5, 2)", 3), ("multiply:by:(2, 3)", 6), ("divide:by:(6, 3)", 2),
            ("modulus:by:(7, 3)", 1), ("sqrt(16)", 4), ("log(100)", 2), ("ln(1)", 0), ("raise:toPower:(2, 3)", 8),
            ("exp(0)", 1),
            ("floor(1.7)", 1), ("ceiling(1.2)", 2), ("abs(-3)", 3), ("trunc(-1.7)", -1), ("length('abc')", 3),
            ("CAST('7', 'NSNumber')", 7), ("noindex(3)", 3), ("onesComplement(0)", -1), ("bitwiseAnd:with:(6, 3)", 2),
            ("bitwiseOr:with:(6, 3)", 7), ("bitwiseXor:with:(6, 3)", 5), ("leftshift:by:(1, 4)", 16),
            ("rightshift:by:(16, 2)", 4),
            ("TERNARY(1 > 0, 1, 2)", 1), ("distinct({1, 1})[SIZE]", 1),
        ]
        for (format, value) in values {
            let found = NSExpression(format: format).expressionValue(with: nil, context: nil)
            #expect((found as? NSNumber)?.doubleValue == value, "\(format)")
        }
        for (format, text) in [("uppercase('é')", "É"), ("lowercase('É')", "é"), ("canonical('É')", "e")] {
            #expect(NSExpression(format: format).expressionValue(with: nil, context: nil) as? String == text)
        }
        #expect(NSPredicate(format: "random() < 1 AND random(5) < 5 AND now() > CAST(0, 'NSDate')").evaluate(with: nil))
        try expect([
            ("count + 1 == 3", [2]), ("count - 1 == 3", [4]), ("count * 2 == 6", [3]), ("count / 2 == 1", [2, 3]),
            ("modulus:by:(count, 2) == 0", [2, 4]), ("count ** 2 == 16", [4]), ("sqrt(count) == 2", [4]),
            ("abs(0 - count) == 5", [5]),
            ("floor(weight) == 1", [2, 3]), ("ceiling(weight) == 1", [1, 2]), ("trunc(weight) == 2", [4, 5]),
            ("uppercase(title) == 'PREFIX-1'", [2]), ("lowercase(title) BEGINSWITH 'café'", [1]),
            ("canonical(title) BEGINSWITH 'cafe'", [1]),
            ("length(title) == 8", [2, 3, 4]), ("noindex(count) == 2", [2]), ("count & 1 == 1", [1, 3, 5]),
            ("count | 1 == 3", [2, 3]),
            ("count ^ 1 == 0", [1]), ("count << 1 == 4", [2]), ("count >> 1 == 2", [4, 5]), ("~count == -2", [1]),
            ("TERNARY(done == YES, 1, 0) == 1", [4, 5]), ("max(list.items.count) == 4", [3, 4]),
            ("sum(list.items.count) == 3", [1, 2]),
            ("count(tags) == 2", [1, 5]), ("max(count, 3) == 3", [1, 2, 3]), ("min(count, 3) == 1", [1]),
            ("ln(count) == 0", [1]),
            ("exp(count - 1) == 1", [1]), ("log(count * 10) == 1", [1]),
        ])
        NSExpression.registerFunction("tripled:") { object, arguments in
            ((object as? NSNumber)?.intValue ?? 0) * 3 + ((arguments.first as? NSNumber)?.intValue ?? 0)
        }
        #expect(NSPredicate(format: "FUNCTION(n, 'tripled:', 1) == 7").evaluate(with: ["n": 2]))
    }

    @Test("10.22 A block is a predicate in memory, and predicates filter collections")
    func blocks() throws {
        try ShopStack(.memory).work { context in
            try fill(context)
            try context.save()
            let request = NSFetchRequest<ShopItem>(entityName: "Item")
            request.predicate = NSPredicate { object, _ in (object as? ShopItem)?.count == 2 }
            try #expect(context.fetch(request).map(\.count) == [2])
            let all = try context.fetch(NSFetchRequest<ShopItem>(entityName: "Item"))
            let small = NSPredicate(format: "count < 3")
            #expect(all.filter { small.evaluate(with: $0) }.count == 2)
            #expect((all as NSArray).filtered(using: small).count == 2)
            #expect(NSSet(array: all).filtered(using: small).count == 2)
        }
    }

    @Test("10.26 ANY and ALL on a to-one or an attribute hold in a file")
    func singleValues() throws {
        try ShopStack(.file).work { context in
            try fill(context)
            try context.save()
            for (format, wanted) in [("ANY count > 4", [5]), ("ALL count > 4", [5]), ("ANY list.name == 'x'", [1, 2])] {
                let found = try context.items(format, sort: "count").map { Int($0.count) }
                #expect(found == wanted, "\(format)")
            }
        }
    }

    @Test("10.27 Objects of another entity with the same key are no match")
    func otherEntities() throws {
        try ShopStack(.file).work { context in
            try fill(context)
            try context.save()
            let lists = try context.fetch(NSFetchRequest<ShopList>(entityName: "List"))
            let tags = try context.fetch(NSFetchRequest<ShopTag>(entityName: "Tag"))
            let request = NSFetchRequest<ShopItem>(entityName: "Item")
            request.predicate = NSPredicate(format: "SELF IN %@", lists)
            try #expect(context.count(for: request) == 0)
            request.predicate = NSPredicate(format: "list IN %@", tags.map(\.objectID))
            try #expect(context.count(for: request) == 0)
        }
    }

    @Test("10.28 BETWEEN takes calculated bounds")
    func calculatedBounds() throws {
        try expect([("count BETWEEN {1 + 1, 2 * 2}", [2, 3, 4]), ("count BETWEEN {weight, weight + 1}", [1, 2])])
    }
}

#if compiler(>=6.2)
    @Suite struct ContractPredicateRaisesTests {
        private static func fetch(_ kind: StoreKind, _ predicate: NSPredicate) throws {
            try ShopStack(kind).work { context in
                context.add("A")
                try context.save()
                let request = NSFetchRequest<ShopItem>(entityName: "Item")
                request.predicate = predicate
                _ = try context.fetch(request)
            }
        }

        @Test("10.15 What is no format raises")
        func malformed() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = NSPredicate(format: "a ==")
            }
            #expect(LastWords(result).tell("Unable to parse the format string \"a ==\""))
        }

        @Test("10.18 A function that nobody registered raises")
        func unknownFunction() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = NSPredicate(format: "FUNCTION(a, 'nothing:', 1) == 1").evaluate(with: ["a": 1])
            }
            #expect(LastWords(result).tell("unrecognized selector"))
        }

        @Test("10.22 A block raises in a fetch from a file")
        func block() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try ContractPredicateRaisesTests.fetch(.null, NSPredicate { _, _ in true })
            }
            #expect(LastWords(result).tell("Unsupported predicate"))
        }

        @Test("10.26 ANY on an attribute raises in memory")
        func singleValue() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try ContractPredicateRaisesTests.fetch(.memory, NSPredicate(format: "ANY count > 4"))
            }
            #expect(
                LastWords(result).tell(
                    "The left hand side for an ALL or ANY operator must be either an NSArray or an NSSet."))
        }
    }
#endif
