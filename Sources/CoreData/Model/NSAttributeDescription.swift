/// An attribute of an entity. Follows Apple's `NSAttributeDescription`.
open class NSAttributeDescription: NSPropertyDescription, @unchecked Sendable {
    /// The type of the attribute's values.
    open var attributeType: NSAttributeType = .undefinedAttributeType
}
