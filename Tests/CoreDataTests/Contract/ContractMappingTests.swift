import CoreData
import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// What mapping models say, and where they come from.
@Suite struct ContractMappingTests {
    // MARK: Inferring

    @Test("15.4 A mapping model is inferred, or refused, from the models alone")
    func inferring() throws {
        let (former, later) = (model(entity("Car", attribute("name"))), model(entity("Car", attribute("label"))))
        #expect(
            try NSMappingModel.inferredMappingModel(forSourceModel: former, destinationModel: later).entityMappings
                .count == 1)
        former.entities[0].properties.append(attribute("still editable"))
        let other = model(entity("Car", attribute("name", .integer16AttributeType)))
        let error = #expect(throws: NSError.self) {
            try NSMappingModel.inferredMappingModel(forSourceModel: former, destinationModel: other)
        }
        #expect(error?.code == NSInferredMappingModelError)
        #expect(error?.userInfo["property"] as? String == "name")
    }

    @Test("15.5 An inferred mapping model says what is mapped, added and removed, under the new names")
    func inferred() throws {
        let (author, book) = (
            entity("Author", attribute("age", .integer16AttributeType), attribute("alias"), attribute("siteURL")),
            entity("Book", attribute("title"), attribute("cover"))
        )
        relate(author, .many("books"), book, .one("author"))
        let (writer, work, added) = (
            entity("Author", attribute("age", .integer16AttributeType), attribute("alias")),
            entity("Book", attribute("title"), attribute("frontCover", was: "cover"), attribute("pages")),
            entity("Shelf", attribute("name"))
        )
        relate(writer, .many("books"), work, .one("author"))
        let source = model(author, book, entity("Gone", attribute("x")), entity("Same", attribute("y")))
        let destination = model(writer, work, added, entity("Same", attribute("y")))
        let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: source, destinationModel: destination)
        let byName = mapping.entityMappingsByName
        #expect(
            byName.keys.sorted() == [
                "IEM_Add_Shelf", "IEM_Copy_Same", "IEM_Remove_Gone", "IEM_Transform_Author", "IEM_Transform_Book",
            ])
        func names(_ mapping: String, _ key: String) -> Set<String>? {
            byName[mapping]?.userInfo?[key] as? Set<String>
        }
        #expect(names("IEM_Transform_Author", "mappedProperties") == ["age", "alias", "books"])
        #expect(names("IEM_Transform_Author", "addedProperties") == [])
        #expect(names("IEM_Transform_Author", "removedProperties") == ["siteURL"])
        #expect(names("IEM_Transform_Book", "mappedProperties") == ["title", "frontCover", "author"])
        #expect(names("IEM_Transform_Book", "addedProperties") == ["pages"])
        #expect(names("IEM_Transform_Book", "removedProperties") == [])
        let transformed = try #require(byName["IEM_Transform_Book"])
        #expect(transformed.sourceEntityVersionHash == source.entityVersionHashesByName["Book"])
        #expect(transformed.destinationEntityVersionHash == destination.entityVersionHashesByName["Book"])
        let cover = try #require(transformed.attributeMappings?.first { $0.name == "frontCover" })
        #expect(cover.valueExpression?.description == "$source.cover")
        #expect(transformed.attributeMappings?.first { $0.name == "pages" }?.valueExpression == nil)
    }

    @Test("15.6 The types of entity mappings have Apple's numbers, and those inferred their types")
    func types() throws {
        let types: [NSEntityMappingType] = [
            .undefinedEntityMappingType, .customEntityMappingType, .addEntityMappingType, .removeEntityMappingType,
            .copyEntityMappingType, .transformEntityMappingType,
        ]
        #expect(types.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
        let mapping = try NSMappingModel.inferredMappingModel(
            forSourceModel: model(entity("A", attribute("a")), entity("B", attribute("b")), entity("C")),
            destinationModel: model(entity("A", attribute("a")), entity("B"), entity("D")))
        #expect(
            mapping.entityMappings.map(\.mappingType) == [
                .copyEntityMappingType, .transformEntityMappingType, .addEntityMappingType, .removeEntityMappingType,
            ])
        let fresh = NSEntityMapping()
        #expect(fresh.mappingType == .undefinedEntityMappingType)
        (fresh.sourceEntityName, fresh.destinationEntityName) = ("A", "B")
        #expect(fresh.name == "A->B")
    }

    // MARK: Files

    @Test("15.7 A mapping model is read from a file, and found among others by the models it is for")
    func files() throws {
        let (source, destination) = (CarModels.named(), CarModels.related())
        let mapping = CarModels.mapping(source, destination)
        mapping.entityMappings[0].userInfo = ["note": "kept", "number": 3]
        let folder = ScratchFolder()
        for (name, content) in [
            ("Cars", mapping.compiledData()),
            ("Others", CarModels.mapping(source, model(entity("Car"))).compiledData()), ("Broken", Data("x".utf8)),
        ] { try content.write(to: folder.url.appendingPathComponent("\(name).cdm")) }
        let read = try #require(NSMappingModel(contentsOf: folder.url.appendingPathComponent("Cars.cdm")))
        #expect(read.entityMappings.map(\.name) == ["CarToCar", "PersonToPerson", "Maker"])
        for (one, other) in zip(read.entityMappings, mapping.entityMappings) { #expect(one.saysSame(as: other)) }
        #expect(read.entityMappings[0].userInfo?["note"] as? String == "kept")
        #expect(NSMappingModel(contentsOf: folder.url.appendingPathComponent("Broken.cdm")) == nil)
        #expect(NSMappingModel(contentsOf: folder.url.appendingPathComponent("Missing.cdm")) == nil)
        #expect(NSMappingModel(contentsOf: nil) == nil)
        let bundle = try #require(Bundle(url: folder.url))
        let found = NSMappingModel(from: [bundle], forSourceModel: source, destinationModel: destination)
        #expect(found?.entityMappings.count == 3)
        #expect(NSMappingModel(from: [bundle], forSourceModel: destination, destinationModel: source) == nil)
        #expect(NSMappingModel(from: [], forSourceModel: source, destinationModel: destination) == nil)
        #expect(NSMappingModel(from: nil, forSourceModel: nil, destinationModel: destination) == nil)
    }

    @Test(
        "15.14 Expressions of mapping models go through their text and their archive",
        arguments: [
            "$source.name", "$source.countries.@distinctUnionOfSets.moods", "CAST($source.number, 'NSString')",
            "FUNCTION($manager, 'destinationInstancesForEntityMappingNamed:sourceInstances:', 'A', $source.b)",
            "FUNCTION($entityPolicy, 'fullNameOf:', $source)",
            "FETCH(FUNCTION($manager, 'fetchRequestForSourceEntityNamed:predicateString:', 'A', 'TRUEPREDICATE'), "
                + "$manager.sourceContext, NO)",
        ])
    func archive(format: String) throws {
        let expression = NSExpression(format: format, argumentArray: [])
        #expect(
            NSExpression(format: expression.description, argumentArray: []).expressionNode == expression.expressionNode
                || format.hasPrefix("FETCH"))
        let mapping = NSEntityMapping()
        mapping.sourceExpression = expression
        let model = NSMappingModel()
        model.entityMappings = [mapping]
        let read = try MappingModelDecoder.decode(model.compiledData())
        #expect(read[0].sourceExpression?.expressionNode == expression.expressionNode)
    }
}
