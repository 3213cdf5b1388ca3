import Foundation

/// A tree compiled for evaluation in memory: names resolved, patterns and sets of constants prepared once.
///
/// Made once for many objects; it keeps no state between them, so threads may share it.
struct PredicateEvaluator: Sendable {
    /// What is evaluated, and the variables that are bound at the moment.
    struct Subject {
        let root: PredicateValue
        var variables: [String: PredicateValue] = [:]
    }

    typealias Test = @Sendable (Subject) -> Bool

    private let test: Test

    init(_ node: PredicateNode) {
        test = Self.compile(node)
    }

    /// Whether the predicate holds for an object: one with key-value coding, a dictionary, or any value for `SELF`.
    func evaluate(_ object: Any?, variables: [String: Any]) -> Bool {
        test(Subject(root: PredicateValue(object), variables: variables.mapValues { PredicateValue($0) }))
    }

    /// Whether the predicate holds for a value as `SELF`.
    func evaluate(_ value: PredicateValue) -> Bool { test(Subject(root: value)) }

    /// Whether the predicate holds for an object of ours; the fast way for filtering many.
    func evaluate(_ object: any KeyValueReadable) -> Bool {
        test(Subject(root: .object(object)))
    }

    static func compile(_ node: PredicateNode) -> Test {
        switch node {
        case .value(let value): return { _ in value }
        case .comparison(let comparison): return compile(comparison)
        case .not(let node):
            let test = compile(node)
            return { !test($0) }
        case .and(let nodes):
            let tests = nodes.map(compile)
            if tests.count == 2 {
                let (first, second) = (tests[0], tests[1])
                return { first($0) && second($0) }
            }
            return { subject in tests.allSatisfy { $0(subject) } }
        case .or(let nodes):
            let tests = nodes.map(compile)
            return { subject in tests.contains { $0(subject) } }
        case .opaque(let opaque):
            return { subject in
                opaque.predicate.evaluate(
                    with: subject.root.foundationValue,
                    substitutionVariables: subject.variables.mapValues { $0.foundationValue ?? NSNull() })
            }
        }
    }

    private static func compile(_ comparison: Comparison) -> Test {
        let left = ExpressionEvaluator.compile(comparison.left)
        switch comparison.modifier {
        case .direct:
            let relation = Relation(comparison)
            if case .constant = comparison.right {
                return { relation.holds(left($0), .null) }
            }
            let right = ExpressionEvaluator.compile(comparison.right)
            return { relation.holds(left($0), right($0)) }
        case .any:
            let relation = Relation(comparison)
            let right = ExpressionEvaluator.compile(comparison.right)
            return { subject in
                let value = right(subject)
                return members(left(subject)).contains { relation.holds($0, value) }
            }
        case .all:
            let relation = Relation(comparison)
            let right = ExpressionEvaluator.compile(comparison.right)
            return { subject in
                let value = right(subject)
                return members(left(subject)).allSatisfy { relation.holds($0, value) }
            }
        }
    }

    /// The members of the left side of ANY or ALL.
    private static func members(_ value: PredicateValue) -> [PredicateValue] {
        switch value {
        case .collection(let members): members
        case .null: []
        default:
            raise(
                "NSInvalidArgumentException",
                "The left hand side for an ALL or ANY operator must be either an NSArray or an NSSet.")
        }
    }
}
