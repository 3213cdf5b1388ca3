import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractPredicateFormatTests {
    private func node(_ format: String, _ arguments: Any?...) throws -> PredicateNode {
        try PredicateParser.predicate(format, arguments)
    }

    @Test("10.1 Keywords in any case, free space, nested parentheses, NOT before AND before OR, and signs for them")
    func grammar() throws {
        let whole = try node("NOT a == 1 AND b == 2 OR c == 3")
        #expect(try node("  not   a=1 and\n b == 2\tOr ((c == 3)) ") == whole)
        #expect(try node("! a == 1 && b == 2 || c == 3") == whole)
        #expect(try node("((NOT (a == 1)) AND b == 2) OR c == 3") == whole)
        #expect(try node("a beginswith[C] 'x'") == node("a BEGINSWITH[c] \"x\""))
    }

    @Test("10.2 Placeholders of all kinds take their arguments in order, and none inside quotes")
    func placeholders() throws {
        let made = try node(
            "%K == %@ AND a == %d AND b == %i AND c == %ld AND d == %lld AND e == %u AND f == %f AND g == %x AND h == %c",
            "owner.name", "x", 1, 2, 3, 4, 5, 6.5, 7, 8)
        #expect(
            try made
                == node(
                    "owner.name == 'x' AND a == 1 AND b == 2 AND c == 3 AND d == 4 AND e == 5 AND f == 6.5 AND g == 7 AND h == 8"
                ))
        #expect(try node("a == '%@' AND b == \"%d\" AND c == %@", 9) == node("a == '%@' AND b == '%d' AND c == 9"))
        #expect(throws: PredicateFormatError.self) { try node("a == %%") }
        #expect(throws: PredicateFormatError.self) { try node("a == ?") }
        #expect(throws: PredicateFormatError.self) { try node("a == %@") }
        let text = try "text".withCString { try node("a == %s", $0) }
        #expect(try text == node("a == 'text'"))
        let variable = NSPredicate(format: "a == $A AND b IN $B")
        #expect(
            variable.withSubstitutionVariables(["A": 1, "B": [2, 3]]) == NSPredicate(format: "a == 1 AND b IN {2, 3}"))
        #expect(variable.evaluate(with: ["a": 1, "b": 3], substitutionVariables: ["A": 1, "B": [2, 3]]))
    }

    @Test("10.3 Arguments come one by one, in an array, or in a list of C's; nil and NSNull are null")
    func arguments() {
        let date = Date(timeIntervalSinceReferenceDate: 5)
        let plain = NSPredicate(format: "%K == %@ AND b == %d AND c > %f AND d < %@", "a", "x", 7, 1.5, date as CVarArg)
        let array = NSPredicate(
            format: "%K == %@ AND b == %d AND c > %f AND d < %@", argumentArray: ["a", "x", 7, 1.5, date])
        let list = withVaList(["a" as NSString, "x" as NSString, 7, 1.5, date as NSDate]) {
            NSPredicate(format: "%K == %@ AND b == %d AND c > %f AND d < %@", arguments: $0)
        }
        #expect(plain == array && plain == list)
        let expression = withVaList([3 as Int64, "a" as NSString]) { NSExpression(format: "%lld + %K", arguments: $0) }
        #expect(expression == NSExpression(format: "3 + a"))
        for null in [
            NSPredicate(format: "a == %@", NSNull()), NSPredicate(format: "a == %@", argumentArray: [NSNull()]),
        ] {
            #expect((null as? NSComparisonPredicate)?.rightExpression.constantValue == nil)
            #expect(null == NSPredicate(format: "a == nil"))
        }
    }

    @Test("10.13 Constants: truth, null, numbers of four bases, aggregates, and reserved words as keys")
    func constants() throws {
        #expect(try node("TRUEPREDICATE") == .value(true) && node("falsepredicate") == .value(false))
        for word in ["YES", "TRUE", "yes", "true"] { #expect(try node("a == \(word)") == node("a == %@", true)) }
        for word in ["NO", "FALSE"] { #expect(try node("a == \(word)") == node("a == %@", false)) }
        for word in ["nil", "NULL", "Nil"] { #expect(try node("a == \(word)") == node("a == %@", NSNull())) }
        for number in ["0x10", "0b10000", "0o20", "16", "16.0", "1.6e1"] {
            #expect(try node("a == \(number)") == node("a == 16"))
        }
        #expect(try node("a IN {1, 'x', nil}") == node("a IN %@", [1, "x", NSNull()] as [Any]))
        #expect(NSPredicate(format: "#in == 1").evaluate(with: ["in": 1]))
    }

    @Test("10.19 Expressions of each kind, equal when they are built alike")
    func expressions() {
        let key = NSExpression(forKeyPath: "count")
        #expect(key == NSExpression(forKeyPath: "count") && key != NSExpression(forKeyPath: "title"))
        let kinds: [(NSExpression, Resolved<ExpressionTypeName>.Class)] = [
            (NSExpression(forConstantValue: 1), .constantValue), (.expressionForEvaluatedObject(), .evaluatedObject),
            (NSExpression(forVariable: "x"), .variable), (key, .keyPath),
            (NSExpression(forFunction: "sum:", arguments: [key]), .function),
            (NSExpression(forUnionSet: key, with: key), .unionSet),
            (NSExpression(forIntersectSet: key, with: key), .intersectSet),
            (NSExpression(forMinusSet: key, with: key), .minusSet),
            (
                NSExpression(
                    forSubquery: key, usingIteratorVariable: "x", predicate: NSPredicate(value: true)), .subquery
            ),
            (NSExpression(forAggregate: [key, 1]), .aggregate),
            (
                NSExpression(
                    forConditional: NSPredicate(value: true), trueExpression: key, falseExpression: key), .conditional
            ),
            (NSExpression(block: { _, _, _ in 1 }, arguments: nil), .block),
        ]
        for (expression, kind) in kinds { #expect(expression.expressionType == kind) }
        for (number, (expression, _)) in kinds.enumerated() {
            for (other, (second, _)) in kinds.enumerated() { #expect((expression == second) == (number == other)) }
        }
    }

    @Test("10.20 A comparison and a compound show their parts")
    func parts() throws {
        let any = NSPredicate(format: "ANY tags.name BEGINSWITH[cd] 'x'") as? NSComparisonPredicate
        let comparison = try #require(any)
        #expect(comparison.leftExpression.keyPath == "tags.name")
        #expect(comparison.rightExpression.constantValue as? String == "x")
        #expect(comparison.predicateOperatorType == .beginsWith && comparison.comparisonPredicateModifier == .any)
        #expect(comparison.options == [.caseInsensitive, .diacriticInsensitive])
        #expect((NSPredicate(format: "ALL a.b == 1") as? NSComparisonPredicate)?.comparisonPredicateModifier == .all)
        #expect((NSPredicate(format: "a == 1") as? NSComparisonPredicate)?.comparisonPredicateModifier == .direct)
        let compound = try #require(NSPredicate(format: "a == 1 AND b == 2 AND NOT c == 3") as? NSCompoundPredicate)
        #expect(compound.compoundPredicateType == .and && compound.subpredicates.count == 3)
        #expect((compound.subpredicates[2] as? NSCompoundPredicate)?.compoundPredicateType == .not)
        #expect((NSPredicate(format: "a == 1 OR b == 2") as? NSCompoundPredicate)?.compoundPredicateType == .or)
    }

    @Test("10.21 The format that is printed reads back as an equal predicate")
    func printing() {
        #expect(
            printedFormat(NSPredicate(format: "relationships[FIRST].count < [c] 42"))
                == "relationships[FIRST].count <[c] 42")
        for format in [
            "a == 1", "a.b.c != 'it\\'s \"x\"'", "NOT (a == 1 OR b == 2)", "ANY a.b > 1.5", "ALL a.b IN {1, 2}",
            "NONE a.b == nil", "a BETWEEN {1, b + 2}", "a MATCHES[cd] '.*'", "x IN[c] {'a', 'b'}",
            "SUBQUERY(a, $x, $x.b == 1 AND ANY $x.c == 2).@count > 0", "a[SIZE] == 3 AND a[LAST].b == 1",
            "TERNARY(a > 1, b, c) == 2 ** 3 ** 4", "-a == 3 - -4", "a UNION b == c MINUS d",
            "CAST(a, 'NSDate') < now()", "a == CAST(1.25, 'NSDate')", "FUNCTION(a, 'b:', 1) == 2", "#in.#or == 1",
            "a == $X AND b == YES", "TRUEPREDICATE OR FALSEPREDICATE", "modulus:by:(a, 2) == 1", "a & 1 == b | c",
        ] {
            let predicate = NSPredicate(format: format)
            #expect(NSPredicate(format: printedFormat(predicate)) == predicate, "\(format)")
        }
    }

    @Test("10.24 The tree of a format")
    func tree() throws {
        let (a, v, w) = (try node("a = true"), try node("v >= 1"), try node("v <= 10.5"))
        #expect(try node("a = true or v >= 1 and v <= 10.5") == .or([a, .and([v, w])]))
        #expect(try node("not a = true or v >= 1") == .or([.not(a), v]))
        let truth = NSPredicate(format: "a = true") as? NSComparisonPredicate
        let comparison = try #require(truth)
        #expect(comparison.rightExpression.constantValue as? NSNumber == 1)
        #expect(comparison.leftExpression.expressionType == .keyPath)
        for null in ["nil", "null"] {
            let predicate = NSPredicate(format: "a = \(null)") as? NSComparisonPredicate
            #expect(predicate != nil && predicate?.rightExpression.constantValue == nil)
        }
        #expect(NSPredicate(format: "a = 'x'") == NSPredicate(format: "a = \"x\""))
    }
}
