extension NSManagedObjectModel {
    /// The model's entities by name.
    public final var entitiesByName: [String: NSEntityDescription] {
        Dictionary(storedEntities.map { ($0.name ?? "", $0) }, uniquingKeysWith: { $1 })
    }

    /// The names of the configurations that were set.
    public final var configurations: [String] { entitiesByConfiguration.keys.sorted() }

    /// The entities of that configuration: all for nil, nil for a name that was never set.
    public final func entities(forConfigurationName configuration: String?) -> [NSEntityDescription]? {
        guard let configuration, configuration != Self.defaultConfiguration else { return storedEntities }
        return entitiesByConfiguration[configuration]
    }

    /// Names a subset of the entities, for a store that is to hold only these.
    public final func setEntities(_ entities: [NSEntityDescription], forConfigurationName configuration: String) {
        requireEditable()
        for entity in entities where entity.managedObjectModel !== self {
            raise(
                "NSInvalidArgumentException",
                "Can't add entity \(entity.name ?? "(no name)") to configuration \(configuration): it is not in the model."
            )
        }
        entitiesByConfiguration[configuration] = entities
    }

    /// Apple's name of the configuration of all entities.
    static let defaultConfiguration = "PF_DEFAULT_CONFIGURATION_NAME"

    final func setEntities(_ entities: [NSEntityDescription]) {
        requireEditable()
        var names: Set<String> = []
        for entity in entities {
            guard names.insert(entity.name ?? "").inserted else {
                raise(
                    "NSInvalidArgumentException", "Can't have two entities named '\(entity.name ?? "")' in one model.")
            }
            if let model = entity.managedObjectModel, model !== self,
                model.storedEntities.contains(where: { $0 === entity })
            {
                raise(
                    "NSInternalInconsistencyException",
                    "Entity '\(entity.name ?? "")' already belongs to another model.")
            }
        }
        for entity in storedEntities where entity.managedObjectModel === self { entity.managedObjectModel = nil }
        storedEntities = entities
        for entity in entities { entity.managedObjectModel = self }
    }
}
