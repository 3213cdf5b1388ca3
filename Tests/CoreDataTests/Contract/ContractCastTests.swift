import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractCastTests {
    /// A model with a transformable attribute.
    private static func notes() -> NSManagedObjectModel {
        typealias Make = SampleModel
        let note = Make.entity(
            "Note", Make.attribute("name", .stringAttributeType),
            Make.attribute("words", .transformableAttributeType) { $0.attributeValueClassName = "NSArray" })
        let model = NSManagedObjectModel()
        model.entities = [note]
        return model
    }

    /// Runs a test on objects in a file, in memory, and on unsaved ones.
    private func everywhere(
        _ model: @autoclosure () -> NSManagedObjectModel, _ fill: (NSManagedObjectContext) throws -> Void,
        _ test: (String, NSManagedObjectContext) throws -> Void
    ) throws {
        for (kind, isSaved) in [(StoreKind.file, true), (.memory, true), (.null, false)] {
            try ShopStack(kind, model()).work { context in
                try fill(context)
                if isSaved {
                    try context.save()
                    context.reset()
                }
                try test(isSaved ? kind.rawValue : "unsaved", context)
            }
        }
    }

    @Test("10.16 CAST makes the same of values in a file, in memory and among what is pending")
    func casts() throws {
        let formats: [(String, [String])] = [
            ("CAST(count, 'NSString') == '3'", ["42"]), ("CAST(count, 'NSString') BEGINSWITH '-'", ["two"]),
            ("CAST(weight, 'NSString') == '2.5'", ["42"]), ("CAST(price, 'NSString') ENDSWITH '.5'", ["42"]),
            ("CAST(title, 'NSString') == '42'", ["42"]), ("CAST(title, 'NSNumber') == 42", ["42"]),
            ("CAST(title, 'NSNumber') + 1 > 42", ["42"]), ("CAST(title, 'NSNumber') == nil", ["two"]),
            ("CAST(title, 'NSDecimalNumber') / 4 == 10.5", ["42"]), ("CAST(title, 'NSDate') > timestamp", ["42"]),
            ("CAST(timestamp, 'NSNumber') / 8 == 2.5", ["42"]), ("CAST(count, 'NSDate') < timestamp", ["42", "two"]),
            ("CAST(price, 'NSDecimalNumber') == 1.5", ["42"]), ("CAST(price, 'NSNumber') > 1", ["42", "two"]),
            ("CAST(identifier, 'NSString') BEGINSWITH '0000'", ["42"]),
            ("CAST(site, 'NSString') == 'http://a'", ["42"]), ("CAST(site, 'NSURL') == 'http://a'", ["42"]),
            ("identifier != nil AND CAST(CAST(identifier, 'NSString'), 'NSUUID') == identifier", ["42"]),
            ("CAST(count, 'NSUUID') != nil", []), ("CAST(count, 'Unheard') != nil", []),
            ("CAST(title, 'NSData') == nil AND title == '42'", ["42"]),
            ("castObject:toType:(count, 'NSString') == '3'", ["42"]),
            ("cast(CAST(count, 'NSString'), 'NSNumber') == count", ["42", "two"]),
        ]
        try everywhere(ShopModel.make()) { context in
            let full = context.add("42")
            full.count = 3
            full.setValue(2.5, forKey: "weight")
            full.price = 1.5
            full.timestamp = Date(timeIntervalSinceReferenceDate: 20)
            full.identifier = UUID(uuidString: "00000000-0000-0000-0000-0000000000AB")
            full.setValue(URL(string: "http://a"), forKey: "site")
            let other = context.add("two")
            other.count = -1
            other.price = 2
            other.timestamp = Date(timeIntervalSinceReferenceDate: 0)
        } _: { place, context in
            for (format, titles) in formats {
                try #expect(context.titles(format) == titles, "\(place): \(format)")
                let predicate = NSPredicate(format: format)
                #expect(NSPredicate(format: printedFormat(predicate)) == predicate, "\(format)")
            }
        }
    }

    @Test("10.16 What a transformer makes of a constant is compared with what it has made of a value")
    func transformables() throws {
        try everywhere(Self.notes()) { context in
            for (name, words) in [("a", ["x", "y"]), ("b", ["x"]), ("c", nil)] {
                let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
                note.setValue(name, forKey: "name")
                note.setValue(words as NSArray?, forKey: "words")
            }
        } _: { place, context in
            func names(_ format: String, _ arguments: Any...) throws -> [String] {
                let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
                request.predicate = NSPredicate(format: format, argumentArray: arguments)
                request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
                return try context.fetch(request).compactMap { $0.value(forKey: "name") as? String }
            }
            try #expect(names("words == %@", ["x", "y"]) == ["a"], "\(place)")
            try #expect(names("words != nil AND words != %@", ["x", "y"]) == ["b"], "\(place)")
            try #expect(names("words == nil") == ["c"], "\(place)")
            try #expect(names("words IN %@", [["x"], ["z"]]) == ["b"], "\(place)")
            try #expect(names("words == 3 OR words == %@", ["x"]) == ["b"], "\(place)")
        }
    }

    @Test("10.18 Functions and keywords are read in capitals and in small letters")
    func spelling() throws {
        let pairs = [
            ("when < NOW()", "when < now()"), ("MAX(1, 5, 10) == n", "max(1, 5, 10) == n"),
            ("UpperCase(a) == 'X'", "uppercase(a) == 'X'"), ("ADD:TO:(n, 1) == 2", "add:to:(n, 1) == 2"),
            ("a beginswith[CD] 'x' and not b in {1}", "a BEGINSWITH[cd] 'x' AND NOT b IN {1}"),
            ("any tags.name == nil", "ANY tags.name == NIL"),
            ("self == yes or a == False", "SELF == YES OR a == FALSE"),
            ("tags[first] == tags[Last] && tags[size] == 1", "tags[FIRST] == tags[LAST] AND tags[SIZE] == 1"),
            ("subquery(tags, $x, $x.a == 1).@count > 0", "SUBQUERY(tags, $x, $x.a == 1).@count > 0"),
            ("ternary(truepredicate, 1, 2) == 1", "TERNARY(TRUEPREDICATE, 1, 2) == 1"),
            ("a between {1, 2} || falsepredicate", "a BETWEEN {1, 2} OR FALSEPREDICATE"),
        ]
        for (first, second) in pairs {
            #expect(NSPredicate(format: first) == NSPredicate(format: second), "\(first)")
        }
        // Reserved words are keys behind #, and those that mean something in their place alone are keys elsewhere.
        #expect(
            NSPredicate(format: "#in == 1 AND #SELF == 2 AND size == 3").evaluate(with: ["in": 1, "SELF": 2, "size": 3])
        )
    }
}
