/// Puts one entity of an `EmbeddedModelBuilder` together.
///
/// Where a property says more than the parameters cover, `configure` sets it on Apple's own description.
public final class EmbeddedEntityBuilder {
    /// The entity under construction; its properties come from the calls below.
    public let description = NSEntityDescription()
    let name: String
    let parent: String?
    private var properties: [NSPropertyDescription] = []
    private var destinations: [(relationship: NSRelationshipDescription, entity: String, inverse: String?)] = []
    private var fetches: [(property: NSFetchedPropertyDescription, request: EmbeddedFetchRequest)] = []
    private var indexes: [(name: String, elements: [EmbeddedIndexElement], predicate: String?)] = []

    init(_ name: String, class className: String?, parent: String?, isAbstract: Bool) {
        self.name = name
        self.parent = parent
        description.name = name
        description.isAbstract = isAbstract
        if let className { description.managedObjectClassName = className }
    }

    /// Adds an attribute.
    public func attribute(
        _ name: String, _ type: NSAttributeType, optional: Bool = false, default value: Any? = nil,
        configure: (NSAttributeDescription) -> Void = { _ in }
    ) {
        let attribute = NSAttributeDescription()
        attribute.attributeType = type
        attribute.defaultValue = value
        add(attribute, name, optional: optional)
        configure(attribute)
    }

    /// Adds an attribute whose value the store derives.
    public func derivedAttribute(
        _ name: String, _ type: NSAttributeType, from expression: String, filter: String? = nil, optional: Bool = false,
        configure: (NSDerivedAttributeDescription) -> Void = { _ in }
    ) {
        let attribute = NSDerivedAttributeDescription()
        attribute.attributeType = type
        attribute.derivationExpression = NSExpression(format: expression)
        attribute.filterPredicate = filter.map { NSPredicate(format: $0) }
        add(attribute, name, optional: optional)
        configure(attribute)
    }

    /// Adds an attribute that consists of attributes; `fields` adds these.
    public func compositeAttribute(
        _ name: String, optional: Bool = false, configure: (NSCompositeAttributeDescription) -> Void = { _ in },
        fields: (EmbeddedEntityBuilder) -> Void
    ) {
        let nested = EmbeddedEntityBuilder(name, class: nil, parent: nil, isAbstract: false)
        fields(nested)
        let attribute = NSCompositeAttributeDescription()
        attribute.elements = nested.properties.compactMap { $0 as? NSAttributeDescription }
        add(attribute, name, optional: optional)
        configure(attribute)
    }

    /// Adds a relationship: to one object with `maxCount` 1, to any number with 0.
    public func relationship(
        _ name: String, to entity: String, inverse: String? = nil, minCount: Int = 0, maxCount: Int = 0,
        deleteRule: NSDeleteRule = .nullifyDeleteRule, isOrdered: Bool = false, optional: Bool = false,
        configure: (NSRelationshipDescription) -> Void = { _ in }
    ) {
        let relationship = NSRelationshipDescription()
        relationship.minCount = minCount
        relationship.maxCount = maxCount
        relationship.deleteRule = deleteRule
        relationship.isOrdered = isOrdered
        destinations.append((relationship, entity, inverse))
        add(relationship, name, optional: optional)
        configure(relationship)
    }

    /// Adds a property whose value is what a fetch request finds.
    public func fetchedProperty(
        _ name: String, entity: String, predicate: String? = nil,
        configure: (NSFetchedPropertyDescription) -> Void = { _ in },
        configureRequest: @escaping (NSFetchRequest<any NSFetchRequestResult>) -> Void = { _ in }
    ) {
        let property = NSFetchedPropertyDescription()
        fetches.append(
            (property, EmbeddedFetchRequest(entity: entity, predicate: predicate, configure: configureRequest)))
        add(property, name, optional: true)
        configure(property)
    }

    /// Adds an index; `predicate` limits it to some rows.
    public func index(_ name: String, _ elements: [EmbeddedIndexElement], where predicate: String? = nil) {
        indexes.append((name, elements, predicate))
    }

    private func add(_ property: NSPropertyDescription, _ name: String, optional: Bool) {
        property.name = name
        property.isOptional = optional
        properties.append(property)
    }

    func finish() { description.properties = properties }

    /// Finds the entities that relationships and fetched properties name, and then the inverse relationships.
    func connect(_ named: (String) -> NSEntityDescription) {
        for fetch in fetches { fetch.property.fetchRequest = fetch.request.build(named) }
        for destination in destinations {
            let entity = named(destination.entity)
            destination.relationship.destinationEntity = entity
            guard let inverse = destination.inverse else { continue }
            destination.relationship.inverseRelationship = entity.relationshipsByName[inverse]
        }
    }

    func addIndexes() {
        description.indexes = indexes.map { index in
            let built = NSFetchIndexDescription(
                name: index.name, elements: index.elements.map { $0.build(in: description) })
            built.partialIndexPredicate = index.predicate.map { NSPredicate(format: $0) }
            return built
        }
    }
}
