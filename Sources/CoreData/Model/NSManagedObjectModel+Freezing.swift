import Synchronization

extension NSManagedObjectModel {
    /// Keeps every model that was taken into use, and lets one thread at a time take one.
    private static let modelsInUse = Mutex<[NSManagedObjectModel]>([])

    /// Ends editing and computes each entity's layout; called by the coordinator that takes the model into use.
    final func freeze() {
        Self.modelsInUse.withLock { models in
            guard !isFrozen else { return }
            for entity in storedEntities { entity.checkConstraints() }
            models.append(self)
            freezeEntities()
            isFrozen = true
        }
    }

    private func freezeEntities() {
        var layouts = EntityLayout.Builder()
        for entity in storedEntities { layouts.add(familyOf: entity.rootEntity) }
        var hashes = VersionHash()
        // Hashes and properties of all come first: those of a frozen entity are read from what is computed here.
        let frozen = layouts.made.map { entity, layout, own in
            let ordered = entity.superentity == nil ? own : VersionHash.inOrderOfName(entity.allProperties)
            return (
                entity,
                FrozenEntity(
                    entity, layout: layout, ordered: ordered, ownOrdered: own,
                    versionHash: hashes.hash(of: entity, ordered))
            )
        }
        for (entity, content) in frozen {
            entity.frozen = content
            entity.resolveIndexes()
            for property in entity.ownProperties { property.freeze() }
        }
    }
}

extension NSEntityDescription {
    /// Raises where a uniqueness constraint names what no store can hold to be unique.
    fileprivate func checkConstraints() {
        guard let name = unfitForConstraints else { return }
        raise(
            "NSInvalidArgumentException",
            "Unsupported uniqueness constraint on entity '\(self.name ?? "")': '\(name)' is no attribute or to-one "
                + "relationship that is stored.")
    }

    /// What a uniqueness constraint names though no store can hold it to be unique.
    var unfitForConstraints: String? {
        guard !uniquenessConstraints.isEmpty else { return nil }
        let properties = propertiesByName
        return Self.names(in: uniquenessConstraints).joined().first { name in
            let property = properties[name] ?? Self.element(name, of: properties)
            return property?.isTransient ?? true || (property as? NSRelationshipDescription)?.isToMany == true
        }
    }

    /// The element of a composite attribute at the end of a key path.
    private static func element(_ path: String, of properties: [String: NSPropertyDescription])
        -> NSPropertyDescription?
    {
        let names = path.split(separator: ".").map(String.init)
        var found = names.first.flatMap { properties[$0] }
        for name in names.dropFirst() {
            found = (found as? NSCompositeAttributeDescription)?.elements.first { $0.name == name }
        }
        return found
    }
}
