import Foundation

// MARK: Texts

extension PredicateExpressions.CollectionContainsCollection: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        try conversion.comparison(base, .contains, other)
    }
}

extension PredicateExpressions.SequenceStartsWith: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        try conversion.comparison(base, .beginsWith, prefix)
    }
}

// MARK: Members

extension PredicateExpressions.SequenceContains: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        if let bounds = MacroConversion.bounds(sequence) {
            return .predicate(try bounds.contain(try conversion.expression(element)))
        }
        return try conversion.comparison(element, .in, sequence)
    }
}

extension PredicateExpressions.SequenceContainsWhere: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        .predicate(try conversion.count(sequence, variable.key, test, .greaterThan, isNegated: false))
    }
}

extension PredicateExpressions.SequenceAllSatisfy: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        .predicate(try conversion.count(sequence, variable.key, test, .equalTo, isNegated: true))
    }
}

extension PredicateExpressions.CollectionIndexSubscript: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        .expression(.element(of: try conversion.expression(wrapped), .at(try conversion.expression(index))))
    }
}

extension PredicateExpressions.DictionaryKeySubscript: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        .expression(.element(of: try conversion.expression(wrapped), .at(try conversion.expression(key))))
    }
}

extension PredicateExpressions.Filter: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        let members = try conversion.expression(sequence)
        let name = conversion.name(variable.key)
        return .expression(.subquery(members, variable: name, try conversion.predicate(filter)))
    }
}

extension MacroConversion {
    /// How many members meet a condition, or do not, compared with none.
    fileprivate mutating func count(
        _ sequence: Any, _ variable: PredicateExpressions.VariableID, _ test: Any, _ operation: ComparisonOperator,
        isNegated: Bool
    ) throws -> PredicateNode {
        let members = try expression(sequence)
        let name = name(variable)
        let test = try predicate(test)
        let found = ExpressionNode.subquery(members, variable: name, isNegated ? .not(test) : test)
        return Self.compare(.keyPath(of: found, ["@count"]), operation, .constant(.integer(0)))
    }
}

extension PredicateExpressions.SequenceMinimum: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        try conversion.function("min:", elements)
    }
}

extension PredicateExpressions.SequenceMaximum: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        try conversion.function("max:", elements)
    }
}

// MARK: Ranges

extension PredicateExpressions.RangeExpressionContains: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        let node = try conversion.expression(element)
        if let bounds = MacroConversion.bounds(range) {
            return .predicate(try bounds.contain(node))
        }
        guard let bounds = range as? any MacroBounds else { throw MacroConversion.Untranslatable() }
        let (low, high) = (try conversion.expression(bounds.low), try conversion.expression(bounds.high))
        return .predicate(MacroConversion.isBetween(node, low, high, isClosed: bounds.isClosed))
    }
}

extension MacroConversion {
    fileprivate static func isBetween(
        _ node: ExpressionNode, _ low: ExpressionNode, _ high: ExpressionNode, isClosed: Bool
    ) -> PredicateNode {
        if isClosed { return compare(node, .between, .aggregate([low, high])) }
        return .and([compare(node, .greaterThanOrEqualTo, low), compare(node, .lessThan, high)])
    }
}

/// A range whose bounds are expressions.
private protocol MacroBounds {
    var low: Any { get }
    var high: Any { get }
    var isClosed: Bool { get }
}

extension PredicateExpressions.Range: MacroBounds {
    fileprivate var low: Any { lower }
    fileprivate var high: Any { upper }
    fileprivate var isClosed: Bool { false }
}

extension PredicateExpressions.ClosedRange: MacroBounds {
    fileprivate var low: Any { lower }
    fileprivate var high: Any { upper }
    fileprivate var isClosed: Bool { true }
}

/// A range that was made before the predicate.
private protocol BoundedRange {
    func contain(_ node: ExpressionNode) throws -> PredicateNode
}

extension Range: BoundedRange {
    fileprivate func contain(_ node: ExpressionNode) throws -> PredicateNode {
        MacroConversion.isBetween(
            node, .constant(PredicateValue(lowerBound)), .constant(PredicateValue(upperBound)), isClosed: false)
    }
}

extension ClosedRange: BoundedRange {
    fileprivate func contain(_ node: ExpressionNode) throws -> PredicateNode {
        MacroConversion.isBetween(
            node, .constant(PredicateValue(lowerBound)), .constant(PredicateValue(upperBound)), isClosed: true)
    }
}

extension PartialRangeFrom: BoundedRange {
    fileprivate func contain(_ node: ExpressionNode) throws -> PredicateNode {
        MacroConversion.compare(node, .greaterThanOrEqualTo, .constant(PredicateValue(lowerBound)))
    }
}

extension PartialRangeThrough: BoundedRange {
    fileprivate func contain(_ node: ExpressionNode) throws -> PredicateNode {
        MacroConversion.compare(node, .lessThanOrEqualTo, .constant(PredicateValue(upperBound)))
    }
}

extension PartialRangeUpTo: BoundedRange {
    fileprivate func contain(_ node: ExpressionNode) throws -> PredicateNode {
        MacroConversion.compare(node, .lessThan, .constant(PredicateValue(upperBound)))
    }
}

extension MacroConversion {
    /// A range that is known before there is any object.
    fileprivate static func bounds(_ part: Any) -> (any BoundedRange)? {
        func value<Part: PredicateExpression>(of part: Part) -> Any? { try? part.evaluate(PredicateBindings()) }
        return (part as? any PredicateExpression).flatMap { value(of: $0) } as? any BoundedRange
    }
}
