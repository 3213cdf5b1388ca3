import Synchronization

extension EntityLayout {
    /// Makes the layouts of whole families, parents first.
    struct Builder {
        private static let lastID = Atomic<UInt32>(0)

        /// The layouts made so far, in the order of the families.
        private(set) var made: [(entity: NSEntityDescription, layout: EntityLayout)] = []
        private var known: Set<ObjectIdentifier> = []

        mutating func add(familyOf root: NSEntityDescription) {
            guard known.insert(ObjectIdentifier(root)).inserted else { return }
            add(root, root: root, inherited: Plan())
        }

        private mutating func add(
            _ entity: NSEntityDescription, root: NSEntityDescription, inherited: Plan
        ) {
            var plan = inherited
            for property in VersionHash.inOrderOfName(entity.ownProperties) { plan.add(property) }
            let layout = EntityLayout(
                id: Self.lastID.add(1, ordering: .relaxed).newValue, entity: entity, rootEntity: root,
                objectClass: ManagedObjectClass.named(entity.managedObjectClassName), slots: plan.slots,
                toMany: plan.toMany, transients: plan.transients, fetched: plan.fetched, places: plan.places)
            made.append((entity, layout))
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
                addLeaves(of: composite, prefix: composite.name, isOptional: composite.isOptional)
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

        private mutating func addSlot(_ name: String, for attribute: NSAttributeDescription, isOptional: Bool) {
            places[name] = .slot(slots.count)
            slots.append(
                Slot(
                    name: name, storage: attribute.attributeType.storage, attributeType: attribute.attributeType,
                    isOptional: isOptional, entitySlot: -1))
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
                    isOptional: relationship.isOptional, entitySlot: -1))
        }

        private mutating func addLeaves(of composite: NSCompositeAttributeDescription, prefix: String, isOptional: Bool)
        {
            for element in composite.elements {
                let name = "\(prefix).\(element.name)"
                if let nested = element as? NSCompositeAttributeDescription {
                    addLeaves(of: nested, prefix: name, isOptional: isOptional || nested.isOptional)
                } else {
                    addSlot(name, for: element, isOptional: isOptional || element.isOptional)
                }
            }
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
