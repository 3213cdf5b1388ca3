import Foundation

/// A predicate of the format language, as an immutable tree: what the parser makes, the printer prints, the
/// evaluator runs in memory and a store translates.
indirect enum PredicateNode: Sendable, Equatable {
    /// `TRUEPREDICATE`, `FALSEPREDICATE`.
    case value(Bool)
    case comparison(Comparison)
    /// True when empty.
    case and([PredicateNode])
    /// False when empty.
    case or([PredicateNode])
    case not(PredicateNode)
    /// A predicate that only Foundation can evaluate, such as `NSPredicate(block:)`; a store cannot run it.
    case opaque(OpaquePredicate)
}

/// Two expressions and how they are compared.
struct Comparison: Sendable, Equatable {
    /// The left side; with `all` and `any` a collection whose members are compared one by one.
    var left: ExpressionNode
    var right: ExpressionNode
    var modifier: ComparisonModifier = .direct
    var `operator`: ComparisonOperator
    var options: ComparisonOptions = []
}

/// How a comparison treats a to-many left side. Numbers as in `NSComparisonPredicateModifier`.
enum ComparisonModifier: UInt, Sendable {
    case direct = 0
    case all = 1
    case any = 2
}

/// Numbers as in `NSPredicateOperatorType`, which compiled models store.
enum ComparisonOperator: UInt, Sendable {
    case lessThan = 0
    case lessThanOrEqualTo = 1
    case greaterThan = 2
    case greaterThanOrEqualTo = 3
    case equalTo = 4
    case notEqualTo = 5
    case matches = 6
    case like = 7
    case beginsWith = 8
    case endsWith = 9
    /// Member of the right side when that is a collection, substring of it when it is a string.
    case `in` = 10
    case contains = 99
    /// The right side is a collection of two bounds, both inclusive.
    case between = 100
}

/// The letters in brackets after a text operator. Numbers as in `NSComparisonPredicateOptions`.
struct ComparisonOptions: OptionSet, Sendable, Hashable {
    let rawValue: UInt

    /// `[c]`
    static let caseInsensitive = ComparisonOptions(rawValue: 1)
    /// `[d]`
    static let diacriticInsensitive = ComparisonOptions(rawValue: 2)
    /// `[n]`: the strings are already normalised; compare bytes.
    static let normalized = ComparisonOptions(rawValue: 4)
    /// `[l]`
    static let localeSensitive = ComparisonOptions(rawValue: 8)
}

/// A Foundation predicate inside a tree; equal only to itself.
final class OpaquePredicate: Sendable, Equatable {
    /// Foundation's predicates never change after initialisation.
    nonisolated(unsafe) let predicate: NSPredicate

    init(_ predicate: NSPredicate) {
        self.predicate = predicate
    }

    static func == (left: OpaquePredicate, right: OpaquePredicate) -> Bool {
        left.predicate === right.predicate
    }
}
