extension NSEntityDescription {
    /// The entities that inherit from this one directly, by name.
    public final var subentitiesByName: [String: NSEntityDescription] {
        Dictionary(subentities.map { ($0.name ?? "", $0) }, uniquingKeysWith: { $1 })
    }

    /// Whether this is that entity, or inherits from it.
    public final func isKindOf(entity: NSEntityDescription) -> Bool {
        if self === entity { return true }
        if let frozen { return frozen.lineage.contains(ObjectIdentifier(entity)) }
        var current = superentity
        while let candidate = current {
            if candidate === entity { return true }
            current = candidate.superentity
        }
        return false
    }

    /// The topmost parent.
    final var rootEntity: NSEntityDescription {
        if let frozen { return frozen.layout.rootEntity }
        return superentity?.rootEntity ?? self
    }

    /// This entity and all that inherit from it, parents before children, siblings in the order of `subentities`.
    final var family: [NSEntityDescription] { [self] + subentities.flatMap(\.family) }

    final func adopt(_ children: [NSEntityDescription], insteadOf former: [NSEntityDescription]) {
        for child in former where child.superentity === self && !children.contains(where: { $0 === child }) {
            child.superentity = nil
        }
        for child in children {
            child.requireEditable()
            child.superentity = self
            if child.managedObjectModel == nil { child.managedObjectModel = managedObjectModel }
        }
    }
}
