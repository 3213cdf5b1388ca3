import Synchronization

extension NSManagedObjectModel {
    /// Keeps every model that was taken into use, and lets one thread at a time take one.
    private static let modelsInUse = Mutex<[NSManagedObjectModel]>([])

    /// Ends editing and computes each entity's layout; called by the coordinator that takes the model into use.
    final func freeze() {
        Self.modelsInUse.withLock { models in
            guard !isFrozen else { return }
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
        let frozen = layouts.made.map { entity, layout in
            (entity, FrozenEntity(entity, layout: layout, versionHash: hashes.hash(of: entity)))
        }
        for (entity, content) in frozen {
            entity.resolveIndexes()
            entity.frozen = content
            for property in entity.ownProperties { property.freeze() }
        }
    }
}

extension NSPropertyDescription {
    fileprivate func freeze() {
        isFrozen = true
        for element in (self as? NSCompositeAttributeDescription)?.elements ?? [] { element.freeze() }
    }
}
