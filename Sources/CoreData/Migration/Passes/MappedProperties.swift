/// Sets the properties of migrated objects to what their mappings say.
struct MappedProperties {
    private let mapping: NSEntityMapping
    private let manager: NSMigrationManager
    private let policy: NSEntityMigrationPolicy

    init(_ mapping: NSEntityMapping, _ manager: NSMigrationManager, _ policy: NSEntityMigrationPolicy) {
        self.mapping = mapping
        self.manager = manager
        self.policy = policy
    }

    func setAttributes(of instance: NSManagedObject, from source: NSManagedObject) throws {
        let attributes = instance.entity.attributesByName
        for property in mapping.attributeMappings ?? [] {
            guard let node = property.valueExpression?.expressionNode else { continue }
            guard let name = property.name, let attribute = attributes[name] else {
                throw unknown(property, in: instance.entity)
            }
            // The store derives it.
            if attribute is NSDerivedAttributeDescription { continue }
            if copy(node, from: source, to: instance, attribute) { continue }
            instance.setValue(value(of: node, property, source, instance).foundationValue, forKey: name)
        }
    }

    /// Carries data over that a transformer of the program would be asked for; it need not be there.
    private func copy(
        _ node: ExpressionNode, from source: NSManagedObject, to instance: NSManagedObject,
        _ attribute: NSAttributeDescription
    ) -> Bool {
        guard attribute.attributeType == .transformableAttributeType, case .keyPath(let operand, let keys) = node,
            operand == .variable(NSMigrationSourceObjectKey), keys.count == 1,
            let former = source.entity.attributesByName[keys[0]], !former.isTransient, !attribute.isTransient,
            former.attributeType == .transformableAttributeType,
            former.valueTransformerName == attribute.valueTransformerName,
            let from = source.readableSlot(ManagedKey(keys[0])),
            let to = instance.readableSlot(ManagedKey(attribute.name))
        else { return false }
        instance.write(source.slotValue(from), slot: to)
        return true
    }

    func setRelationships(of instance: NSManagedObject, from source: NSManagedObject?) throws {
        let relationships = instance.entity.relationshipsByName
        for property in mapping.relationshipMappings ?? [] {
            guard let node = property.valueExpression?.expressionNode else { continue }
            guard let name = property.name, let relationship = relationships[name] else {
                throw unknown(property, in: instance.entity)
            }
            let found = value(of: node, property, source, instance).managedObjects
            let members = try members(found, of: relationship, node)
            if !relationship.isToMany {
                instance.setValue(members.first, forKey: name)
            } else if relationship.isOrdered {
                instance.setValue(NSOrderedSet(array: members), forKey: name)
            } else {
                instance.setValue(NSSet(array: members), forKey: name)
            }
        }
    }

    /// Several mappings may have made objects of those that a relationship of the source led to, for different relationships; what
    /// is asked for by a mapping's name has to be of the entity.
    private func members(
        _ found: [NSManagedObject], of relationship: NSRelationshipDescription, _ node: ExpressionNode
    ) throws -> [NSManagedObject] {
        guard let end = relationship.destinationEntity else { return [] }
        let fitting = found.filter { $0.entity.isKindOf(entity: end) }
        if fitting.count == found.count || node.asksForRelationship { return fitting }
        let other = found.first { !$0.entity.isKindOf(entity: end) }?.entity.name ?? ""
        throw MigrationErrors.make(
            NSMigrationError,
            reason:
                "The mapping \(mapping.name ?? "") leads '\(relationship.name)' to a \(other), not to a \(end.name ?? "")"
        )
    }

    private func value(
        of node: ExpressionNode, _ property: NSPropertyMapping, _ source: NSManagedObject?, _ instance: NSManagedObject
    ) -> PredicateValue {
        var variables = manager.variables(mapping, policy)
        variables[NSMigrationSourceObjectKey] = source.map { .object($0) } ?? .null
        variables[NSMigrationDestinationObjectKey] = .object(instance)
        variables[NSMigrationPropertyMappingKey] = .object(property)
        let root = source.map { PredicateValue.object($0) } ?? .null
        return ExpressionEvaluator.compile(node)(PredicateEvaluator.Subject(root: root, variables: variables))
    }

    private func unknown(_ property: NSPropertyMapping, in entity: NSEntityDescription) -> NSError {
        MigrationErrors.make(
            NSMigrationError,
            reason: "The mapping \(mapping.name ?? "") gives a value to '\(property.name ?? "")', which "
                + "\(entity.name ?? "") does not have")
    }
}

extension ExpressionNode {
    fileprivate var asksForRelationship: Bool {
        guard case .function(NamedFunctions.keyword, let arguments) = self, arguments.count > 1 else { return false }
        return arguments[1] == .constant(.string(MappingExpressions.destinationsOfRelationship))
    }
}

extension PredicateValue {
    /// The objects in a value: one, or the members of a collection.
    var managedObjects: [NSManagedObject] {
        switch self {
        case .object(let object as NSManagedObject): [object]
        case .collection(let members): members.flatMap(\.managedObjects)
        default: []
        }
    }
}
