import CoreData
import Foundation
import Testing

@testable import CoreData

/// An item whose properties the macro can name, as those of generated classes.
final class MacroItem: NSManagedObject {
    private static let keys = ["title", "count", "price", "done", "timestamp", "owner"].map { ManagedKey($0) }
    private static let membersKey = ManagedKey("members")
    var title: String? { managedValue(for: Self.keys[0]) }
    var count: Int64 { managedValue(for: Self.keys[1]) }
    var price: Double { managedValue(for: Self.keys[2]) }
    var done: Bool { managedValue(for: Self.keys[3]) }
    var timestamp: Date? { managedValue(for: Self.keys[4]) }
    var owner: MacroItem? { managedValue(for: Self.keys[5]) }
    var members: Set<MacroItem> { managedValue(for: Self.membersKey, as: Set<MacroItem>.self) ?? [] }
}

enum MacroModel: EmbeddedModel {
    static var name: String { "MacroItems" }
    static var classes: [String: NSManagedObject.Type] { ["Macro.Item": MacroItem.self] }
    static func nameKeyPaths(in names: inout KeyPathNames) {
        names.add(\MacroItem.title, \MacroItem?.?.title, "title")
        names.add(\MacroItem.count, \MacroItem?.?.count, "count")
        names.add(\MacroItem.price, \MacroItem?.?.price, "price")
        names.add(\MacroItem.done, \MacroItem?.?.done, "done")
        names.add(\MacroItem.timestamp, \MacroItem?.?.timestamp, "timestamp")
        names.add(\MacroItem.owner, \MacroItem?.?.owner, "owner")
        names.add(\MacroItem.members, \MacroItem?.?.members, "members")
    }
    static func makeModel() -> NSManagedObjectModel {
        typealias Make = SampleModel
        let item = Make.entity(
            "MacroItem", Make.attribute("title", .stringAttributeType),
            Make.attribute("count", .integer64AttributeType),
            Make.attribute("price", .doubleAttributeType), Make.attribute("done", .booleanAttributeType),
            Make.attribute("timestamp", .dateAttributeType))
        let (owner, members) = (
            Make.relationship("owner", to: item), Make.relationship("members", to: item, maxCount: 0)
        )
        Make.join(owner, members)
        item.properties += [owner, members]
        item.managedObjectClassName = "Macro.Item"
        let model = NSManagedObjectModel()
        model.entities = [item]
        return model
    }
}

@Suite struct ContractMacroPredicateTests {
    private static let limit: Int64 = 2
    private static let titles = ["A", "C"]

    /// What a predicate's maker has at hand.
    private struct Settings: Codable {
        enum Level: Int64, Codable { case low = 1, high = 3 }
        var limit: Int64 = 3
        var level = Level.high
        var titles: [String]? = ["A", "B"]
        var since: Date { Date(timeIntervalSinceReferenceDate: 25) }
    }

