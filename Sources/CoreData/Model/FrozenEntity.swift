/// What is computed once from an entity that no longer changes.
final class FrozenEntity {
    let layout: EntityLayout
    let properties: [NSPropertyDescription]
    /// The properties, and of these the entity's own, by the bytes of their names.
    let ordered: [NSPropertyDescription]
    let ownOrdered: [NSPropertyDescription]
    let propertiesByName: [String: NSPropertyDescription]
    let attributesByName: [String: NSAttributeDescription]
    let relationshipsByName: [String: NSRelationshipDescription]
    let versionHash: Data
    /// The entity itself and all it inherits from, upwards: a few.
    let lineage: [ObjectIdentifier]

    init(
        _ entity: NSEntityDescription, layout: EntityLayout, ordered: [NSPropertyDescription],
        ownOrdered: [NSPropertyDescription], versionHash: Data
    ) {
        self.layout = layout
        self.ordered = ordered
        self.ownOrdered = ownOrdered
        properties = entity.properties
        var attributes: [String: NSAttributeDescription] = [:]
        var relationships: [String: NSRelationshipDescription] = [:]
        var byName = [String: NSPropertyDescription](minimumCapacity: properties.count)
        attributes.reserveCapacity(properties.count)
        for property in properties {
            let name = property.name
            byName[name] = property
            if let attribute = property as? NSAttributeDescription {
                attributes[name] = attribute
            } else if let relationship = property as? NSRelationshipDescription {
                relationships[name] = relationship
            }
        }
        (propertiesByName, attributesByName, relationshipsByName) = (byName, attributes, relationships)
        self.versionHash = versionHash
        lineage = sequence(first: entity, next: \.superentity).map { ObjectIdentifier($0) }
    }
}
