import Testing

@testable import CoreData

@Suite("A model built in code")
struct ModelEditingTests {
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
        let attribute = NSAttributeDescription()
        attribute.type = .string
        #expect(attribute.attributeType == .stringAttributeType && attribute.attributeValueClassName == "NSString")
        #expect(NSEntityDescription().managedObjectClassName == "NSManagedObject")
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