    /// What is not asked of an object is known; what is asked of nil is neither true nor false.
    private static func furtherCases() -> [(NSPredicate?, String, [String])] {
        let settings = Settings()
        let (from, through, upTo) = (Int64(3)..., ...Int64(2), ..<Int64(2))
        return [
            (NSPredicate(#Predicate<MacroItem> { $0.count > settings.limit }), "count > 3", ["D"]),
            (NSPredicate(#Predicate<MacroItem> { $0.count == settings.level.rawValue }), "count == 3", ["C"]),
            (
                NSPredicate(#Predicate<MacroItem> { $0.timestamp ?? settings.since > settings.since }),
                "TERNARY(timestamp != nil, timestamp, CAST(25.000000, \"NSDate\")) > CAST(25.000000, \"NSDate\")",
                ["C", "D"]
            ),
            (
                NSPredicate(#Predicate<MacroItem> { $0.timestamp.flatMap { $0 > settings.since } ?? false }),
                "timestamp > CAST(25.000000, \"NSDate\")", ["C", "D"]
            ),
            (
                NSPredicate(#Predicate<MacroItem> { settings.limit > 5 || $0.done }), "FALSEPREDICATE OR done == 1",
                ["B", "D"]
            ),
            (NSPredicate(#Predicate<MacroItem> { from.contains($0.count) }), "count >= 3", ["C", "D"]),
            (NSPredicate(#Predicate<MacroItem> { through.contains($0.count) }), "count <= 2", ["A", "B"]),
            (NSPredicate(#Predicate<MacroItem> { upTo.contains($0.count) }), "count < 2", ["A"]),
            (
                NSPredicate(#Predicate<MacroItem> { $0.owner?.title?.contains("A") == false }),
                "owner.title != nil AND NOT owner.title CONTAINS \"A\"", ["D"]
            ),
            (
                NSPredicate(#Predicate<MacroItem> { $0.owner?.title?.contains("A") != true }),
                "owner.title == nil OR NOT owner.title CONTAINS \"A\"", ["A", "D"]
            ),
            (
                NSPredicate(#Predicate<MacroItem> { $0.owner?.title?.contains("A") ?? true }),
                "owner.title == nil OR owner.title CONTAINS \"A\"", ["A", "B", "C"]
            ),
            (
                NSPredicate(#Predicate<MacroItem> { $0.owner.flatMap { !$0.done } == true }),
                "owner != nil AND NOT owner.done == 1", ["B", "C", "D"]
            ),
            (
                NSPredicate(
                    #Predicate<MacroItem> { $0.owner.flatMap { $0.members.allSatisfy { $0.count < 4 } } ?? false }),
                "owner != nil AND SUBQUERY(owner.members, $element1, NOT $element1.count < 4).@count == 0", ["B", "C"]
            ),
        ]
    }

    /// Methods of texts that Foundation's own macro types lack here, type checks, and what Swift writes as statements.
    private static func otherForms() -> [(NSPredicate?, String, [String])] {
        let same = ComparisonResult.orderedSame
        let later = ComparisonResult.orderedDescending
        return [
            (
                NSPredicate(#Predicate<MacroItem> { $0.title?.localizedStandardContains("á") == true }),
                "title CONTAINS[cdl] \"á\"", ["A"]
            ),
            (
                NSPredicate(#Predicate<MacroItem> { ($0.title ?? "").localizedStandardContains("b") }),
                "TERNARY(title != nil, title, \"\") CONTAINS[cdl] \"b\"", ["B"]
            ),
            (
                NSPredicate(#Predicate<MacroItem> { $0.title!.caseInsensitiveCompare("c") == same }),
                "TERNARY(title ==[c] \"c\", 0, TERNARY(title <[c] \"c\", -1, 1)) == 0", ["C"]
            ),
            (
                NSPredicate(#Predicate<MacroItem> { $0.owner?.title?.caseInsensitiveCompare("a") == later }),
                "TERNARY(owner.title != nil, TERNARY(owner.title ==[c] \"a\", 0, TERNARY(owner.title <[c] \"a\", -1, 1)), nil)"
                    + " == 1", ["D"]
            ),
            (
                NSPredicate(#Predicate<MacroItem> { $0.title!.localizedCompare("B") == later }),
                "TERNARY(title ==[l] \"B\", 0, TERNARY(title <[l] \"B\", -1, 1)) == 1", ["C", "D"]
            ),
            (
                NSPredicate(#Predicate<NSManagedObject> { $0 is MacroItem }), "entity.name IN {\"MacroItem\"}",
                ["A", "B", "C", "D"]
            ),
            (
                NSPredicate(
                    #Predicate<MacroItem> {
                        if let owner = $0.owner { owner.count > 1 } else { $0.count == 1 }
                    }),
                "TERNARY(owner != nil, TERNARY(owner.count > 1, 1, 0), TERNARY(count == 1, 1, 0)) == 1", ["A", "D"]
            ),
            (
                NSPredicate(
                    #Predicate<MacroItem> {
                        if $0.count > 3 { $0.done } else if $0.count == 1 { true } else { $0.title == "C" }
                    }),
                "TERNARY(count > 3, done, TERNARY(count == 1, 1, TERNARY(title == \"C\", 1, 0))) == 1", ["A", "C", "D"]
            ),
            (
                NSPredicate(#Predicate<MacroItem> { $0.members.contains { $0.title?.isEmpty == false && $0.done } }),
                "SUBQUERY(members, $element1, ($element1.title != nil AND NOT $element1.title == \"\") AND $element1.done == 1)"
                    + ".@count > 0", ["A", "C"]
            ),
            (
                NSPredicate(#Predicate<MacroItem> { $0.title.flatMap { $0.count > 0 && $0 < "C" } ?? false }),
                "title != nil AND length(title) > 0 AND title < \"C\"", ["A", "B"]
            ),
            (
                NSPredicate(#Predicate<MacroItem> { ["A", "D"].contains($0.title!) }), "title IN {\"A\", \"D\"}",
                ["A", "D"]
            ),
            (NSPredicate(#Predicate<MacroItem> { _ in true }), "TRUEPREDICATE", ["A", "B", "C", "D"]),
        ]
    }

    /// Predicates of the macro, the format of each, and the titles that it picks.
    private static func cases() -> [(NSPredicate?, String, [String])] {
        let (limit, titles, range) = (limit, titles, Int64(2)...3)
        let date = Date(timeIntervalSinceReferenceDate: 15)
        return [
            (NSPredicate(#Predicate<MacroItem> { $0.count == limit }), "count == 2", ["B"]),
            (NSPredicate(#Predicate<MacroItem> { $0.count != 2 }), "count != 2", ["A", "C", "D"]),
            (NSPredicate(#Predicate<MacroItem> { $0.count > 2 && $0.done }), "count > 2 AND done == 1", ["D"]),
            (
                NSPredicate(#Predicate<MacroItem> { $0.count <= 1 || !$0.done }), "count <= 1 OR NOT done == 1",
                ["A", "C"]
            ),
            (NSPredicate(#Predicate<MacroItem> { $0.title == "A" }), "title == \"A\"", ["A"]),
            (NSPredicate(#Predicate<MacroItem> { $0.title != nil }), "title != nil", ["A", "B", "C", "D"]),
            (NSPredicate(#Predicate<MacroItem> { $0.owner?.title == "A" }), "owner.title == \"A\"", ["B", "C"]),
            (NSPredicate(#Predicate<MacroItem> { $0.owner!.count == 1 }), "owner.count == 1", ["B", "C"]),
            (
                NSPredicate(#Predicate<MacroItem> { $0.title?.contains("A") == true }), "title CONTAINS \"A\"", ["A"]
            ),
            (
                NSPredicate(#Predicate<MacroItem> { $0.title?.starts(with: "B") == true }), "title BEGINSWITH \"B\"",
                ["B"]
            ),
            (NSPredicate(#Predicate<MacroItem> { range.contains($0.count) }), "count BETWEEN {2, 3}", ["B", "C"]),
            (
                NSPredicate(#Predicate<MacroItem> { (2..<4).contains($0.count) }), "count >= 2 AND count < 4",
                ["B", "C"]
            ),
            (
                NSPredicate(#Predicate<MacroItem> { titles.contains($0.title ?? "") }),
                "TERNARY(title != nil, title, \"\") IN {\"A\", \"C\"}", ["A", "C"]
            ),
            (NSPredicate(#Predicate<MacroItem> { $0.members.count > 1 }), "members.@count > 1", ["A"]),
            (NSPredicate(#Predicate<MacroItem> { $0.members.isEmpty }), "members.@count == 0", ["B", "D"]),
            (
                NSPredicate(#Predicate<MacroItem> { $0.members.contains { $0.count > 3 } }),
                "SUBQUERY(members, $element1, $element1.count > 3).@count > 0", ["C"]
            ),
            (
                NSPredicate(#Predicate<MacroItem> { $0.members.allSatisfy { $0.count < 4 } }),
                "SUBQUERY(members, $element1, NOT $element1.count < 4).@count == 0", ["A", "B", "D"]
            ),
            (
                NSPredicate(#Predicate<MacroItem> { $0.members.filter { $0.done }.count == 1 }),
                "SUBQUERY(members, $element1, $element1.done == 1).@count == 1", ["A", "C"]
            ),
            (NSPredicate(#Predicate<MacroItem> { $0.count + 1 == 3 }), "count + 1 == 3", ["B"]),
            (NSPredicate(#Predicate<MacroItem> { $0.count * 2 - 1 > 5 }), "count * 2 - 1 > 5", ["D"]),
            (NSPredicate(#Predicate<MacroItem> { $0.count % 2 == 0 }), "modulus:by:(count, 2) == 0", ["B", "D"]),
            (NSPredicate(#Predicate<MacroItem> { $0.price / 2 > 1 }), "price / 2.0 > 1.0", ["C", "D"]),
            (NSPredicate(#Predicate<MacroItem> { -$0.count < -3 }), "0 - count < -3", ["D"]),
            (
                NSPredicate(#Predicate<MacroItem> { $0.timestamp! > date }), "timestamp > CAST(15.000000, \"NSDate\")",
                ["B", "C", "D"]
            ),
            (
                NSPredicate(#Predicate<MacroItem> { $0.done ? $0.count > 3 : $0.count < 2 }),
                "TERNARY(done == 1, TERNARY(count > 3, 1, 0), TERNARY(count < 2, 1, 0)) == 1", ["A", "D"]
            ),
        ]
    }

    @Test("10.23 What the macro makes becomes a predicate that files, memory and unsaved objects agree on")
    func macro() throws {
        for (kind, isSaved) in [(StoreKind.null, true), (.memory, true), (.null, false)] {
            try ShopStack(kind, MacroModel.makeModel()).work { context in
                var made: [NSManagedObject] = []
                for (number, title) in ["A", "B", "C", "D"].enumerated() {
                    let item = NSEntityDescription.insertNewObject(forEntityName: "MacroItem", into: context)
                    item.setValue(title, forKey: "title")
                    item.setValue(number + 1, forKey: "count")
                    item.setValue(Double(number) + 0.5, forKey: "price")
                    item.setValue(number % 2 == 1, forKey: "done")
                    item.setValue(Date(timeIntervalSinceReferenceDate: Double(number + 1) * 10), forKey: "timestamp")
                    made.append(item)
                }
                made[1].setValue(made[0], forKey: "owner")
                made[2].setValue(made[0], forKey: "owner")
                made[3].setValue(made[2], forKey: "owner")
                if isSaved { try context.save() }
                for (predicate, format, titles) in Self.cases() + Self.furtherCases() + Self.otherForms() {
                    #expect(predicate.map(printedFormat) == format)
                    let request = NSFetchRequest<NSManagedObject>(entityName: "MacroItem")
                    request.predicate = predicate
                    request.sortDescriptors = [NSSortDescriptor(key: "count", ascending: true)]
                    let found = try context.fetch(request).compactMap { $0.value(forKey: "title") as? String }
                    #expect(found == titles, "\(kind) \(isSaved): \(format)")
                }
            }
        }
    }

    @Test("10.23 What the format language cannot say has no counterpart")
    func untranslatable() {
        let unnamed = #Predicate<MacroItem> { $0.objectID.isTemporaryID }
        #expect(NSPredicate(unnamed) == nil)
        // As on Apple's platforms.
        let cast = #Predicate<NSManagedObject> { ($0 as? MacroItem)?.count == 1 }
        #expect(NSPredicate(cast) == nil)
    }
}
