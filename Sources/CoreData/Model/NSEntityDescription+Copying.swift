extension NSEntityDescription {
    /// A copy of the entity alone, with its own properties, which still point to the entities the original points to.
    final func copyWithoutSubentities() -> NSEntityDescription {
        let copy = Self()
        copy.name = name
        copy.givenClassName = givenClassName
        copy.isAbstract = isAbstract
        copy.userInfo = userInfo
        copy.versionHashModifier = versionHashModifier
        copy.givenRenamingIdentifier = givenRenamingIdentifier
        copy.properties = ownProperties.compactMap { $0.copy() as? NSPropertyDescription }
        copy.indexes = indexes.compactMap { $0.copy() as? NSFetchIndexDescription }
        copy.compoundIndexes = Self.names(in: compoundIndexes)
        copy.uniquenessConstraints = Self.names(in: uniquenessConstraints)
        return copy
    }

    final func copyFamily() -> NSEntityDescription {
        let copy = copyWithoutSubentities()
        copy.subentities = subentities.map { $0.copyFamily() }
        copy.resolveIndexes()
        return copy
    }

    /// Makes the elements of the indexes point to this entity's properties.
    final func resolveIndexes() {
        guard !indexes.isEmpty else { return }
        let properties = propertiesByName
        for index in indexes {
            for element in index.elements { element.resolve(among: properties) }
        }
    }

    /// Constraints as names, whether they were given as names or as properties.
    static func names(in tuples: [[Any]]) -> [[String]] {
        tuples.map { tuple in
            tuple.compactMap { ($0 as? NSPropertyDescription)?.name ?? $0 as? String }
        }
    }

    /// The names of the properties of each uniqueness constraint, inherited ones first.
    final var constraintNames: [[String]] {
        (superentity?.constraintNames ?? []) + Self.names(in: uniquenessConstraints)
    }

    final func hasContent(of object: Any?) -> Bool {
        guard let other = object as? NSEntityDescription else { return false }
        if self === other { return true }
        return name == other.name && managedObjectClassName == other.managedObjectClassName
            && isAbstract == other.isAbstract && superentity?.name == other.superentity?.name
            && Set(subentities.map(\.name)) == Set(other.subentities.map(\.name))
            && versionHashModifier == other.versionHashModifier && renamingIdentifier == other.renamingIdentifier
            && AnyValue.equal(userInfo ?? [:], other.userInfo ?? [:]) && indexes == other.indexes
            && Self.names(in: compoundIndexes) == Self.names(in: other.compoundIndexes)
            && Self.names(in: uniquenessConstraints) == Self.names(in: other.uniquenessConstraints)
            && ownPropertiesByName == other.ownPropertiesByName
    }

    private var ownPropertiesByName: [String: NSPropertyDescription] {
        Dictionary(ownProperties.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    }
}
