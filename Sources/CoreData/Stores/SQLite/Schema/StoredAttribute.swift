/// An attribute that has a column of its own: an entity's attribute, or a leaf of a composite one.
struct StoredAttribute {
    /// The key path from the entity: `title`, `address.city`.
    let path: String
    /// The name that the column is named after. No Apple store with a composite attribute has been seen; tutorials say
    /// that its elements are stored like attributes of the entity.
    let name: String
    let type: NSAttributeType
    /// Whether history keeps the value of a deleted row.
    let isPreserved: Bool

    static func leaves(
        of attribute: NSAttributeDescription, in path: String = "", isPreserved: Bool = false
    ) -> [StoredAttribute] {
        let isPreserved = isPreserved || attribute.preservesValueInHistoryOnDeletion
        if let composite = attribute as? NSCompositeAttributeDescription {
            return composite.elements.flatMap {
                leaves(of: $0, in: path + composite.name + ".", isPreserved: isPreserved)
            }
        }
        return [
            StoredAttribute(
                path: path + attribute.name, name: attribute.name, type: attribute.attributeType,
                isPreserved: isPreserved)
        ]
    }
}
