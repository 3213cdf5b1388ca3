/// Puts a model together from short statements, in which entities and properties go by their names: what the code that the
/// model compiler writes consists of.
///
///     let model = EmbeddedModelBuilder()
///     let item = model.entity("Item", class: "Shop.Item")
///     item.attribute("title", .stringAttributeType)
///     item.relationship("list", to: "List", inverse: "items", maxCount: 1, optional: true)
///     return model.build()
public final class EmbeddedModelBuilder {
    private var entities: [EmbeddedEntityBuilder] = []
    private var configurations: [(name: String, entities: [String])] = []
    private var templates: [(name: String, request: EmbeddedFetchRequest)] = []
    private let versionIdentifiers: Set<String>

    /// An empty model of that version.
    public init(versionIdentifiers: Set<String> = []) { self.versionIdentifiers = versionIdentifiers }

    /// Adds an entity. Its class is `NSManagedObject` unless named; its parent may be added later.
    public func entity(
        _ name: String, class className: String? = nil, parent: String? = nil, isAbstract: Bool = false
    ) -> EmbeddedEntityBuilder {
        let entity = EmbeddedEntityBuilder(name, class: className, parent: parent, isAbstract: isAbstract)
        entities.append(entity)
        return entity
    }

    /// Adds a configuration: a subset of the entities, which a store of its own can hold.
    public func configuration(_ name: String, entities: [String]) { configurations.append((name, entities)) }

    /// Adds a fetch request template.
    public func fetchRequest(
        _ name: String, entity: String, predicate: String? = nil,
        configure: @escaping (NSFetchRequest<any NSFetchRequestResult>) -> Void = { _ in }
    ) {
        templates.append((name, EmbeddedFetchRequest(entity: entity, predicate: predicate, configure: configure)))
    }

    /// The model, all names resolved.
    ///
    /// A name that nothing bears is a mistake of the statements' writer and ends the program.
    public func build() -> NSManagedObjectModel {
        var byName: [String: NSEntityDescription] = [:]
        for entity in entities { byName[entity.name] = entity.description }
        func named(_ name: String) -> NSEntityDescription {
            guard let entity = byName[name] else {
                raise("NSInvalidArgumentException", "could not locate an entity named '\(name)' in this model.")
            }
            return entity
        }
        for entity in entities {
            entity.finish()
            if let parent = entity.parent { named(parent).subentities.append(entity.description) }
        }
        for entity in entities { entity.connect(named) }
        for entity in entities { entity.addIndexes() }
        let model = NSManagedObjectModel()
        model.entities = entities.map(\.description)
        model.versionIdentifiers = Set(versionIdentifiers.map { AnyHashable($0) })
        for configuration in configurations {
            model.setEntities(configuration.entities.map(named), forConfigurationName: configuration.name)
        }
        for template in templates {
            model.setFetchRequestTemplate(template.request.build(named), forName: template.name)
        }
        return model
    }
}
