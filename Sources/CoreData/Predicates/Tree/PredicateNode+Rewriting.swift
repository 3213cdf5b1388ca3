extension PredicateNode {
    /// The tree with each of its expressions replaced, the parts of one before itself.
    func rewriting(_ body: (ExpressionNode) throws -> ExpressionNode) rethrows -> PredicateNode {
        switch self {
        case .value, .opaque: return self
        case .comparison(var comparison):
            comparison.left = try comparison.left.rewriting(body)
            comparison.right = try comparison.right.rewriting(body)
            return .comparison(comparison)
        case .and(let nodes): return .and(try nodes.map { try $0.rewriting(body) })
        case .or(let nodes): return .or(try nodes.map { try $0.rewriting(body) })
        case .not(let node): return .not(try node.rewriting(body))
        }
    }
}

extension ExpressionNode {
    /// The tree with each of its expressions replaced, the parts of one before itself.
    func rewriting(_ body: (ExpressionNode) throws -> ExpressionNode) rethrows -> ExpressionNode {
        switch self {
        case .constant, .evaluatedObject, .anyKey, .variable: return try body(self)
        case .keyPath(let operand, let keys): return try body(.keyPath(of: operand.rewriting(body), keys))
        case .function(let name, let arguments):
            return try body(.function(name, arguments.map { try $0.rewriting(body) }))
        case .block(let block, let arguments):
            return try body(.block(block, arguments.map { try $0.rewriting(body) }))
        case .element(let operand, .at(let index)):
            return try body(.element(of: operand.rewriting(body), .at(index.rewriting(body))))
        case .element(let operand, let index): return try body(.element(of: operand.rewriting(body), index))
        case .subquery(let collection, let name, let test):
            return try body(.subquery(collection.rewriting(body), variable: name, test.rewriting(body)))
        case .aggregate(let members): return try body(.aggregate(members.map { try $0.rewriting(body) }))
        case .conditional(let test, let yes, let no):
            return try body(.conditional(test.rewriting(body), yes.rewriting(body), no.rewriting(body)))
        case .setOperation(let operation, let left, let right):
            return try body(.setOperation(operation, left.rewriting(body), right.rewriting(body)))
        }
    }
}
