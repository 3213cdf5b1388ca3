import Foundation
import Synchronization

/// A tree with its compiled evaluator, which is made on first use and then shared.
final class PredicateProgram: Sendable {
    let node: PredicateNode
    private let compiled = Mutex<PredicateEvaluator?>(nil)

    init(_ node: PredicateNode) {
        self.node = node
    }

    /// The evaluator of the tree.
    var evaluator: PredicateEvaluator {
        compiled.withLock { compiled in
            if let compiled { return compiled }
            let made = PredicateEvaluator(node)
            compiled = made
            return made
        }
    }

    func evaluate(with object: Any?, variables: [String: Any]?) -> Bool {
        evaluator.evaluate(object, variables: variables ?? [:])
    }
}

/// A predicate of Foundation's class hierarchy that carries a tree.
protocol ProgramCarrier: NSPredicate {
    var program: PredicateProgram { get }
}

extension NSPredicate {
    /// The predicate compiled for many objects.
    var evaluator: PredicateEvaluator {
        (self as? any ProgramCarrier)?.program.evaluator ?? PredicateEvaluator(predicateNode)
    }
}

extension ProgramCarrier {
    /// Whether another predicate has the same tree.
    func hasEqualTree(_ other: Any?) -> Bool {
        (other as? NSPredicate).map { $0 === self || $0.predicateNode == program.node } ?? false
    }

    /// A hash that equal trees share.
    var treeHash: Int {
        program.node.printed.hashValue
    }
}
