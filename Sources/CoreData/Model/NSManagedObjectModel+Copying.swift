extension NSManagedObjectModel {
    final func copyModel() -> NSManagedObjectModel {
        let copy = Self()
        copy.takeEntities(of: [self])
        copy.versionIdentifiers = versionIdentifiers
        copy.localizationDictionary = localizationDictionary
        return copy
    }

    /// Fills this empty model with copies of the entities, configurations and templates of others.
    final func takeEntities(of models: [NSManagedObjectModel]) {
        var copies: [String: NSEntityDescription] = [:]
        var order: [NSEntityDescription] = []
        for entity in models.flatMap(\.storedEntities) where copies[entity.name ?? ""] == nil {
            let copy = entity.copyWithoutSubentities()
            copies[entity.name ?? ""] = copy
            order.append(copy)
        }
        var wired: Set<String> = []
        for entity in models.flatMap(\.storedEntities) where wired.insert(entity.name ?? "").inserted {
            copies[entity.name ?? ""]?.subentities = entity.subentities.compactMap { copies[$0.name ?? ""] }
        }
        storedEntities = order
        for entity in order { entity.managedObjectModel = self }
        for entity in order { Self.redirect(entity, into: copies) }
        for (name, template) in models.flatMap(\.templates) where templates[name] == nil {
            templates[name] = FetchRequestContent.copy(template, into: copies)
        }
        for model in models {
            for (name, entities) in model.entitiesByConfiguration {
                entitiesByConfiguration[name, default: []] += entities.compactMap { copies[$0.name ?? ""] }
            }
        }
    }

    /// Turns the relationships and indexes of a copied entity, which still point to the originals, to the copies.
    private static func redirect(_ entity: NSEntityDescription, into copies: [String: NSEntityDescription]) {
        for case let relationship as NSRelationshipDescription in entity.ownProperties {
            let inverse = relationship.inverseRelationship
            relationship.destinationEntity = relationship.destinationEntity.flatMap { copies[$0.name ?? ""] }
            // The inverse may be one that the destination inherits.
            relationship.inverseRelationship = inverse.flatMap { inverse in
                relationship.destinationEntity?.relationshipsByName[inverse.name]
            }
        }
        for case let fetched as NSFetchedPropertyDescription in entity.ownProperties {
            fetched.fetchRequest = fetched.fetchRequest.map { FetchRequestContent.copy($0, into: copies) }
        }
        entity.resolveIndexes()
    }

    final func hasContent(of object: Any?) -> Bool {
        guard let other = object as? NSManagedObjectModel else { return false }
        if self === other { return true }
        return entitiesByName == other.entitiesByName && versionIdentifiers == other.versionIdentifiers
            && Set(templates.keys) == Set(other.templates.keys)
            && templates.allSatisfy { FetchRequestContent.equal($1, other.templates[$0]) }
            && entitiesByConfiguration.mapValues(Self.names) == other.entitiesByConfiguration.mapValues(Self.names)
    }

    private static func names(of entities: [NSEntityDescription]) -> Set<String?> { Set(entities.map(\.name)) }
}
