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
        /// What is asked of a value that may not be there: nil then, which is neither true nor false.
        case optional(PredicateNode, of: ExpressionNode)
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
        if let expression = expression as? any PredicateExpression, let known = Self.value(of: expression) {
            return .expression(.constant(known))
        }
        guard let expression = expression as? any MacroExpression else { throw Untranslatable() }
        return try expression.convert(&self)
    }

    mutating func predicate(_ expression: Any) throws -> PredicateNode {
        switch try term(expression) {
        case .predicate(let node): return node
        case .expression(.constant(.bool(let value))): return .value(value)
        case .expression(let node): return Self.compare(node, .equalTo, .constant(.bool(true)))
        case .optional(let node, let value): return Self.isThere(value, and: node)
        }
    }

    mutating func expression(_ expression: Any) throws -> ExpressionNode { try Self.expression(term(expression)) }

    static func expression(_ term: Term) -> ExpressionNode {
        switch term {
        case .expression(let node): return node
        case .predicate(let node): return .conditional(node, .constant(.bool(true)), .constant(.bool(false)))
        case .optional(let node, let value):
            let isThere = compare(value, .notEqualTo, .constant(.null))
            return .conditional(isThere, expression(.predicate(node)), .constant(.null))
        }
    }

    /// The value of a part that is about no object: of what the predicate's maker has at hand, such as `settings.limit`.
    private static func value<Part: PredicateExpression>(of part: Part) -> PredicateValue? {
        guard let value = try? part.evaluate(PredicateBindings()) else { return nil }
        switch value {
        case let value as any RawRepresentable: return PredicateValue(value.rawValue)
        case let value as Character: return .string(String(value))
        case let value as Substring: return .string(String(value))
        default: return PredicateValue(value)
        }
    }

    /// A condition on a value, false where that is nil.
    static func isThere(_ value: ExpressionNode, and node: PredicateNode) -> PredicateNode {
        if case .comparison(let comparison) = node, comparison.operator != .notEqualTo,
            comparison.left.begins(with: value),
            comparison.right != .constant(.null)
        {
            // So it is already.
            return node
        }
        let isThere = compare(value, .notEqualTo, .constant(.null))
        if case .and(let nodes) = node { return .and([isThere] + nodes) }
        return .and([isThere, node])
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

extension ExpressionNode {
    /// Whether this is a key path's own value, or leads on from it by keys alone.
    fileprivate func begins(with other: ExpressionNode) -> Bool {
        if self == other { return true }
        guard let keys, let first = other.keys else { return false }
        return keys.starts(with: first) && !keys.contains { $0.hasPrefix("@") }
    }
}

/// A part of the macro's tree that has a counterpart.
protocol MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term
}
