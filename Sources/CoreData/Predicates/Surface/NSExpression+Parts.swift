import Foundation

/// The parts of an expression. As on Apple's platforms, asking one kind of expression for the parts of another raises.
extension NSCopying where Self: NSExpression {
    /// The kind of expression.
    public var expressionType: Resolved<ExpressionTypeName>.Class {
        switch expressionNode {
        case .constant: .constantValue
        case .evaluatedObject: .evaluatedObject
        case .variable: .variable
        case .keyPath(of: .evaluatedObject, _): .keyPath
        case .keyPath, .element, .function: .function
        case .subquery: .subquery
        case .aggregate: .aggregate
        case .conditional: .conditional
        case .setOperation(.union, _, _): .unionSet
        case .setOperation(.intersect, _, _): .intersectSet
        case .setOperation(.minus, _, _): .minusSet
        case .block: .block
        case .anyKey: .anyKey
        }
    }

    /// The value of a constant; numbers and truth values come as `NSNumber`.
    public var constantValue: Any? {
        guard case .constant(let value) = expressionNode else { mismatch() }
        return value.foundationValue
    }

    /// The key path, its keys joined by dots.
    public var keyPath: String {
        guard case .keyPath(_, let keys) = expressionNode else { mismatch() }
        return keys.joined(separator: ".")
    }

    /// The name of the variable, without the dollar sign.
    public var variable: String {
        switch expressionNode {
        case .variable(let name), .subquery(_, variable: let name, _): return name
        default: mismatch()
        }
    }

    /// The function's selector name.
    public var function: String {
        switch expressionNode {
        case .function(let name, _): return name
        case .keyPath: return "valueForKeyPath:"
        case .element: return "objectFrom:withIndex:"
        default: mismatch()
        }
    }

    /// What the function is applied to: for a key path of another expression, that expression.
    public var operand: NSExpression {
        switch expressionNode {
        case .keyPath(of: let operand, _), .element(of: let operand, _): return NSExpression.make(operand)
        case .function: return NSExpression.make(.evaluatedObject)
        default: mismatch()
        }
    }

    /// The arguments of a function or block.
    public var arguments: [NSExpression]? {
        switch expressionNode {
        case .function(_, let arguments), .block(_, let arguments): return arguments.map { NSExpression.make($0) }
        case .keyPath(_, let keys): return [NSExpression.make(.keyPath(keys))]
        case .element(let operand, .at(let index)): return [NSExpression.make(operand), NSExpression.make(index)]
        default: mismatch()
        }
    }

    /// The members of an aggregate as expressions, or the collection of a subquery.
    public var collection: Any {
        switch expressionNode {
        case .aggregate(let members): return members.map { NSExpression.make($0) }
        case .subquery(let collection, _, _): return NSExpression.make(collection)
        default: mismatch()
        }
    }

    /// The predicate of a subquery or a conditional expression.
    public var predicate: NSPredicate {
        switch expressionNode {
        case .subquery(_, _, let test), .conditional(let test, _, _): return NSPredicate.make(test)
        default: mismatch()
        }
    }

    /// The left side of a set operation.
    public var left: NSExpression {
        guard case .setOperation(_, let left, _) = expressionNode else { mismatch() }
        return NSExpression.make(left)
    }

    /// The right side of a set operation.
    public var right: NSExpression {
        guard case .setOperation(_, _, let right) = expressionNode else { mismatch() }
        return NSExpression.make(right)
    }

    /// The expression of a conditional one where its predicate holds.
    public var `true`: NSExpression {
        guard case .conditional(_, let first, _) = expressionNode else { mismatch() }
        return NSExpression.make(first)
    }

    /// The expression of a conditional one where its predicate does not hold.
    public var `false`: NSExpression {
        guard case .conditional(_, _, let second) = expressionNode else { mismatch() }
        return NSExpression.make(second)
    }

    /// The value for an object, with the variables of the context.
    public func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
        var variables: [String: PredicateValue] = [:]
        for (key, value) in context ?? [:] {
            if let name = key as? String { variables[name] = PredicateValue(value) }
        }
        let subject = PredicateEvaluator.Subject(root: PredicateValue(object), variables: variables)
        return ExpressionEvaluator.compile(expressionNode)(subject).foundationValue
    }

    private func mismatch(_ part: StaticString = #function) -> Never {
        raise("NSInvalidArgumentException", "-\(part) is not defined for an expression like \(expressionNode.printed)")
    }
}
