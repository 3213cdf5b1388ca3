extension PredicateNode {
    /// The tree with each variable of that name replaced by its value; the variable of a subquery hides one outside.
    func substituting(_ variables: [String: PredicateValue]) -> PredicateNode {
        switch self {
        case .value, .opaque: return self
        case .comparison(var comparison):
            comparison.left = comparison.left.substituting(variables)
            comparison.right = comparison.right.substituting(variables)
            return .comparison(comparison)
        case .and(let nodes): return .and(nodes.map { $0.substituting(variables) })
        case .or(let nodes): return .or(nodes.map { $0.substituting(variables) })
        case .not(let node): return .not(node.substituting(variables))
        }
    }
}

extension PredicateNode {
    /// The tree with the sides of its comparisons replaced.
    func replacingSides(_ body: (ExpressionNode) -> ExpressionNode) -> PredicateNode {
        switch self {
        case .value, .opaque: return self
        case .comparison(var comparison):
            comparison.left = body(comparison.left)
            comparison.right = body(comparison.right)
            return .comparison(comparison)
        case .and(let nodes): return .and(nodes.map { $0.replacingSides(body) })
        case .or(let nodes): return .or(nodes.map { $0.replacingSides(body) })
        case .not(let node): return .not(node.replacingSides(body))
        }
    }
}

extension ExpressionNode {
    /// The tree with each variable of that name replaced by its value.
    func substituting(_ variables: [String: PredicateValue]) -> ExpressionNode {
        switch self {
        case .constant, .evaluatedObject, .anyKey: return self
        case .variable(let name): return variables[name].map(ExpressionNode.constant) ?? self
        case .keyPath(.variable(let name), let keys):
            // Read at once: a store, or a parent's queue, could not read along a path from an object of this context.
            guard let value = variables[name] else { return self }
            return .constant(KeyPathReader(keys).read(value))
        case .keyPath(let operand, let keys): return .keyPath(of: operand.substituting(variables), keys)
        case .function(let name, let arguments): return .function(name, arguments.map { $0.substituting(variables) })
        case .element(let operand, .at(let index)):
            return .element(of: operand.substituting(variables), .at(index.substituting(variables)))
        case .element(let operand, let index): return .element(of: operand.substituting(variables), index)
        case .subquery(let collection, let name, let test):
            var inner = variables
            inner[name] = nil
            return .subquery(collection.substituting(variables), variable: name, test.substituting(inner))
        case .aggregate(let members): return .aggregate(members.map { $0.substituting(variables) })
        case .conditional(let test, let a, let b):
            return .conditional(
                test.substituting(variables), a.substituting(variables), b.substituting(variables))
        case .setOperation(let operation, let a, let b):
            return .setOperation(operation, a.substituting(variables), b.substituting(variables))
        case .block(let block, let arguments): return .block(block, arguments.map { $0.substituting(variables) })
        }
    }
}
