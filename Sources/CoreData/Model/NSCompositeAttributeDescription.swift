/// An attribute whose value is a dictionary of nested attributes. Follows Apple's `NSCompositeAttributeDescription`.
open class NSCompositeAttributeDescription: NSAttributeDescription, @unchecked Sendable {
    // Sendable: see NSManagedObjectModel; a property is frozen together with its model.

    /// The nested attributes, which may be composite themselves.
    open var elements: [NSAttributeDescription] = [] { willSet { requireEditable() } }

    /// A composite attribute without elements.
    public required init() {
        super.init()
        attributeType = .compositeAttributeType
    }

    override func freeze() {
        super.freeze()
        for element in elements { element.freeze() }
    }

    override func takeContent(of other: NSPropertyDescription) {
        super.takeContent(of: other)
        guard let other = other as? NSCompositeAttributeDescription else { return }
        elements = other.elements.compactMap { $0.copy() as? NSAttributeDescription }
    }

    override func hasContent(of other: NSPropertyDescription) -> Bool {
        guard let other = other as? NSCompositeAttributeDescription else { return false }
        return super.hasContent(of: other) && elements == other.elements
    }
}
