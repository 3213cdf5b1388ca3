/// An attribute the store computes from others. Follows Apple's `NSDerivedAttributeDescription`.
open class NSDerivedAttributeDescription: NSAttributeDescription, @unchecked Sendable {
    // Sendable: see NSManagedObjectModel; a property is frozen together with its model.

    /// What the value is computed from: a key path over to-one relationships, a function of one, a count or sum over a
    /// to-many relationship, or the current date.
    open var derivationExpression: NSExpression? { willSet { requireEditable() } }
    /// Which objects of a to-many relationship count.
    open var filterPredicate: NSPredicate? { willSet { requireEditable() } }

    override func takeContent(of other: NSPropertyDescription) {
        super.takeContent(of: other)
        guard let other = other as? NSDerivedAttributeDescription else { return }
        derivationExpression = other.derivationExpression
        filterPredicate = other.filterPredicate
    }

    override func hasContent(of other: NSPropertyDescription) -> Bool {
        guard let other = other as? NSDerivedAttributeDescription else { return false }
        return super.hasContent(of: other)
            && derivationExpression.map(DerivationText.text) == other.derivationExpression.map(DerivationText.text)
            && filterPredicate == other.filterPredicate
    }
}
