extension PredicateNode {
    /// The names of the variables that nothing in the tree gives a value.
    var freeVariables: Set<String> {
        switch self {
        case .value, .opaque: []
        case .comparison(let comparison): comparison.left.freeVariables.union(comparison.right.freeVariables)
        case .and(let nodes), .or(let nodes): nodes.reduce(into: []) { $0.formUnion($1.freeVariables) }
        case .not(let node): node.freeVariables
        }
    }
}

extension ExpressionNode {
    /// The names of the variables that nothing in the tree gives a value.
    var freeVariables: Set<String> {
        switch self {
        case .constant, .evaluatedObject, .anyKey: []
        case .variable(let name): [name]
        case .keyPath(let operand, _): operand.freeVariables
        case .function(_, let arguments), .block(_, let arguments), .aggregate(let arguments):
            arguments.reduce(into: []) { $0.formUnion($1.freeVariables) }
        case .element(let operand, .at(let index)): operand.freeVariables.union(index.freeVariables)
        case .element(let operand, _): operand.freeVariables
        // A subquery's own variable stands for each member of its collection.
        case .subquery(let collection, let name, let test):
            collection.freeVariables.union(test.freeVariables.subtracting([name]))
        case .conditional(let test, let yes, let no):
            test.freeVariables.union(yes.freeVariables).union(no.freeVariables)
        case .setOperation(_, let left, let right): left.freeVariables.union(right.freeVariables)
        }
    }
}
