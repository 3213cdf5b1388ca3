extension NSEntityDescription {
    /// The entity's own and inherited properties by name.
    public final var propertiesByName: [String: NSPropertyDescription] {
        if let frozen { return frozen.propertiesByName }
        return Dictionary(allProperties.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    }

    /// The entity's own and inherited attributes by name.
    public final var attributesByName: [String: NSAttributeDescription] {
        if let frozen { return frozen.attributesByName }
        return propertiesByName.compactMapValues { $0 as? NSAttributeDescription }
    }

    /// The entity's own and inherited relationships by name.
    public final var relationshipsByName: [String: NSRelationshipDescription] {
        if let frozen { return frozen.relationshipsByName }
        return propertiesByName.compactMapValues { $0 as? NSRelationshipDescription }
    }

    /// The relationships of this entity, own and inherited, that lead to that one.
    public final func relationships(forDestination entity: NSEntityDescription) -> [NSRelationshipDescription] {
        allProperties.compactMap { $0 as? NSRelationshipDescription }.filter { $0.destinationEntity === entity }
    }

    /// 32 bytes that change with whatever decides how the entity's objects are stored: see `VersionHash`.
    public final var versionHash: Data { frozen?.versionHash ?? VersionHash.hash(of: self) }

    /// Inherited properties first; an own one takes the place of an inherited one of its name.
    final var allProperties: [NSPropertyDescription] {
        if let frozen { return frozen.properties }
        guard let superentity else { return ownProperties }
        let ownNames = Set(ownProperties.map(\.name))
        return superentity.allProperties.filter { !ownNames.contains($0.name) } + ownProperties
    }

    /// The properties the entity declares itself, by the bytes of their names.
    final var ownInOrderOfName: [NSPropertyDescription] {
        frozen?.ownOrdered ?? VersionHash.inOrderOfName(ownProperties)
    }

    final func setOwnProperties(_ properties: [NSPropertyDescription]) {
        requireEditable()
        // `entity.properties.append(…)` on a subentity sets the inherited ones along with the new one.
        let ancestors = sequence(first: superentity, next: { $0?.superentity }).prefix { $0 != nil }
        let own = properties.filter { property in
            property.entity == nil || property.entity === self || !ancestors.contains { $0 === property.entity }
        }
        for property in own { property.requireEditable() }
        for property in ownProperties where property.entity === self { property.entity = nil }
        ownProperties = own
        for property in own { property.entity = self }
    }
}
