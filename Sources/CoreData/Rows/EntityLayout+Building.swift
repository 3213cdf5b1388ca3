import Synchronization

extension EntityLayout {
    /// Makes the layouts of whole families, parents first.
    struct Builder {
        private static let lastID = Atomic<UInt32>(0)

        /// The layouts made so far, in the order of the families, and each entity's own properties in order of name.
        private(set) var made: [(entity: NSEntityDescription, layout: EntityLayout, own: [NSPropertyDescription])] = []
        private var known: Set<ObjectIdentifier> = []

        mutating func add(familyOf root: NSEntityDescription) {
            guard known.insert(ObjectIdentifier(root)).inserted else { return }
            add(root, root: root, inherited: Plan())
        }

        private mutating func add(
            _ entity: NSEntityDescription, root: NSEntityDescription, inherited: Plan
        ) {
            var plan = inherited
            plan.places.reserveCapacity(plan.places.count + entity.ownProperties.count)
            plan.slots.reserveCapacity(plan.slots.count + entity.ownProperties.count)
            let own = VersionHash.inOrderOfName(entity.ownProperties)
            for property in own { plan.add(property) }
            let layout = EntityLayout(
                id: Self.lastID.add(1, ordering: .relaxed).newValue, entity: entity, rootEntity: root,
                objectClass: ManagedObjectClass.named(entity.managedObjectClassName), slots: plan.slots,
                toMany: plan.toMany, transients: plan.transients, fetched: plan.fetched,
                composites: plan.composites, places: plan.places)
            made.append((entity, layout, own))
            for child in entity.subentities {
                add(child, root: root, inherited: plan)
            }
        }
    }

    /// The places given out so far, an entity's parents' first.
    private struct Plan {
        var slots: [Slot] = []
        var toMany: [NSRelationshipDescription] = []
        var transients: [NSPropertyDescription] = []
        var fetched: [NSFetchedPropertyDescription] = []
        var composites: [CompositeShape] = []
        var places: [String: Place] = [:]

        mutating func add(_ property: NSPropertyDescription) {
            // A property declared again by a subentity keeps the place it has in the parent.
            guard places[property.name] == nil else { return }
            switch property {
            case let property as NSFetchedPropertyDescription:
                places[property.name] = .fetched(fetched.count)
                fetched.append(property)
            case _ where property.isTransient:
                places[property.name] = .transient(transients.count)
                transients.append(property)
            case let composite as NSCompositeAttributeDescription:
                addComposite(composite, composite.name, isOptional: composite.isOptional)
            case let attribute as NSAttributeDescription:
                addSlot(attribute.name, for: attribute, isOptional: attribute.isOptional)
            case let relationship as NSRelationshipDescription where relationship.isToMany:
                places[relationship.name] = .toMany(toMany.count)
                toMany.append(relationship)
            case let relationship as NSRelationshipDescription:
                addToOne(relationship)
            default:
                break
            }
        }

        private mutating func addSlot(
            _ name: String, for attribute: NSAttributeDescription, isOptional: Bool, composite: Int = -1
        ) {
            places[name] = .slot(slots.count)
            slots.append(
                Slot(
                    name: name, storage: attribute.attributeType.storage, attributeType: attribute.attributeType,
                    isOptional: isOptional, composite: composite,
                    isDerived: attribute is NSDerivedAttributeDescription))
        }

        private mutating func addToOne(_ relationship: NSRelationshipDescription) {
            let needsEntity = relationship.destinationEntity?.subentities.isEmpty == false
            places[relationship.name] = .slot(slots.count)
            slots.append(
                Slot(
                    name: relationship.name, storage: .toOne, attributeType: .undefinedAttributeType,
                    isOptional: relationship.isOptional, entitySlot: needsEntity ? slots.count + 1 : -1))
            guard needsEntity else { return }
            slots.append(
                Slot(
                    name: relationship.name, storage: .destinationEntity, attributeType: .undefinedAttributeType,
                    isOptional: relationship.isOptional))
        }

        /// - Parameter outermost: the entity's own composite attribute that this one is nested in.
        private mutating func addComposite(
            _ description: NSCompositeAttributeDescription, _ name: String, outermost: Int? = nil, isOptional: Bool
        ) {
            let (number, start) = (composites.count, slots.count)
            places[name] = .composite(number)
            // Its place is taken before those of what is nested in it.
            composites.append(CompositeShape(description, name: name, slots: start..<start, elements: []))
            for element in VersionHash.inOrderOfName(description.elements) {
                guard let element = element as? NSAttributeDescription else { continue }
                let path = "\(name).\(element.name)"
                guard places[path] == nil else { continue }
                let isOptional = isOptional || element.isOptional
                if let nested = element as? NSCompositeAttributeDescription {
                    addComposite(nested, path, outermost: outermost ?? number, isOptional: isOptional)
                } else {
                    addSlot(path, for: element, isOptional: isOptional, composite: outermost ?? number)
                }
            }
            composites[number] = CompositeShape(
                description, name: name, slots: start..<slots.count,
                elements: description.elements.compactMap { element in
                    places["\(name).\(element.name)"].map { (element, $0) }
                })
        }
    }
}

extension NSAttributeType {
    /// How values of this type lie in a row.
    fileprivate var storage: EntityLayout.Storage {
        switch self {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .booleanAttributeType: .integer
        case .doubleAttributeType, .floatAttributeType, .dateAttributeType: .real
        case .decimalAttributeType: .decimal
        case .stringAttributeType, .URIAttributeType, .objectIDAttributeType: .text
        case .binaryDataAttributeType, .UUIDAttributeType, .transformableAttributeType, .compositeAttributeType,
            .undefinedAttributeType:
            .blob
        }
    }
}
