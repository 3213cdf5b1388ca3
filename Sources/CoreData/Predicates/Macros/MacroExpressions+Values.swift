import Foundation

extension PredicateExpressions.Variable: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        .expression(try conversion.variable(key))
    }
}

extension PredicateExpressions.Value: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        if let raw = value as? any RawRepresentable { return .expression(.constant(PredicateValue(raw.rawValue))) }
        return .expression(.constant(PredicateValue(value)))
    }
}

extension PredicateExpressions.NilLiteral: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        .expression(.constant(.null))
    }
}

extension PredicateExpressions.KeyPath: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        let root = try conversion.expression(root)
        let kind = (Root.Output.self as? any CountedKeyPaths.Type)?.kind(of: keyPath)
        switch kind {
        case .count?: return .expression(Self.count(root))
        case .isEmpty?: return .predicate(MacroConversion.compare(Self.count(root), .equalTo, .constant(.integer(0))))
        case .length?: return .expression(.function("length:", [root]))
        case .isEmptyText?: return .predicate(MacroConversion.compare(root, .equalTo, .constant(.string(""))))
        case .first?: return .expression(.element(of: root, .first))
        case .last?: return .expression(.element(of: root, .last))
        case nil: break
        }
        guard let name = keyPath.propertyName else { throw MacroConversion.Untranslatable() }
        return .expression(MacroConversion.path(root, FormatArguments.keys(name)))
    }

    private static func count(_ collection: ExpressionNode) -> ExpressionNode {
        if case .keyPath(let base, let keys) = collection { return .keyPath(of: base, keys + ["@count"]) }
        return .keyPath(of: collection, ["@count"])
    }

}

extension MacroConversion {
    static func path(_ root: ExpressionNode, _ keys: [String]) -> ExpressionNode {
        if case .keyPath(let base, let first) = root { return .keyPath(of: base, first + keys) }
        return .keyPath(of: root, keys)
    }
}

/// A type of the standard library with properties that the format language has as well.
private protocol CountedKeyPaths {
    static func kind(of path: AnyKeyPath) -> MeasuredProperty?
}

private enum MeasuredProperty {
    case count, isEmpty, length, isEmptyText, first, last
}

extension Set: CountedKeyPaths {
    fileprivate static func kind(of path: AnyKeyPath) -> MeasuredProperty? {
        path == \Set<Element>.count ? .count : path == \Set<Element>.isEmpty ? .isEmpty : nil
    }
}

extension Array: CountedKeyPaths {
    fileprivate static func kind(of path: AnyKeyPath) -> MeasuredProperty? {
        switch path {
        case \Array<Element>.count: .count
        case \Array<Element>.isEmpty: .isEmpty
        case \Array<Element>.first: .first
        case \Array<Element>.last: .last
        default: nil
        }
    }
}

extension NSSet: CountedKeyPaths {
    fileprivate static func kind(of path: AnyKeyPath) -> MeasuredProperty? { path == \NSSet.count ? .count : nil }
}

extension NSOrderedSet: CountedKeyPaths {
    fileprivate static func kind(of path: AnyKeyPath) -> MeasuredProperty? {
        path == \NSOrderedSet.count ? .count : nil
    }
}

extension String: CountedKeyPaths {
    fileprivate static func kind(of path: AnyKeyPath) -> MeasuredProperty? {
        path == \String.count ? .length : path == \String.isEmpty ? .isEmptyText : nil
    }
}

// MARK: Optionals: nil of an object is nil of all that it leads to

extension PredicateExpressions.OptionalFlatMap: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        let node = try conversion.expression(wrapped)
        conversion.bind(variable.key, to: node)
        switch try conversion.term(transform) {
        case .expression(let result):
            // What is read of nil is nil by itself.
            guard case .conditional = result else { return .expression(result) }
            let isThere = MacroConversion.compare(node, .notEqualTo, .constant(.null))
            return .expression(.conditional(isThere, result, .constant(.null)))
        case .predicate(let test): return .optional(test, of: node)
        case .optional(let test, let value): return .optional(MacroConversion.isThere(node, and: test), of: value)
        }
    }
}

extension PredicateExpressions.ForcedUnwrap: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term { try conversion.term(inner) }
}

extension PredicateExpressions.NilCoalesce: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        let (value, other) = (try conversion.term(lhs), try conversion.expression(rhs))
        switch value {
        case .optional(let node, let owner):
            switch other {
            case .constant(.bool(false)): return .predicate(MacroConversion.isThere(owner, and: node))
            case .constant(.bool(true)):
                return .predicate(.or([MacroConversion.compare(owner, .equalTo, .constant(.null)), node]))
            default: break
            }
            let isThere = MacroConversion.compare(owner, .notEqualTo, .constant(.null))
            return .expression(.conditional(isThere, MacroConversion.expression(.predicate(node)), other))
        case .predicate(let node): return .predicate(node)
        case .expression(let node):
            return .expression(
                .conditional(MacroConversion.compare(node, .notEqualTo, .constant(.null)), node, other))
        }
    }
}

// MARK: Numbers

extension PredicateExpressions.Arithmetic: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        switch op {
        case .add: return try conversion.function("add:to:", lhs, rhs)
        case .subtract: return try conversion.function("from:subtract:", lhs, rhs)
        case .multiply: return try conversion.function("multiply:by:", lhs, rhs)
        @unknown default: throw MacroConversion.Untranslatable()
        }
    }
}

extension PredicateExpressions.UnaryMinus: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        switch try conversion.expression(wrapped) {
        case .constant(.integer(let value)): .expression(.constant(.integer(-value)))
        case .constant(.real(let value)): .expression(.constant(.real(-value)))
        case let node: .expression(.function("from:subtract:", [.constant(.integer(0)), node]))
        }
    }
}

extension PredicateExpressions.IntDivision: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        try conversion.function("divide:by:", lhs, rhs)
    }
}

extension PredicateExpressions.FloatDivision: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        try conversion.function("divide:by:", lhs, rhs)
    }
}

extension PredicateExpressions.IntRemainder: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        try conversion.function("modulus:by:", lhs, rhs)
    }
}
