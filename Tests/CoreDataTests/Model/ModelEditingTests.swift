import Testing

@testable import CoreData

@Suite("A model built in code")
struct ModelEditingTests {
    @Test("owns its entities and finds them by name")
    func entities() {
        let model = SampleModel.items()
        #expect(model.entities.allSatisfy { $0.managedObjectModel === model })
        #expect(Set(model.entitiesByName.keys) == ["Item", "SpecialItem", "List"])
        #expect(model.entities(forConfigurationName: nil)?.count == 3)
        #expect(model.entities(forConfigurationName: "Some") == nil)
        model.setEntities([model.entities[0]], forConfigurationName: "Some")
        #expect(model.configurations == ["Some"])
        #expect(model.entities(forConfigurationName: "Some")?.map(\.name) == ["Item"])
    }

    @Test("gives subentities the properties of their parents")
    func inheritance() throws {
        let model = SampleModel.items()
        let item = try #require(model.entitiesByName["Item"])
        let special = try #require(model.entitiesByName["SpecialItem"])
        #expect(Set(special.propertiesByName.keys) == ["title", "count", "list", "reason"])
        #expect(special.properties.count == 4 && special.ownProperties.count == 1)
        #expect(special.attributesByName["title"] === item.attributesByName["title"])
        #expect(special.relationshipsByName["list"]?.entity === item)
        #expect(special.superentity === item && item.subentitiesByName["SpecialItem"] === special)
        #expect(special.isKindOf(entity: item) && special.isKindOf(entity: special) && !item.isKindOf(entity: special))
        special.properties.append(SampleModel.attribute("more", .stringAttributeType))
        #expect(special.ownProperties.map(\.name) == ["reason", "more"])
        #expect(item.propertiesByName["more"] == nil)
        let list = try #require(model.entitiesByName["List"])
        #expect(special.relationships(forDestination: list).map(\.name) == ["list"])
        item.subentities = []
        #expect(special.superentity == nil && special.propertiesByName["title"] == nil)
    }

    @Test("has Apple's values where nothing was set")
    func defaults() {
        let relationship = NSRelationshipDescription()
        #expect(relationship.deleteRule == .nullifyDeleteRule && relationship.isOptional && relationship.isToMany)
        #expect(relationship.minCount == 0 && relationship.maxCount == 0 && relationship.inverseRelationship == nil)
        let attribute = NSAttributeDescription()
        #expect(attribute.isOptional && !attribute.isTransient && attribute.defaultValue == nil)
        #expect(attribute.versionHash.count == 32)
        attribute.name = "size"
        #expect(attribute.renamingIdentifier == "size")
        attribute.type = .string
        #expect(attribute.attributeType == .stringAttributeType && attribute.attributeValueClassName == "NSString")
        let entity = NSEntityDescription()
        entity.name = "Thing"
        #expect(entity.renamingIdentifier == "Thing" && entity.managedObjectClassName == "NSManagedObject")
        #expect(NSAttributeType.compositeAttributeType.rawValue == 2100 && NSDeleteRule.denyDeleteRule.rawValue == 3)
    }

    @Test("is copied whole, and the copy can be edited")
    func copying() throws {
        let model = SampleModel.everything()
        model.freeze()
        let copy = try #require(model.copy() as? NSManagedObjectModel)
        #expect(copy == model)
        #expect(copy.entityVersionHashesByName == model.entityVersionHashesByName)
        for entity in copy.entities {
            #expect(entity.managedObjectModel === copy)
            #expect(model.entities.allSatisfy { $0 !== entity })
            for relationship in entity.relationshipsByName.values {
                #expect(relationship.destinationEntity?.managedObjectModel === copy)
                if let inverse = relationship.inverseRelationship {
                    #expect(inverse.entity?.managedObjectModel === copy)
                }
            }
        }
        copy.entities[0].properties.append(SampleModel.attribute("new", .stringAttributeType))
        #expect(copy != model)
    }

    @Test("merges with others into one that holds all their entities")
    func merging() throws {
        let (one, other) = (SampleModel.items(), NSManagedObjectModel())
        let tag = SampleModel.entity("Tag", SampleModel.attribute("name", .stringAttributeType))
        other.entities = [tag]
        one.versionIdentifiers = ["1"]
        other.versionIdentifiers = ["2"]
        let merged = try #require(NSManagedObjectModel(byMerging: [one, other, SampleModel.items()]))
        #expect(Set(merged.entitiesByName.keys) == ["Item", "SpecialItem", "List", "Tag"])
        #expect(merged.versionIdentifiers == ["1", "2"])
        #expect(tag.managedObjectModel === other)
        let metadata = [NSStoreModelVersionHashesKey: one.entityVersionHashesByName]
        #expect(NSManagedObjectModel(byMerging: [one, other], forStoreMetadata: metadata)?.entities.count == 3)
        #expect(NSManagedObjectModel(byMerging: [other], forStoreMetadata: metadata) == nil)
        #expect(NSManagedObjectModel(byMerging: nil) == nil)
    }

    @Test("gives its fetch requests out with their variables replaced")
    func templates() throws {
        let model = SampleModel.everything()
        #expect(model.fetchRequestTemplate(forName: "None") == nil)
        #expect(model.fetchRequestFromTemplate(withName: "None", substitutionVariables: [:]) == nil)
        let values: [String: Any] = ["TEXT": "mi", "LEAST": 3]
        let request = try #require(model.fetchRequestFromTemplate(withName: "Begin", substitutionVariables: values))
        #expect(request.predicate == NSPredicate(format: "title BEGINSWITH 'mi' AND count > 3"))
        #expect(request.fetchLimit == 7 && request.entity === model.entitiesByName["Item"])
        let template = try #require(model.fetchRequestTemplatesByName["Begin"])
        #expect(template.predicate == NSPredicate(format: "title BEGINSWITH $TEXT AND count > $LEAST"))
        request.fetchLimit = 1
        #expect(template.fetchLimit == 7)
        model.setFetchRequestTemplate(nil, forName: "Begin")
        #expect(model.fetchRequestTemplatesByName.isEmpty)
    }

    @Test("is let go with all its entities unless it was taken into use")
    func ownership() {
        weak var entity: NSEntityDescription?
        weak var property: NSPropertyDescription?
        do {
            let model = SampleModel.everything()
            entity = model.entitiesByName["Item"]
            property = entity?.relationshipsByName["list"]
            #expect(property != nil)
        }
        #expect(entity == nil && property == nil)
    }

    @Test("leaves no way back to an entity that is gone")
    func waysBack() {
        let (property, index, child) = (
            NSAttributeDescription(), NSFetchIndexDescription(name: "i", elements: []), NSEntityDescription()
        )
        let relationship = NSRelationshipDescription()
        do {
            let entity = NSEntityDescription()
            entity.properties = [property]
            entity.indexes = [index]
            entity.subentities = [child]
            relationship.destinationEntity = entity
            #expect(property.entity === entity && index.entity === entity && child.superentity === entity)
            #expect(relationship.destinationEntity === entity)
        }
        #expect(property.entity == nil && index.entity == nil && child.superentity == nil)
        #expect(relationship.destinationEntity == nil)
    }
}
