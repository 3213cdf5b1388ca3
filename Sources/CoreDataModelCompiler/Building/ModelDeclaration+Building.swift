import CoreData

extension ModelDeclaration {
    /// The model, as Apple's classes describe it. `module` stands for "current product module".
    func managedObjectModel(module: String) -> NSManagedObjectModel {
        let model = EmbeddedModelBuilder(versionIdentifiers: [versionIdentifier])
        for entity in entities {
            entity.add(to: model, of: self, module: module)
        }
        for request in fetchRequests {
            model.fetchRequest(request.name, entity: request.entity, predicate: request.predicate) {
                request.configure($0)
            }
        }
        for configuration in configurations {
            model.configuration(configuration.name, entities: configuration.members)
        }
        return model.build()
    }
}

extension EntityDeclaration {
    fileprivate func add(to model: EmbeddedModelBuilder, of declaration: ModelDeclaration, module: String) {
        let entity = model.entity(
            name, class: managedClass.fullName(module: module), parent: parent, isAbstract: isAbstract)
        for property in properties { property.add(to: entity, of: declaration) }
        let description = entity.description
        if let identifier = annotations.renamingIdentifier { description.renamingIdentifier = identifier }
        if let modifier = annotations.versionHashModifier { description.versionHashModifier = modifier }
        if !annotations.userInfo.isEmpty { description.userInfo = annotations.dictionary }
        if !constraints.uniqueness.isEmpty { description.uniquenessConstraints = constraints.uniqueness }
        if !constraints.compoundIndexes.isEmpty { description.compoundIndexes = constraints.compoundIndexes }
        for index in constraints.indexes {
            entity.index(index.name, index.elements.map(\.embedded), where: index.partialPredicate)
        }
    }
}

extension ManagedClassDeclaration {
    /// The name of the class as a compiled model has it.
    func fullName(module current: String) -> String? {
        guard let name else { return nil }
        guard let module else { return name }
        return "\(module.isEmpty ? current : module).\(name)"
    }
}

extension Annotations {
    var dictionary: [AnyHashable: Any] {
        Dictionary(userInfo.map { (AnyHashable($0.key), $0.value as Any) }) { _, last in last }
    }

    fileprivate func apply(to property: NSPropertyDescription) {
        if let renamingIdentifier { property.renamingIdentifier = renamingIdentifier }
        if let versionHashModifier { property.versionHashModifier = versionHashModifier }
        if !userInfo.isEmpty { property.userInfo = dictionary }
        if isIndexed { property.isIndexed = true }
        if isIndexedBySpotlight { property.isIndexedBySpotlight = true }
    }
}

extension PropertyDeclaration {
    fileprivate func add(to entity: EmbeddedEntityBuilder, of model: ModelDeclaration) {
        switch kind {
        case .attribute(let attribute): add(attribute, to: entity, of: model)
        case .relationship(let relationship):
            entity.relationship(
                name, to: relationship.destination, inverse: relationship.inverse, minCount: relationship.minCount,
                maxCount: relationship.maxCount, deleteRule: relationship.deleteRule.rule,
                isOrdered: relationship.isOrdered, optional: isOptional, configure: configure)
        case .fetched(let request):
            entity.fetchedProperty(
                name, entity: request.entity, predicate: request.predicate, configure: configure,
                configureRequest: { request.configure($0) })
        }
    }

    private func add(_ attribute: AttributeDeclaration, to entity: EmbeddedEntityBuilder, of model: ModelDeclaration) {
        let type = attribute.type.attributeType
        if let derivation = attribute.derivation {
            entity.derivedAttribute(name, type, from: derivation, optional: isOptional) { configure($0, attribute) }
        } else if let composite = attribute.composite.flatMap({ model.composite($0) }) {
            entity.compositeAttribute(name, optional: isOptional, configure: { configure($0, attribute) }) { fields in
                for field in composite.fields { field.add(to: fields, of: model) }
            }
        } else {
            entity.attribute(name, type, optional: isOptional, default: attribute.defaultValue?.object) {
                configure($0, attribute)
            }
        }
    }

    private func configure(_ property: NSPropertyDescription) {
        if isTransient { property.isTransient = true }
        annotations.apply(to: property)
    }

    private func configure(_ description: NSAttributeDescription, _ attribute: AttributeDeclaration) {
        configure(description)
        let storage = attribute.storage
        if storage.allowsExternalBinaryData { description.allowsExternalBinaryDataStorage = true }
        if storage.isPreservedAfterDeletion { description.preservesValueInHistoryOnDeletion = true }
        if storage.allowsCloudEncryption { description.allowsCloudEncryption = true }
        if let transformer = storage.transformerName { description.valueTransformerName = transformer }
        if let className = attribute.swiftType.className, attribute.type == .transformable {
            description.attributeValueClassName = className
        }
        let rules = ValidationRule.rules(of: attribute)
        guard !rules.isEmpty else { return }
        description.setValidationPredicates(
            rules.map { NSPredicate(format: $0.format) }, withValidationWarnings: rules.map { $0.code })
    }
}

extension RelationshipDeclaration.DeleteRule {
    var rule: NSDeleteRule {
        switch self {
        case .noAction: .noActionDeleteRule
        case .nullify: .nullifyDeleteRule
        case .cascade: .cascadeDeleteRule
        case .deny: .denyDeleteRule
        }
    }
}

extension IndexDeclaration.Element {
    fileprivate var embedded: EmbeddedIndexElement {
        let type: NSFetchIndexElementType = isRTree ? .rTree : .binary
        if let expression {
            return .expression(expression, result: resultType.attributeType, ascending: isAscending, type: type)
        }
        return .property(property ?? "", ascending: isAscending, type: type)
    }
}

extension FetchRequestDeclaration {
    fileprivate func configure(_ request: NSFetchRequest<any NSFetchRequestResult>) {
        request.fetchLimit = fetchLimit
        request.fetchBatchSize = fetchBatchSize
        request.resultType = NSFetchRequestResultType(rawValue: UInt(resultType))
        request.includesSubentities = flags.includesSubentities
        request.includesPropertyValues = flags.includesPropertyValues
        request.includesPendingChanges = flags.includesPendingChanges
        request.returnsObjectsAsFaults = flags.returnsObjectsAsFaults
        request.returnsDistinctResults = flags.returnsDistinctResults
    }
}
