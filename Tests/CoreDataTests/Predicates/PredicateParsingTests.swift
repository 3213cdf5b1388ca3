import Testing

@testable import CoreData

@Suite("A format string")
struct PredicateParsingTests {
    @Test(
        "that is not a predicate is told apart, with the place",
        arguments: [
            ("", 0), ("age", 3), ("age ==", 6), ("== 3", 0), ("age == 3 AND", 12), ("(age == 3", 9), ("age == 3)", 8),
            ("age == 'x", 9), ("age ? 3", 4), ("age == ?", 7), ("age == %%", 7), ("age == 3 3", 9),
            ("age IN {1, 2", 12),
            ("age BETWEEN", 11), ("SUBQUERY(a, b, c == 1).@count > 1", 12), ("foo(1) == 2", 0), ("sqrt(1, 2) == 2", 0),
            ("age ==[q] 3", 7), ("age == 12x", 9), ("NOT", 3), ("age && done", 4), ("AND age == 1", 0), ("a. == 1", 3),
            ("ANY age", 7), ("age == 0xZZ", 11), ("a == 1 OR OR b == 2", 10), ("$ == 1", 1), ("a:b: == 1", 5),
            ("FUNCTION(a) == 1", 0), ("%q == 1", 0), ("a == b == c", 7), ("TRUEPREDICATE == 1", 14),
        ])
    func malformed(_ text: String, _ position: Int) {
        #expect {
            _ = try PredicateParser.predicate(text, [])
        } throws: { error in
            let error = error as? PredicateFormatError
            return error?.format == text && error?.position == position
        }
    }

    private static let someOperator = "an operator such as ==, < or CONTAINS"
    private static let end = "the end of the text"

    @Test(
        "that is not a predicate is told with the column, what was expected there, and what was found",
        arguments: [
            ("", 1, "a value or a key, found \(end)"), ("age", 4, "\(someOperator), found \(end)"),
            ("age ==", 7, "a value or a key, found \(end)"), ("== 3", 1, "a value or a key, found =="),
            ("age == 3 AND", 13, "a value or a key, found \(end)"), ("(age == 3", 10, "), found \(end)"),
            ("age == 3)", 9, "AND, OR or \(end), found )"), ("age == 'x", 10, "' at the end of a string, found \(end)"),
            ("age ? 3", 5, "a value, a key or an operator, found ?"),
            ("age == %%", 8, "a placeholder such as %@, %K, %ld or %f, found %%"),
            ("%q == 1", 1, "a placeholder such as %@, %K, %ld or %f, found %q"),
            ("age == 3 3", 10, "AND, OR or \(end), found 3"), ("age IN {1, 2", 13, "a comma or }, found \(end)"),
            ("age BETWEEN", 12, "a value or a key, found \(end)"),
            ("SUBQUERY(a, b, c == 1).@count > 1", 13, "a variable such as $x, found b"),
            ("foo(1) == 2", 1, "a function of 1 argument, found foo"),
            ("2 == sqrt(1, 2)", 6, "a function of 2 arguments, found sqrt"),
            ("age ==[q] 3", 8, "the options c, d, n or l, found q"),
            ("age ==[] 3", 8, "the options c, d, n or l, found ]"),
            ("age == 12x", 10, "a number, found 12x"), ("age == 0xZZ", 12, "a number, found 0xZZ"),
            ("NOT", 4, "a value or a key, found \(end)"), ("age && done", 5, "\(someOperator), found &&"),
            ("AND age == 1", 1, "a value or a key, found AND"), ("a. == 1", 4, "a key, found =="),
            ("ANY age", 8, "\(someOperator), found \(end)"), ("a == 1 OR OR b == 2", 11, "a value or a key, found OR"),
            ("$ == 1", 2, "a name after $"), ("a:b: == 1", 6, "( after a:b:, found =="),
            ("FUNCTION(a) == 1", 1, "an object and the name of a function in FUNCTION"),
            ("CAST(1) == 1", 1, "a value and the name of a class in CAST, found 1 argument"),
            ("a CONTAINS[cd 'x'", 15, "], found the string \"x\""), ("a == b == c", 8, "AND, OR or \(end), found =="),
            ("(a == 1) + 2 == 3", 10, "a value, found a predicate before this"),
            ("a LIKE NOT 'x'", 8, "a value or a key, found NOT"), ("a == %@", 6, "an argument for %@, found none"),
            ("a == '\\u00g1'", 9, "four hexadecimal digits after \\u, found 00g1"),
            ("TERNARY(a, 1, 2) == 1", 10, "\(someOperator), found ,"),
        ])
    func told(_ text: String, _ column: Int, _ expected: String) {
        #expect {
            _ = try PredicateParser.predicate(text, [])
        } throws: { error in
            let reason = (error as? PredicateFormatError)?.reason
            return reason
                == "Unable to parse the format string \"\(text)\" (column \(column): expected \(expected))"
        }
    }

    @Test("with a missing or unfit argument is refused")
    func arguments() {
        #expect(throws: PredicateFormatError.self) { try PredicateParser.predicate("a == %@", []) }
        #expect(throws: PredicateFormatError.self) { try PredicateParser.predicate("%K == 1", [3]) }
        #expect(throws: PredicateFormatError.self) { try PredicateParser.predicate("a == %d", ["x"]) }
    }

    @Test("nested beyond reason is refused instead of exhausting the stack")
    func nesting() throws {
        let deep = String(repeating: "(", count: 10_000) + "a == 1" + String(repeating: ")", count: 10_000)
        #expect(throws: PredicateFormatError.self) { try PredicateParser.predicate(deep, []) }
        let fine = String(repeating: "(", count: 100) + "a == 1" + String(repeating: ")", count: 100)
        #expect(try PredicateParser.predicate(fine, []) == PredicateParser.predicate("a == 1", []))
    }

    @Test("with more operators than the stack has room for is refused; the least number has no opposite")
    func chains() throws {
        let sum = { (count: Int) in "1" + String(repeating: " + 1", count: count) + " == a" }
        #expect(throws: PredicateFormatError.self) { try PredicateParser.predicate(sum(100_000), []) }
        _ = try PredicateParser.predicate(sum(500), [])
        #expect(throws: PredicateFormatError.self) {
            try PredicateParser.predicate("a" + String(repeating: "[0]", count: 100_000) + " == 1", [])
        }
        #expect(try PredicateParser.expression("-%ld", [Int64.min]) == .constant(.real(0x1p63)))
    }

    @Test("binds NOT before AND before OR")
    func precedence() throws {
        func parse(_ text: String) throws -> PredicateNode { try PredicateParser.predicate(text, []) }
        let (a, v, w) = (try parse("a = true"), try parse("v >= 1"), try parse("v <= 10.5"))
        #expect(try parse("a = true or v >= 1 and v <= 10.5") == .or([a, .and([v, w])]))
        #expect(try parse("not a = true or v >= 1 and v <= 10.5") == .or([.not(a), .and([v, w])]))
        #expect(try parse("(a = true or v >= 1) and v <= 10.5") == .and([.or([a, v]), w]))
    }

    @Test(
        "of sets is printed as what reads back",
        arguments: [
            "(a UNION b) - 1 == 2", "1 + (a MINUS b) == 2", "a UNION (b + c) == 2", "a + b UNION c == 2",
            "(a UNION b) << 1 == 2", "1 << (a INTERSECT b) == 2", "a UNION b MINUS c == 2", "a UNION (b MINUS c) == 2",
            "(a UNION b) * 2 == 2", "-(a UNION b) == 2",
        ])
    func sets(_ text: String) throws {
        let node = try PredicateParser.predicate(text, [])
        #expect(try PredicateParser.predicate(node.printed, []) == node, "\(node.printed)")
    }

    @Test("with marks and joiners beside the quotes of a text is read and printed as it is")
    func marks() throws {
        for text in ["\u{301}a", "a\u{600}", "\u{200D}", "e\u{301}", "\u{FE0F}\r\n\u{308}", "\u{1F1E6}"] {
            let node = try PredicateParser.predicate("a == '\(text)'", [])
            #expect(
                node
                    == .comparison(
                        Comparison(left: .keyPath(["a"]), right: .constant(.string(text)), operator: .equalTo)))
            #expect(try PredicateParser.predicate(node.printed, []) == node, "\(node.printed.debugDescription)")
        }
        #expect(try PredicateParser.predicate("cafe\u{301} == 1", []).printed == "cafe\u{301} == 1")
    }

    @Test("with a regular expression that cannot be compiled is read, printed and asked nothing")
    func unreadablePattern() throws {
        let node = try PredicateParser.predicate("a MATCHES '[a-z' OR b == 1", [])
        #expect(try PredicateParser.predicate(node.printed, []) == node)
        #expect(NSPredicate(format: "b == 1 OR a MATCHES '[a-z'").evaluate(with: ["a": "x", "b": 1] as NSDictionary))
    }

    @Test("takes its arguments in order")
    func placeholders() throws {
        let node = try PredicateParser.predicate(
            "%K == %@ AND %K.name BEGINSWITH %@ AND n IN %@ AND d > %f AND i == %ld AND s == '%@'",
            ["title", "x", "owner.pet", "y", [1, 2], 1.5, 7])
        #expect(
            node.printed
                == #"title == "x" AND owner.pet.name BEGINSWITH "y" AND n IN {1, 2} AND d > 1.5 AND i == 7 AND s == "%@""#
        )
    }

    @Test("of an expression has its value")
    func expressions() {
        #expect(NSExpression(format: "4 + 5 - 2**3").expressionValue(with: nil, context: nil) as? Int == 1)
        let maximum = NSExpression(
            forFunction: "max:", arguments: [NSExpression(forConstantValue: [1, 2, 3, 4, 4, 5, 9, 11])])
        #expect(maximum.expressionValue(with: nil, context: nil) as? Int == 11)
        #expect(NSExpression(format: "%K + 1", "age").expressionValue(with: ["age": 2], context: nil) as? Int == 3)
    }
}
