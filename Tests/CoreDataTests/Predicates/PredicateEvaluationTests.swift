import Testing

@testable import CoreData

/// Each row: format text and whether it holds for `subject`.
private let cases: [(String, Bool)] = [
    // Comparison
    ("age == 42", true), ("age = 42", true), ("age == 42.0", true), ("age != 42", false), ("age <> 41", true),
    ("age > 41", true), ("age >= 42", true), ("age => 42", true), ("age < 42", false), ("age <= 42", true),
    ("age =< 41", false), ("42 == age", true), ("age == 0x2A", true), ("age == 0b101010", true), ("age == 0o52", true),
    ("price == 1.5", true), ("price > 1", true), ("price < 1.6e0", true), ("exact == 2.50", true), ("exact > 2", true),
    ("age == '42'", false), ("age != '42'", true), ("age < 'x'", false), ("name > 3", false),
    ("-1 < age", true), ("age > -age", true), ("done == YES", true), ("done == TRUE", true), ("done == 1", true),
    ("done == NO", false), ("done != false", true), ("NOT done == no", true),
    // Null
    ("missing == nil", true), ("missing == NULL", true), ("missing == null", true), ("missing != nil", false),
    ("name == nil", false), ("name != NIL", true), ("missing != 'a'", true), ("missing == 'a'", false),
    ("missing > 1", false), ("missing < 1", false), ("missing <= nil", false), ("missing CONTAINS 'a'", false),
    ("NOT missing CONTAINS 'a'", true), ("missing == [c] 'a'", false), ("missing IN {1, nil}", true),
    ("missing BETWEEN {1, 2}", false), ("missing.length == nil", true),
    // Logic
    ("TRUEPREDICATE", true), ("falsepredicate", false), ("age == 42 AND done == YES", true),
    ("age == 41 && done == YES", false), ("age == 41 OR done == YES", true), ("age == 41 || done == NO", false),
    ("NOT age == 41", true), ("!(age == 41)", true), ("! age == 42", false), ("NOT NOT age == 42", true),
    ("age == 41 and age == 40 or done == yes", true), ("age == 41 and (age == 40 or done == yes)", false),
    ("not age == 41 and age == 42", true), ("((age == 42))", true), ("(age) == (42)", true), ("(age + 1) == 43", true),
    ("((age + 1) * 2) == 86 AND ((name == 'Café con Leche'))", true),
    // Text
    ("name == 'Café con Leche'", true), ("name == \"café con leche\"", false), ("name ==[c] 'café con leche'", true),
    ("name ==[cd] 'CAFE CON LECHE'", true), ("name !=[cd] 'CAFE CON LECHE'", false),
    ("name ==[d] 'Cafe con Leche'", true),
    ("name CONTAINS[cd] 'CAFE'", true), ("name CONTAINS[c] 'café'", true), ("name CONTAINS 'cafe'", false),
    ("name CONTAINS[d] 'Cafe'", true), ("name CONTAINS 'con'", true), ("name CONTAINS[c] 'CON'", true),
    ("name CONTAINS 'Cafe\\u0301'", true), ("name CONTAINS 'Caf'", true), ("name CONTAINS 'Cafe'", false),
    ("name BEGINSWITH 'Café'", true), ("name beginswith[c] 'cAF'", true), ("name BEGINSWITH[cd] 'cafe '", true),
    ("name BEGINSWITH 'con'", false), ("name ENDSWITH 'Leche'", true), ("name ENDSWITH[c] 'LECHE'", true),
    ("name ENDSWITH 'Le'", false), ("'con' IN name", true), ("'CON' IN[c] name", true), ("'tea' IN name", false),
    ("plain CONTAINS[cd] 'WORLD'", true), ("plain CONTAINS 'WORLD'", false), ("plain BEGINSWITH[c] 'HELLO'", true),
    ("plain ENDSWITH[cd] 'Wörld'", true), ("plain ENDSWITH[c] 'Wörld'", false), ("plain == 'Hello World'", true),
    ("plain CONTAINS ''", true), ("plain CONTAINS 'Hello World!'", false), ("plain CONTAINS[n] 'World'", true),
    ("name < 'D'", true), ("plain <[c] 'hello x'", true), ("plain <[c] 'hello a'", false),
    ("plain >=[c] 'HELLO WORLD'", true),
    ("plain LIKE 'Hello*'", true), ("plain LIKE '*o W*'", true), ("plain LIKE 'H?llo World'", true),
    ("plain LIKE 'Hello'", false), ("plain LIKE '*'", true), ("plain LIKE 'hello*'", false),
    ("plain LIKE[c] 'hello*'", true),
    ("plain LIKE '?'", false), ("plain LIKE '*l*l*l*'", true), ("plain LIKE '*l*l*l*l*'", false),
    ("plain LIKE 'Hello\\\\*'", false), ("star LIKE 'a\\\\*b'", true), ("star LIKE 'a?b'", true),
    ("name LIKE[cd] 'cafe*leche'", true), ("name LIKE 'Caf? con*'", true), ("plain MATCHES '.*World'", true),
    ("plain MATCHES 'World'", false), ("plain MATCHES '[A-Z]\\\\w+ \\\\w+'", true),
    ("plain MATCHES[c] 'hello world'", true),
    ("plain MATCHES 'Hello|World'", false), ("name MATCHES[cd] 'CAFE.*'", true),
    ("plain MATCHES '\\\\S+ \\\\S+'", true),
    ("link CONTAINS 'example'", true), ("age CONTAINS '4'", false), ("age LIKE '4*'", false),
    // IN and BETWEEN
    ("age IN {1, 42}", true), ("age IN {1, 2}", false), ("NOT (age IN {1, 2})", true), ("age NOT IN {1, 2}", true),
    ("plain IN {'a', 'Hello World'}", true), ("plain IN[c] {'HELLO WORLD'}", true), ("plain IN {'HELLO WORLD'}", false),
    ("age IN {}", false), ("age IN {age, 1}", true), ("age IN numbers", false), ("3 IN numbers", true),
    ("age BETWEEN {42, 50}", true), ("age BETWEEN {1, 42}", true), ("age BETWEEN {43, 50}", false),
    ("age BETWEEN {age - 1, age + 1}", true), ("plain BETWEEN {'A', 'I'}", true), ("numbers CONTAINS 2", true),
    ("numbers CONTAINS 9", false), ("tags CONTAINS[c] 'RED'", true), ("tags CONTAINS 'RED'", false),
    // Key paths
    ("owner.name == 'Ann'", true), ("owner.pet.name == 'Rex'", true), ("owner.missing.name == nil", true),
    ("SELF.age == 42", true), ("self.owner.name == 'Ann'", true), ("#size == 7", true), ("size == 7", true),
    ("owner.#name == 'Ann'", true), ("plain.length == 11", true), ("#in == 'reserved'", true),
    // To-many
    ("ANY items.price > 7", true), ("SOME items.price > 9", false), ("ALL items.price > 0", true),
    ("ALL items.price > 2", false), ("NONE items.price > 9", true), ("NONE items.price > 2", false),
    ("ANY items.title BEGINSWITH 'b'", true), ("ANY items.title IN {'bread', 'x'}", true),
    ("ALL empty.price > 1", true),
    ("ANY empty.price > 1", false), ("ANY missing.price > 1", false), ("ANY tags == 'red'", true),
    ("ANY items.parts.code == 'b2'", true), ("ANY numbers == 2", true), ("NOT ANY numbers == 9", true),
    ("items.@count == 3", true), ("items.@count > 3", false), ("items.@sum.price == 12", true),
    ("items.@avg.price == 4", true), ("items.@min.price == 1", true), ("items.@max.price == 8", true),
    ("empty.@count == 0", true), ("missing.@count == 0", true), ("numbers.@sum.self == 6", true),
    ("items.@unionOfObjects.title CONTAINS 'milk'", true), ("items[SIZE] == 3", true),
    ("items[FIRST].title == 'milk'", true),
    ("items[LAST].title == 'oats'", true), ("items[1].title == 'bread'", true), ("items[9].title == nil", true),
    ("numbers[1] == 2", true), ("owner['name'] == 'Ann'", true),
    ("SUBQUERY(items, $x, $x.price > 2).@count == 2", true), ("SUBQUERY(items, $x, $x.price > 20).@count == 0", true),
    ("SUBQUERY(items, $x, ANY $x.parts.code == 'a1').@count == 1", true),
    ("SUBQUERY(items, $x, $x.price == 1 AND $x.title == 'milk').@count == 1", true),
    ("SUBQUERY(items, $x, SUBQUERY($x.parts, $y, $y.code == 'b2').@count > 0).@count == 1", true),
    // Arithmetic
    ("1 + 2 > 2", true), ("4 + 5 - 2 ** 3 == 1", true), ("2 + 3 * 4 == 14", true), ("(2 + 3) * 4 == 20", true),
    ("7 / 2 == 3", true), ("7 / 2.0 == 3.5", true), ("10 - 3 - 2 == 5", true), ("age * 2 == 84", true),
    ("age - 2 == 40", true), ("modulus:by:(7, 3) == 1", true), ("1 / 0 == nil", true), ("missing + 1 == nil", true),
    ("6 & 3 == 2", true), ("6 | 3 == 7", true), ("6 ^ 3 == 5", true), ("1 << 4 == 16", true), ("16 >> 2 == 4", true),
    ("~0 == -1", true), ("exact + 1 == 3.5", true), ("2 ** 0.5 > 1.41", true), ("9223372036854775807 + 1 > 0", true),
    // Functions
    ("sum({1, 2, 3}) == 6", true), ("max({1, 2, 3, 4, 4, 5, 9, 11}) == 11", true), ("min(numbers) == 1", true),
    ("average({1, 2}) == 1.5", true), ("median({3, 1, 2}) == 2", true), ("median({1, 2, 3, 4}) == 2.5", true),
    ("count(numbers) == 3", true), ("mode({1, 2, 2}) == {2}", true), ("stddev({2, 4, 4, 4, 5, 5, 7, 9}) == 2", true),
    ("max(1, 7, 3) == 7", true), ("sqrt(16) == 4", true), ("abs(-3) == 3", true), ("floor(1.7) == 1", true),
    ("ceiling(1.2) == 2", true), ("trunc(-1.7) == -1", true), ("log(100) == 2", true), ("ln(1) == 0", true),
    ("exp(0) == 1", true), ("uppercase(plain) == 'HELLO WORLD'", true), ("lowercase(plain) == 'hello world'", true),
    ("canonical(name) == 'cafe con leche'", true), ("length(plain) == 11", true), ("add:to:(1, 2) == 3", true),
    ("born < now()", true), ("CAST(born, 'NSNumber') == 1000", true), ("born == CAST(1000, 'NSDate')", true),
    ("CAST('42', 'NSNumber') == age", true), ("CAST(age, 'NSString') == '42'", true), ("noindex(age) == 42", true),
    ("TERNARY(age > 40, 'old', 'young') == 'old'", true), ("TERNARY(age > 50, 1, 2) == 2", true),
    ("random() < 1", true), ("onesComplement(0) == -1", true),
    // Set algebra
    ("ANY (numbers UNION {9}) == 9", true), ("(numbers INTERSECT {2, 9}) == {2}", true),
    ("(numbers MINUS {1}) == {2, 3}", true),
    // Identifiers
    ("token == CAST('E621E1F8-C36C-495A-93FC-0C247A3E6E5F', 'NSUUID')", true),
]

