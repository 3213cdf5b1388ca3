import Foundation

/// An expression whose tree is known. Its instances are `UnclassedExpression`s changed into this class, because
/// every initialiser of the superclass traps; deprecated like the superclass, and named through an alias.
@available(*, deprecated)
final class ParsedExpression: Foundation.NSExpression, ExpressionCarrier {
    let node: ExpressionNode

    private init() { fatalError("Instances are made by reclassing.") }

    override var description: String { node.printed }
    override var hash: Int { node.printed.hashValue }

    override func isEqual(_ object: Any?) -> Bool {
        (object as? any ExpressionCarrier)?.node == node
    }

    override func copy() -> Any { self }
    override func copy(with zone: NSZone? = nil) -> Any { self }
}

/// An expression that carries a tree.
protocol ExpressionCarrier: AnyObject {
    var node: ExpressionNode { get }
}

/// The storage of a `ParsedExpression` on its way to that class: `NSExpression` adds no field to `NSObject`.
private final class UnclassedExpression: NSObject {
    let node: ExpressionNode

    init(_ node: ExpressionNode) {
        self.node = node
    }
}

private enum ParsedExpressionName: FoundationName {
    @available(*, deprecated)
    typealias Named = ParsedExpression
}

extension NSCopying where Self: NSExpression {
    /// The expression of a tree.
    static func make(_ node: ExpressionNode) -> NSExpression {
        reclassed(UnclassedExpression(node), as: Resolved<ParsedExpressionName>.Class.self)
    }

    /// The expression's tree.
    var expressionNode: ExpressionNode {
        guard let carrier = self as? any ExpressionCarrier else {
            preconditionFailure("An NSExpression is made by the initialisers that CoreData adds.")
        }
        return carrier.node
    }
}
