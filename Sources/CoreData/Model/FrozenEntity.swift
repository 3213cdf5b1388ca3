/// What is computed once from an entity that no longer changes.
final class FrozenEntity {
    let layout: EntityLayout
    let properties: [NSPropertyDescription]
    let propertiesByName: [String: NSPropertyDescription]
    let attributesByName: [String: NSAttributeDescription]
    let relationshipsByName: [String: NSRelationshipDescription]
    let versionHash: Data

    init(_ entity: NSEntityDescription, layout: EntityLayout, versionHash: Data) {
        self.layout = layout
        properties = entity.properties
        propertiesByName = entity.propertiesByName
        attributesByName = entity.attributesByName
        relationshipsByName = entity.relationshipsByName
        self.versionHash = versionHash
    }
}