// Filled once, and only read.
nonisolated(unsafe) private let subject: [String: Any] = [
    "age": 42, "price": 1.5, "exact": Decimal(string: "2.5")!, "done": true, "name": "Café con Leche",
    "plain": "Hello World", "star": "a*b", "size": 7, "in": "reserved", "missing": NSNull(),
    "link": URL(string: "https://example.org/x")!, "born": Date(timeIntervalSinceReferenceDate: 1000),
    "token": UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")!, "numbers": [1, 2, 3],
    "tags": Set(["red", "blue"]),
    "empty": [Any](), "owner": ["name": "Ann", "pet": ["name": "Rex"]] as [String: Any],
    "items": [
        ["title": "milk", "price": 1, "parts": [["code": "a1"]]],
        ["title": "bread", "price": 3, "parts": [["code": "b1"], ["code": "b2"]]],
        ["title": "oats", "price": 8, "parts": [[String: Any]]()],
    ] as [[String: Any]],
]

@Suite("A predicate in memory")
struct PredicateEvaluationTests {
    @Test("picks what its text says", arguments: cases)
    func holds(_ text: String, _ expected: Bool) throws {
        let predicate = NSPredicate.make(try PredicateParser.predicate(text, []))
        #expect(predicate.evaluate(with: subject) == expected, "\(text)")
    }

