import Foundation

extension PredicateExpressions.Conjunction: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        .predicate(.and([try conversion.predicate(lhs), try conversion.predicate(rhs)]))
    }
}

extension PredicateExpressions.Disjunction: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        .predicate(.or([try conversion.predicate(lhs), try conversion.predicate(rhs)]))
    }
}

extension PredicateExpressions.Negation: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        .predicate(.not(try conversion.predicate(wrapped)))
    }
}

extension PredicateExpressions.Equal: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        try conversion.equality(lhs, rhs, isNegated: false)
    }
}

extension PredicateExpressions.NotEqual: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        try conversion.equality(lhs, rhs, isNegated: true)
    }
}

extension PredicateExpressions.Comparison: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        let operation: ComparisonOperator =
            switch op {
            case .lessThan: .lessThan
            case .lessThanOrEqual: .lessThanOrEqualTo
            case .greaterThan: .greaterThan
            case .greaterThanOrEqual: .greaterThanOrEqualTo
            @unknown default: throw MacroConversion.Untranslatable()
            }
        return try conversion.comparison(lhs, operation, rhs)
    }
}

extension PredicateExpressions.Conditional: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        .expression(
            .conditional(
                try conversion.predicate(test), try conversion.expression(trueBranch),
                try conversion.expression(falseBranch)))
    }
}

extension PredicateExpressions.TypeCheck: MacroExpression {
    /// `object is Offer`, by the entities that the class and its subclasses stand for.
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        guard let type = Desired.self as? NSManagedObject.Type else { throw MacroConversion.Untranslatable() }
        var kinds = ManagedClasses.entities(of: type)
        guard !kinds.isEmpty else { throw MacroConversion.Untranslatable() }
        var names: Set<String> = []
        while let kind = kinds.popLast() {
            names.insert(kind.name ?? "")
            kinds += kind.subentities
        }
        let constants = names.sorted().map { ExpressionNode.constant(.string($0)) }
        let name = MacroConversion.path(try conversion.expression(input), ["entity", "name"])
        return .predicate(MacroConversion.compare(name, .in, .aggregate(constants)))
    }
}

extension MacroConversion {
    /// A comparison beside a truth value is itself, or its contrary.
    fileprivate mutating func equality(_ left: Any, _ right: Any, isNegated: Bool) throws -> Term {
        let (first, second) = (try term(left), try term(right))
        switch (first, second) {
        case (.predicate(let node), .expression(.constant(.bool(let value)))),
            (.expression(.constant(.bool(let value))), .predicate(let node)):
            return .predicate(value != isNegated ? node : .not(node))
        case (.optional(let node, let owner), .expression(.constant(.bool(let value)))),
            (.expression(.constant(.bool(let value))), .optional(let node, let owner)):
            let isEqual = value ? node : .not(node)
            if isNegated { return .predicate(.or([Self.compare(owner, .equalTo, .constant(.null)), .not(isEqual)])) }
            return .predicate(Self.isThere(owner, and: isEqual))
        default:
            let (first, second) = (Self.expression(first), Self.expression(second))
            return .predicate(Self.compare(first, isNegated ? .notEqualTo : .equalTo, second))
        }
    }
}
