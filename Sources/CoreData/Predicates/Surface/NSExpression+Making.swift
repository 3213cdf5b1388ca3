import Foundation

/// The initialisers of `NSExpression` that Foundation on Linux declares unavailable.
extension NSCopying where Self: NSExpression {
    /// Makes an expression from a format string and its arguments; raises when the text is not an expression.
    public init(format expressionFormat: String, _ args: any CVarArg...) {
        self = instance(parse(expressionFormat, args))
    }

    /// Makes an expression from a format string and its arguments; raises when the text is not an expression.
    public init(format expressionFormat: String, argumentArray arguments: [Any]) {
        self = instance(parse(expressionFormat, arguments))
    }

    /// Makes an expression from a format string and a list of variable arguments, as `withVaList` makes it.
    public init(format expressionFormat: String, arguments argList: CVaListPointer) {
        self = instance(parse(expressionFormat, VariableArguments.read(argList, for: expressionFormat)))
    }

    /// Makes an expression whose value is constant.
    public init(forConstantValue obj: Any?) {
        self = instance(.constant(PredicateValue(obj)))
    }

    /// Makes an expression for a substitution variable, named without the dollar sign.
    public init(forVariable string: String) {
        self = instance(.variable(string))
    }

    /// Makes an expression for a key path of the evaluated object.
    public init(forKeyPath keyPath: String) {
        self = instance(FormatArguments.keyPath(keyPath))
    }

    /// Makes an expression for a property of a generated class, or of a chain of to-one relationships.
    public init<Root, Value>(forKeyPath keyPath: KeyPath<Root, Value>) {
        guard let name = keyPath.propertyName else {
            raise("NSInvalidArgumentException", "the key path \(keyPath) leads to no property with a name")
        }
        self = instance(FormatArguments.keyPath(name))
    }

    /// Makes an expression that applies a function, named by its selector as in `sum:`, to arguments.
    public init(forFunction name: String, arguments parameters: [Any]) {
        guard PredicateFunction.selector(name) != nil else {
            raise("NSInvalidArgumentException", "Unsupported function expression \(name)")
        }
        let arguments = parameters.map(ExpressionNode.init(operand:))
        self = instance(name == "castObject:toType:" ? .cast(arguments) : .function(name, arguments))
    }

    /// Makes a collection of expressions, or of constants.
    public init(forAggregate subexpressions: [Any]) {
        self = instance(.aggregate(subexpressions.map(ExpressionNode.init(operand:))))
    }

    /// Makes the union of two collections.
    public init(forUnionSet left: NSExpression, with right: NSExpression) {
        self = instance(.setOperation(.union, left.expressionNode, right.expressionNode))
    }

    /// Makes the intersection of two collections.
    public init(forIntersectSet left: NSExpression, with right: NSExpression) {
        self = instance(.setOperation(.intersect, left.expressionNode, right.expressionNode))
    }

    /// Makes the difference of two collections.
    public init(forMinusSet left: NSExpression, with right: NSExpression) {
        self = instance(.setOperation(.minus, left.expressionNode, right.expressionNode))
    }

    /// Makes the members of a collection for which a predicate on the variable holds.
    public init(forSubquery expression: NSExpression, usingIteratorVariable variable: String, predicate: NSPredicate) {
        self = instance(.subquery(expression.expressionNode, variable: variable, predicate.predicateNode))
    }

    /// Makes the first expression where the predicate holds, else the second.
    public init(forConditional predicate: NSPredicate, trueExpression: NSExpression, falseExpression: NSExpression) {
        self = instance(
            .conditional(predicate.predicateNode, trueExpression.expressionNode, falseExpression.expressionNode))
    }

    /// Makes an expression that calls a block with the object, the arguments' values and the context; no store runs it.
    public init(
        block: @escaping (Any?, [Any], NSMutableDictionary?) -> Any, arguments: [NSExpression]?
    ) {
        let body = ExpressionBlock { object, values, variables in
            block(object, values, NSMutableDictionary(dictionary: variables))
        }
        self = instance(.block(body, (arguments ?? []).map(\.expressionNode)))
    }

    /// The expression for the evaluated object itself.
    public static func expressionForEvaluatedObject() -> NSExpression { make(.evaluatedObject) }

    /// The expression for any key, as Spotlight queries use it.
    public static func expressionForAnyKey() -> NSExpression { make(.anyKey) }
}

private func instance<Class: NSExpression>(_ node: ExpressionNode) -> Class {
    guard let made = NSExpression.make(node) as? Class else {
        raise("NSInvalidArgumentException", "expressions are not made as instances of \(Class.self)")
    }
    return made
}

private func parse(_ format: String, _ arguments: [Any?]) -> ExpressionNode {
    do {
        return try PredicateParser.expression(format, arguments)
    } catch let error as PredicateFormatError {
        raise("NSInvalidArgumentException", error.reason)
    } catch {
        raise("NSInvalidArgumentException", "\(error)")
    }
}

extension ExpressionNode {
    /// An expression as it is, anything else as a constant.
    fileprivate init(operand: Any) {
        if let carrier = operand as? any ExpressionCarrier {
            self = carrier.node
        } else {
            self = .constant(PredicateValue(operand))
        }
    }
}
