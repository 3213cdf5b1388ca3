/// What is computed once from an entity that no longer changes.
final class FrozenEntity {
    let layout: EntityLayout
    let properties: [NSPropertyDescription]
    let propertiesByName: [String: NSPropertyDescription]
    let attributesByName: [String: NSAttributeDescription]
    let relationshipsByName: [String: NSRelationshipDescription]
    let versionHash: Data
    /// The entity itself and all it inherits from.
    let lineage: Set<ObjectIdentifier>

    init(_ entity: NSEntityDescription, layout: EntityLayout, versionHash: Data) {
        self.layout = layout
        properties = entity.properties
        let byName = entity.propertiesByName
        propertiesByName = byName
        attributesByName = byName.compactMapValues { $0 as? NSAttributeDescription }
        relationshipsByName = byName.compactMapValues { $0 as? NSRelationshipDescription }
        self.versionHash = versionHash
        var lineage: Set<ObjectIdentifier> = []
        var current: NSEntityDescription? = entity
        while let ancestor = current {
            lineage.insert(ObjectIdentifier(ancestor))
            current = ancestor.superentity
        }
        self.lineage = lineage
    }
}
