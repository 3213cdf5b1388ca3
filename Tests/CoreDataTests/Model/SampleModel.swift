import CoreData

/// Models built in code.
enum SampleModel {
    static func attribute(
        _ name: String, _ type: NSAttributeType, _ change: (NSAttributeDescription) -> Void = { _ in }
    ) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        change(attribute)
        return attribute
    }

    static func relationship(
        _ name: String, to destination: NSEntityDescription, maxCount: Int = 1,
        _ change: (NSRelationshipDescription) -> Void = { _ in }
    ) -> NSRelationshipDescription {
        let relationship = NSRelationshipDescription()
        relationship.name = name
        relationship.destinationEntity = destination
        relationship.maxCount = maxCount
        change(relationship)
        return relationship
    }

    static func entity(_ name: String, _ properties: NSPropertyDescription...) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        entity.properties = properties
        return entity
    }

    static func join(_ one: NSRelationshipDescription, _ other: NSRelationshipDescription) {
        one.inverseRelationship = other
        other.inverseRelationship = one
    }

    /// Items in a list, one of them a subentity.
    static func items() -> NSManagedObjectModel {
        let item = entity("Item", attribute("title", .stringAttributeType), attribute("count", .integer32AttributeType))
        let special = entity("SpecialItem", attribute("reason", .stringAttributeType))
        let list = entity("List", attribute("name", .stringAttributeType) { $0.isOptional = false })
        item.subentities = [special]
        let items = relationship("items", to: item, maxCount: 0) { $0.deleteRule = .cascadeDeleteRule }
        let owner = relationship("list", to: list)
        join(items, owner)
        list.properties.append(items)
        item.properties.append(owner)
        let model = NSManagedObjectModel()
        model.entities = [item, special, list]
        return model
    }

    /// Something of all that a model can say.
    static func everything() -> NSManagedObjectModel {
        let model = items()
        // The entities of the model above.
        let item = model.entitiesByName["Item"]!
        let list = model.entitiesByName["List"]!
        item.properties += values()
        list.properties += computed(item)
        let friend = relationship("twin", to: item)
        friend.inverseRelationship = friend
        let notes = relationship("notes", to: list, maxCount: 7) {
            $0.isOrdered = true
            $0.minCount = 1
            $0.isOptional = false
            $0.deleteRule = .denyDeleteRule
            $0.userInfo = ["why": "because", "how often": 3]
        }
        item.properties += [friend, notes]
        item.uniquenessConstraints = [["title", "count"], ["uuid"]]
        item.isAbstract = true
        item.managedObjectClassName = "Shop.Item"
        item.userInfo = ["entity": ["nested": [1, 2, 3]]]
        item.versionHashModifier = "2"
        item.renamingIdentifier = "Thing"
        let column = NSFetchIndexElementDescription(property: item.attributesByName["title"]!, collationType: .binary)
        column.isAscending = false
        let index = NSFetchIndexDescription(name: "byTitle", elements: [column])
        index.partialIndexPredicate = NSPredicate(format: "count > 3")
        item.indexes = [index]
        model.setEntities([item, list], forConfigurationName: "Cloud")
        model.setFetchRequestTemplate(search(item, "title BEGINSWITH $TEXT AND count > $LEAST"), forName: "Begin")
        model.versionIdentifiers = ["1.2", "spring"]
        return model
    }

    private static func values() -> [NSPropertyDescription] {
        [
            attribute("i16", .integer16AttributeType) { $0.defaultValue = -3 },
            attribute("i64", .integer64AttributeType) { $0.defaultValue = Int64.max },
            attribute("price", .decimalAttributeType) {
                $0.defaultValue = Decimal(string: "-1234567890123456789.0123")
            },
            attribute("size", .doubleAttributeType) { $0.defaultValue = 0.1 },
            attribute("ratio", .floatAttributeType) { $0.defaultValue = Float(0.25) },
            attribute("done", .booleanAttributeType) { $0.defaultValue = true },
            attribute("day", .dateAttributeType) { $0.defaultValue = Date(timeIntervalSinceReferenceDate: -7.5) },
            attribute("blob", .binaryDataAttributeType) {
                $0.defaultValue = Data([0, 1, 255])
                $0.allowsExternalBinaryDataStorage = true
            },
            attribute("uuid", .UUIDAttributeType) {
                $0.defaultValue = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
            },
            attribute("link", .URIAttributeType) { $0.defaultValue = URL(string: "https://example.org/ä?q=1") },
            attribute("extra", .transformableAttributeType) {
                $0.valueTransformerName = "Shiny"
                $0.attributeValueClassName = "Extra"
                $0.preservesValueInHistoryOnDeletion = true
            },
            attribute("state", .undefinedAttributeType) { $0.isTransient = true },
            attribute("code", .stringAttributeType) {
                $0.defaultValue = "Grün 😀"
                $0.isOptional = false
                $0.renamingIdentifier = "number"
                $0.versionHashModifier = "b"
                $0.setValidationPredicates(
                    [
                        NSPredicate(format: "length >= 3 AND SELF MATCHES[c] '[a-z]+'"),
                        NSPredicate(format: "SELF IN {'a', 'b'}"),
                    ],
                    withValidationWarnings: [1670, "Must be a or b."])
            },
        ]
    }

    static func search(_ entity: NSEntityDescription, _ format: String) -> NSFetchRequest<any NSFetchRequestResult> {
        let request = NSFetchRequest<any NSFetchRequestResult>()
        request.entity = entity
        request.predicate = NSPredicate(format: format)
        request.sortDescriptors = [
            NSSortDescriptor(key: "title", ascending: false, selector: "localizedStandardCompare:"),
            NSSortDescriptor(key: "count", ascending: true),
        ]
        request.fetchLimit = 7
        request.fetchBatchSize = 3
        request.includesSubentities = false
        return request
    }

    private static func computed(_ item: NSEntityDescription) -> [NSPropertyDescription] {
        let number = NSDerivedAttributeDescription()
        number.name = "number"
        number.attributeType = .integer64AttributeType
        number.derivationExpression = NSExpression(format: "items.@count")
        let address = NSCompositeAttributeDescription()
        address.name = "address"
        address.elements = [attribute("city", .stringAttributeType), attribute("zip", .integer32AttributeType)]
        let finds = NSFetchedPropertyDescription()
        finds.name = "finds"
        finds.userInfo = ["search": "x"]
        finds.fetchRequest = search(item, "title CONTAINS $FETCHED_PROPERTY.userInfo.search AND list == $FETCH_SOURCE")
        return [number, address, finds]
    }
}
