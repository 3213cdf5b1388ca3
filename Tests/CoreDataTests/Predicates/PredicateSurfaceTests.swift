import CoreData
import Testing

/// Client code as it is written for Apple's Foundation.
@Suite("Client code")
struct PredicateSurfaceTests {
    @Test("passes any value for %@")
    func values() {
        let date = Date(timeIntervalSinceReferenceDate: 10)
        let later = ["timestamp": Date(timeIntervalSinceReferenceDate: 11)]
        #expect(NSPredicate(format: "timestamp > %@", date as CVarArg).evaluate(with: later))
        #expect(NSPredicate(format: "timestamp > %@", date as NSDate).evaluate(with: later))
        #expect(NSPredicate(format: "timestamp > %@", argumentArray: [date]).evaluate(with: later))
        #expect(NSPredicate(format: "a == %@ AND b IN %@", "x", ["y", "z"]).evaluate(with: ["a": "x", "b": "z"]))
        #expect(NSPredicate(format: "a == %@", NSNumber(value: true)).evaluate(with: ["a": true]))
        #expect(NSPredicate(format: "a == %@", UUID() as CVarArg).evaluate(with: ["a": UUID()]) == false)
        #expect(NSPredicate(format: "a == nil").evaluate(with: ["a": NSNull()]))
        #expect(NSPredicate(format: "a == %@", NSNull()).evaluate(with: [String: Any]()))
        #expect(NSPredicate(format: "a IN %@", Set([1, 2])).evaluate(with: ["a": 2]))
        #expect(NSPredicate(format: "a == %d AND b == %f", 3, 1.5).evaluate(with: ["a": 3, "b": 1.5]))
        #expect(NSPredicate(format: "a == %@", Decimal(2) as NSDecimalNumber).evaluate(with: ["a": 2]))
    }

    @Test("takes predicates apart")
    func parts() throws {
        let comparison = try #require(NSPredicate(format: "name CONTAINS[cd] %@", "x") as? NSComparisonPredicate)
        #expect(comparison.leftExpression.keyPath == "name")
        #expect(comparison.rightExpression.constantValue as? String == "x")
        #expect(comparison.predicateOperatorType == .contains)
        #expect(comparison.options == [.caseInsensitive, .diacriticInsensitive])
        #expect(comparison.comparisonPredicateModifier == .direct)
        let compound = try #require(NSPredicate(format: "a == 1 OR NOT b == 2") as? NSCompoundPredicate)
        #expect(compound.compoundPredicateType == .or)
        #expect(compound.subpredicates.count == 2)
        #expect((compound.subpredicates[1] as? NSCompoundPredicate)?.compoundPredicateType == .not)
        let truth = try #require(NSPredicate(format: "a == true") as? NSComparisonPredicate)
        #expect(truth.rightExpression.constantValue as? NSNumber == 1)
        let null = try #require(NSPredicate(format: "a == null") as? NSComparisonPredicate)
        #expect(null.rightExpression.constantValue == nil)
    }

    @Test("builds predicates from expressions")
    func building() {
        let predicate = NSComparisonPredicate(
            leftExpression: NSExpression(forKeyPath: "relationships.count"),
            rightExpression: NSExpression(forConstantValue: 42), modifier: .any, type: .lessThan,
            options: .caseInsensitive)
        #expect(predicate.description == "ANY relationships.count <[c] 42")
        #expect(predicate == NSPredicate(format: "ANY relationships.count <[c] 42"))
        #expect(predicate.hash == NSPredicate(format: "ANY relationships.count <[c] 42").hash)
        #expect(NSExpression(forKeyPath: "count") == NSExpression(forKeyPath: "count"))
        #expect(NSExpression(forKeyPath: "count") != NSExpression(forVariable: "count"))
        #expect((predicate.copy() as? NSPredicate) == predicate)
        let sum = NSExpression(forFunction: "sum:", arguments: [NSExpression(forKeyPath: "price")])
        #expect(sum.function == "sum:" && sum.arguments?.first?.keyPath == "price")
        #expect(sum.description == "sum(price)")
    }

    @Test(
        "prints Apple's text",
        arguments: [
            ("relationships[FIRST].count <[c] 42", "relationships[FIRST].count <[c] 42"),
            ("a = 1 && b = 2 || c = 3", "(a == 1 AND b == 2) OR c == 3"), ("a == 'it\\'s'", "a == \"it's\""),
            ("NOT (a == 1 AND b == 2)", "NOT (a == 1 AND b == 2)"), ("NONE a.b == 1", "NOT ANY a.b == 1"),
            ("a IN {1, 2.5, 'x'}", "a IN {1, 2.5, \"x\"}"), ("a BETWEEN {1, 10}", "a BETWEEN {1, 10}"),
            ("SUBQUERY(items, $x, $x.price > 3).@count > 2", "SUBQUERY(items, $x, $x.price > 3).@count > 2"),
            ("a == CAST(10, 'NSDate')", "a == CAST(10.000000, \"NSDate\")"), ("a == nil", "a == nil"),
            ("(1 + 2) * 3 == a - (b - c)", "(1 + 2) * 3 == a - (b - c)"), ("#in == 1", "#in == 1"),
            ("TRUEPREDICATE", "TRUEPREDICATE"), ("a == YES", "a == 1"),
            ("uppercase(a) == 'X'", "uppercase(a) == \"X\""),
        ])
    func printing(_ format: String, _ printed: String) {
        #expect(NSPredicate(format: format).description == printed)
    }

    @Test("comparisons live and die like other objects")
    func lifetime() {
        final class Witness: NSObject {}
        weak var witness: Witness?
        for _ in 0..<2_000 {
            let mark = Witness()
            witness = mark
            let predicate = NSPredicate(format: "SELF == %@", mark)
            #expect((predicate as? NSComparisonPredicate)?.rightExpression.constantValue as? Witness === mark)
        }
        #expect(witness == nil)
    }
}
