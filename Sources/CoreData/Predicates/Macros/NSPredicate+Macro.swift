import Foundation

extension NSCopying where Self: NSPredicate {
    /// Makes the counterpart of a value of the `#Predicate` macro, which a store can run; nil for what the format language cannot say.
    ///
    ///     request.predicate = NSPredicate(#Predicate<Item> { $0.quantity > 2 && $0.list?.name == "Groceries" })
    ///
    /// Properties of generated classes and of classes written by hand have names, over three to-one relationships at most.
    public init?<Input: NSObject>(_ predicate: Predicate<Input>) {
        var conversion = MacroConversion(input: predicate.variable.key)
        guard let node = try? conversion.predicate(predicate.expression),
            let made = NSPredicate.make(node) as? Self
        else { return nil }
        self = made
    }
}

/// The way from the macro's expression types to a tree of the format language.
struct MacroConversion {
    /// What stands for each variable of the closures.
    private var variables: [PredicateExpressions.VariableID: ExpressionNode] = [:]
    private var names = 0

    init(input: PredicateExpressions.VariableID) { variables[input] = .evaluatedObject }

    /// Nothing in the format language means the same.
    struct Untranslatable: Error {}

    /// A predicate or an expression: the macro makes no difference between a comparison and a value that is a Boolean.
    enum Term {
        case predicate(PredicateNode)
        case expression(ExpressionNode)
    }

    func variable(_ id: PredicateExpressions.VariableID) throws -> ExpressionNode {
        guard let node = variables[id] else { throw Untranslatable() }
        return node
    }

    mutating func bind(_ id: PredicateExpressions.VariableID, to node: ExpressionNode) { variables[id] = node }

    /// Binds a closure's variable to a name of its own.
    mutating func name(_ id: PredicateExpressions.VariableID) -> String {
        names += 1
        variables[id] = .variable("element\(names)")
        return "element\(names)"
    }

    mutating func term(_ expression: Any) throws -> Term {
        guard let expression = expression as? any MacroExpression else { throw Untranslatable() }
        return try expression.convert(&self)
    }

    mutating func predicate(_ expression: Any) throws -> PredicateNode {
        switch try term(expression) {
        case .predicate(let node): return node
        case .expression(.constant(.bool(let value))): return .value(value)
        case .expression(let node): return Self.compare(node, .equalTo, .constant(.bool(true)))
        }
    }

    mutating func expression(_ expression: Any) throws -> ExpressionNode {
        switch try term(expression) {
        case .expression(let node): return node
        case .predicate(let node): return .conditional(node, .constant(.bool(true)), .constant(.bool(false)))
        }
    }

    static func compare(
        _ left: ExpressionNode, _ operation: ComparisonOperator, _ right: ExpressionNode,
        _ options: ComparisonOptions = []
    ) -> PredicateNode {
        .comparison(Comparison(left: left, right: right, operator: operation, options: options))
    }

    mutating func comparison(
        _ left: Any, _ operation: ComparisonOperator, _ right: Any, _ options: ComparisonOptions = []
    ) throws -> Term {
        .predicate(Self.compare(try expression(left), operation, try expression(right), options))
    }

    mutating func function(_ selector: String, _ arguments: Any...) throws -> Term {
        .expression(.function(selector, try arguments.map { try expression($0) }))
    }
}

/// A part of the macro's tree that has a counterpart.
protocol MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term
}
