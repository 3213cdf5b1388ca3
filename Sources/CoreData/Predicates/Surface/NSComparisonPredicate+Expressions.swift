import Foundation

/// The members of `NSComparisonPredicate` that Foundation on Linux declares unavailable.
extension NSCopying where Self: NSComparisonPredicate {
    /// Makes a predicate that compares two expressions.
    public init(
        leftExpression lhs: NSExpression, rightExpression rhs: NSExpression,
        modifier: NSComparisonPredicate.Modifier, type: NSComparisonPredicate.Operator,
        options: NSComparisonPredicate.Options = []
    ) {
        let node = PredicateNode.comparison(
            Comparison(
                left: lhs.expressionNode, right: rhs.expressionNode, modifier: ComparisonModifier(modifier),
                operator: ComparisonOperator(type), options: ComparisonOptions(rawValue: options.rawValue)))
        guard let made = NSPredicate.make(node) as? Self else {
            raise("NSInvalidArgumentException", "comparisons are not made as instances of \(Self.self)")
        }
        self = made
    }

    /// The left side.
    public var leftExpression: NSExpression { NSExpression.make(comparison.left) }
    /// The right side.
    public var rightExpression: NSExpression { NSExpression.make(comparison.right) }
    /// Whether the left side is compared as it is, or member by member.
    public var comparisonPredicateModifier: NSComparisonPredicate.Modifier { comparison.modifier.foundation }
    /// The operator between the two sides.
    public var predicateOperatorType: NSComparisonPredicate.Operator { comparison.operator.foundation }
    /// How strings are compared.
    public var options: NSComparisonPredicate.Options {
        NSComparisonPredicate.Options(rawValue: comparison.options.rawValue)
    }

    private var comparison: Comparison {
        let predicate: NSPredicate = self
        guard case .comparison(let comparison) = predicate.predicateNode else {
            preconditionFailure("An NSComparisonPredicate carries a comparison.")
        }
        return comparison
    }
}

extension ComparisonModifier {
    init(_ modifier: NSComparisonPredicate.Modifier) {
        self =
            switch modifier {
            case .direct: .direct
            case .all: .all
            case .any: .any
            }
    }

    var foundation: NSComparisonPredicate.Modifier {
        switch self {
        case .direct: .direct
        case .all: .all
        case .any: .any
        }
    }
}

extension ComparisonOperator {
    /// Translated by name: Foundation on Linux numbers the last three otherwise than Apple.
    init(_ type: NSComparisonPredicate.Operator) {
        self =
            switch type {
            case .lessThan: .lessThan
            case .lessThanOrEqualTo: .lessThanOrEqualTo
            case .greaterThan: .greaterThan
            case .greaterThanOrEqualTo: .greaterThanOrEqualTo
            case .equalTo: .equalTo
            case .notEqualTo: .notEqualTo
            case .matches: .matches
            case .like: .like
            case .beginsWith: .beginsWith
            case .endsWith: .endsWith
            case .in: .in
            case .contains: .contains
            case .between: .between
            }
    }

    var foundation: NSComparisonPredicate.Operator {
        switch self {
        case .lessThan: .lessThan
        case .lessThanOrEqualTo: .lessThanOrEqualTo
        case .greaterThan: .greaterThan
        case .greaterThanOrEqualTo: .greaterThanOrEqualTo
        case .equalTo: .equalTo
        case .notEqualTo: .notEqualTo
        case .matches: .matches
        case .like: .like
        case .beginsWith: .beginsWith
        case .endsWith: .endsWith
        case .in: .in
        case .contains: .contains
        case .between: .between
        }
    }
}
