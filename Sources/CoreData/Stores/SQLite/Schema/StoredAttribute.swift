/// An attribute that has a column of its own: an entity's attribute, or a leaf of a composite one.
struct StoredAttribute {
    /// The key path from the entity: `title`, `address.city`.
    let path: String
    /// The name that the column is named after. No Apple store with a composite attribute has been seen; tutorials say
    /// that its elements are stored like attributes of the entity.
    let name: String
    let type: NSAttributeType
    /// Whether it is a leaf of a composite attribute.
    let isNested: Bool
    /// Whether history keeps the value of a deleted row.
    let isPreserved: Bool

    /// Appends the attribute, or its leaves.
    static func add(
        _ attribute: NSAttributeDescription, in path: String = "", isPreserved: Bool = false,
        to leaves: inout [StoredAttribute]
    ) {
        let isPreserved = isPreserved || attribute.preservesValueInHistoryOnDeletion
        if let composite = attribute as? NSCompositeAttributeDescription {
            for element in composite.elements {
                add(element, in: path + composite.name + ".", isPreserved: isPreserved, to: &leaves)
            }
            return
        }
        let name = attribute.name
        leaves.append(
            StoredAttribute(
                path: path.isEmpty ? name : path + name, name: name, type: attribute.attributeType,
                isNested: !path.isEmpty, isPreserved: isPreserved))
    }
}
