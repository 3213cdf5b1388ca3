import Foundation

/// One comparison, with what can be prepared of it when its right side is a constant.
struct Relation: Sendable {
    private let holds: @Sendable (PredicateValue, PredicateValue) -> Bool

    /// Prepares a comparison; with a constant on the right, what is passed as right side later is ignored.
    init(_ comparison: Comparison) {
        let folding = TextFolding(comparison.options)
        let constant: PredicateValue?
        switch comparison.right {
        case .constant(let value): constant = value
        case .aggregate(let members):
            constant = Self.constants(members).map(PredicateValue.collection)
        default: constant = nil
        }
        switch comparison.operator {
        case .equalTo: holds = Self.equality(constant, folding, isNegated: false)
        case .notEqualTo: holds = Self.equality(constant, folding, isNegated: true)
        case .lessThan: holds = Self.order(constant, folding) { $0 == .orderedAscending }
        case .lessThanOrEqualTo: holds = Self.order(constant, folding) { $0 != .orderedDescending }
        case .greaterThan: holds = Self.order(constant, folding) { $0 == .orderedDescending }
        case .greaterThanOrEqualTo: holds = Self.order(constant, folding) { $0 != .orderedAscending }
        case .like: holds = Self.text(.like, constant, folding)
        case .matches: holds = Self.text(.matches, constant, folding)
        case .beginsWith: holds = Self.text(.beginsWith, constant, folding)
        case .endsWith: holds = Self.text(.endsWith, constant, folding)
        case .contains: holds = Self.containment(constant, folding)
        case .in: holds = Self.membership(constant, folding)
        case .between:
            holds = { left, right in
                guard let bounds = (constant ?? right).members, bounds.count == 2 else { return false }
                return Self.isBetween(left, bounds[0], bounds[1], folding)
            }
        }
    }

    func holds(_ left: PredicateValue, _ right: PredicateValue) -> Bool {
        holds(left, right)
    }

    private static func constants(_ members: [ExpressionNode]) -> [PredicateValue]? {
        var values: [PredicateValue] = []
        for member in members {
            guard case .constant(let value) = member else { return nil }
            values.append(value)
        }
        return values
    }

    // MARK: Equality and order

    private typealias Test = @Sendable (PredicateValue, PredicateValue) -> Bool

    private static func equality(_ constant: PredicateValue?, _ folding: TextFolding, isNegated: Bool) -> Test {
        if let constant {
            if let text = constant.searchableText, folding.ignoresCase || folding.ignoresDiacritics {
                let pattern = TextPattern(.equal, text, folding)
                return { left, _ in (left.searchableText.map { pattern.matches($0) } ?? false) != isNegated }
            }
            return { left, _ in (left == constant) != isNegated }
        }
        return { left, right in isEqual(left, right, folding) != isNegated }
    }

    private static func isEqual(_ left: PredicateValue, _ right: PredicateValue, _ folding: TextFolding) -> Bool {
        if folding.ignoresCase || folding.ignoresDiacritics, let a = left.searchableText, let b = right.searchableText {
            return folding.order(a, b) == .orderedSame
        }
        return left == right
    }

    private static func order(
        _ constant: PredicateValue?, _ folding: TextFolding, _ accepts: @escaping @Sendable (ComparisonResult) -> Bool
    ) -> Test {
        { left, right in
            compare(left, constant ?? right, folding).map(accepts) ?? false
        }
    }

    private static func compare(
        _ left: PredicateValue, _ right: PredicateValue, _ folding: TextFolding
    ) -> ComparisonResult? {
        if let a = left.searchableText, let b = right.searchableText { return folding.order(a, b) }
        return left.order(to: right)
    }

    private static func isBetween(
        _ value: PredicateValue, _ low: PredicateValue, _ high: PredicateValue, _ folding: TextFolding
    ) -> Bool {
        guard let lower = compare(value, low, folding), let upper = compare(value, high, folding) else { return false }
        return lower != .orderedAscending && upper != .orderedDescending
    }

    // MARK: Text

    private static func text(_ relation: TextPattern.Relation, _ constant: PredicateValue?, _ folding: TextFolding)
        -> Test
    {
        if let constant {
            guard let text = constant.searchableText else { return { _, _ in false } }
            let pattern = TextPattern(relation, text, folding)
            return { left, _ in left.searchableText.map { pattern.matches($0) } ?? false }
        }
        return { left, right in
            guard let text = left.searchableText, let pattern = right.searchableText else { return false }
            return TextPattern(relation, pattern, folding).matches(text)
        }
    }

    // MARK: Collections

    /// CONTAINS: substring of a string, member of a collection.
    private static func containment(_ constant: PredicateValue?, _ folding: TextFolding) -> Test {
        let pattern = constant?.searchableText.map { TextPattern(.contains, $0, folding) }
        return { left, right in
            let right = constant ?? right
            switch left {
            case .collection(let members): return members.contains { isEqual($0, right, folding) }
            default:
                guard let text = left.searchableText, let wanted = right.searchableText else { return false }
                return (pattern ?? TextPattern(.contains, wanted, folding)).matches(text)
            }
        }
    }

    private static func membership(_ constant: PredicateValue?, _ folding: TextFolding) -> Test {
        if let members = constant?.members {
            if folding.ignoresCase || folding.ignoresDiacritics {
                let folded = Set(members.map { $0.folded(folding) })
                return { left, _ in folded.contains(left.folded(folding)) }
            }
            let members = Set(members)
            return { left, _ in members.contains(left) }
        }
        return { left, right in
            switch constant ?? right {
            case .collection(let members): return members.contains { isEqual(left, $0, folding) }
            case let right:
                guard let text = right.searchableText, let part = left.searchableText else { return false }
                return TextPattern(.contains, part, folding).matches(text)
            }
        }
    }
}

extension PredicateValue {
    fileprivate func folded(_ folding: TextFolding) -> PredicateValue {
        searchableText.map { .string(folding.fold($0)) } ?? self
    }
}