    @Test("prints text that reads back as an equal tree with the same answer", arguments: cases)
    func roundTrip(_ text: String, _ expected: Bool) throws {
        let node = try PredicateParser.predicate(text, [])
        let again = try PredicateParser.predicate(node.printed, [])
        #expect(again == node, "\(text) printed as \(node.printed)")
        #expect(NSPredicate.make(again).evaluate(with: subject) == expected, "\(node.printed)")
        #expect(again.printed == node.printed)
    }

    @Test("filters collections of Foundation")
    func filtering() {
        let numbers = NSArray(array: [1, 5, 9])
        #expect(numbers.filtered(using: NSPredicate(format: "SELF > %d", 4)).count == 2)
        #expect(NSSet(array: ["a", "b"]).filtered(using: NSPredicate(format: "SELF == 'a'")).count == 1)
    }

    @Test("evaluates blocks and Foundation's own compounds of ours")
    func mixtures() {
        let ours = NSPredicate(format: "age > 40")
        let block = NSPredicate { object, _ in (object as? [String: Any])?["size"] as? Int == 7 }
        let both = NSCompoundPredicate(andPredicateWithSubpredicates: [ours, block])
        #expect(both.evaluate(with: subject))
        #expect(NSPredicate.make(both.predicateNode).evaluate(with: subject))
        #expect(!NSCompoundPredicate(notPredicateWithSubpredicate: both).evaluate(with: subject))
        #expect(NSPredicate(value: true).predicateNode == .value(true))
        #expect(NSPredicate(value: false).predicateNode == .value(false))
    }

    @Test("fills variables")
    func variables() {
        let template = NSPredicate(format: "age > $LIMIT AND owner.name == $NAME")
        #expect(template.evaluate(with: subject, substitutionVariables: ["LIMIT": 41, "NAME": "Ann"]))
        #expect(!template.evaluate(with: subject, substitutionVariables: ["LIMIT": 42, "NAME": "Ann"]))
        let filled = template.withSubstitutionVariables(["LIMIT": 41, "NAME": "Ann"])
        #expect(filled.evaluate(with: subject))
        #expect(filled == NSPredicate(format: "age > 41 AND owner.name == 'Ann'"))
    }
}
