/// A computed column of a dictionary fetch, or of an index. Follows Apple's `NSExpressionDescription`.
open class NSExpressionDescription: NSPropertyDescription, @unchecked Sendable {
    // Sendable: see NSManagedObjectModel; a property is frozen together with its model.

    /// What is computed.
    open var expression: NSExpression? { willSet { requireEditable() } }
    /// The type of the result.
    open var expressionResultType = NSAttributeType.undefinedAttributeType { willSet { requireEditable() } }

    /// The type of the result, `expressionResultType` under its newer name.
    public final var resultType: NSAttributeDescription.AttributeType {
        get { .init(rawValue: expressionResultType.rawValue) }
        set { expressionResultType = NSAttributeType(rawValue: newValue.rawValue) ?? .undefinedAttributeType }
    }

    override func takeContent(of other: NSPropertyDescription) {
        super.takeContent(of: other)
        guard let other = other as? NSExpressionDescription else { return }
        expression = other.expression
        expressionResultType = other.expressionResultType
    }

    override func hasContent(of other: NSPropertyDescription) -> Bool {
        guard let other = other as? NSExpressionDescription else { return false }
        return super.hasContent(of: other) && expression == other.expression
            && expressionResultType == other.expressionResultType
    }
}
