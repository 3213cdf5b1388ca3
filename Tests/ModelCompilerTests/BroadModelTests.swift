import CoreData
import CoreDataModelCompiler
import Foundation
import Testing

/// The model Broad uses everything a model file can say; its classes are generated into this module.
@Suite("A model with everything") struct BroadModelTests {
    private let model: NSManagedObjectModel

    init() throws {
        let compiler = try ModelCompiler(path: Fixtures.broad)
        model = try #require(compiler.managedObjectModel(module: "ModelCompilerTests"))
    }

    private func attribute(_ name: String, of entity: String = "Kinds") throws -> NSAttributeDescription {
        try #require(model.entitiesByName[entity]?.attributesByName[name])
    }

    @Test("is the same in the binary as in the file") func embedded() throws {
        let embedded = BroadModel.makeModel()
        // Only the name of a class in the global namespace differs: in the binary it has its module.
        model.entitiesByName["Kinds"]?.managedObjectClassName = "ModelCompilerTests.Kinds"
        for (name, entity) in model.entitiesByName {
            #expect(embedded.entitiesByName[name] == entity, "\(name)")
        }
        #expect(embedded.entityVersionHashesByName == model.entityVersionHashesByName)
        #expect(embedded == model)
    }

    @Test("is found by its name, and its classes by theirs") func found() {
        #expect(EmbeddedModels.names.contains("Broad"))
        #expect(EmbeddedModels.model(named: "Broad")?.entitiesByName["Boat"] != nil)
        #expect(BroadModel.classes["ModelCompilerTests.Boat"] == Boat.self)
        #expect(BroadModel.classes["ModelCompilerTests.Boat"] is Craft.Type)
    }

    @Test("knows its versions") func versions() throws {
        let compiler = try ModelCompiler(path: Fixtures.broad)
        #expect(compiler.versionNames == ["Broad", "Broad 2"])
        #expect(compiler.currentVersionName == "Broad 2")
        #expect(model.versionIdentifiers == ["two"])
        #expect(compiler.managedObjectModel(version: "Broad")?.versionIdentifiers == ["one"])
    }

    @Test("has its entities in their families") func entities() throws {
        let boat = try #require(model.entitiesByName["Boat"])
        #expect(boat.superentity?.name == "Craft")
        #expect(boat.superentity?.isAbstract == true)
        #expect(boat.managedObjectClassName == "ModelCompilerTests.Boat")
        #expect(boat.renamingIdentifier == "Ship")
        #expect(boat.versionHashModifier == "hull")
        #expect(boat.userInfo?["colour"] as? String == "white \"and\" blue")
        #expect(boat.uniquenessConstraints as? [[String]] == [["name", "in"], ["default"]])
        #expect(model.entitiesByName["Plain"]?.managedObjectClassName == "NSManagedObject")
        #expect(model.entities(forConfigurationName: "Afloat")?.compactMap(\.name) == ["Boat", "Craft"])
    }

    @Test("has default values of their types") func defaults() throws {
        #expect(try attribute("in", of: "Boat").defaultValue as? Int16 == -3)
        #expect(try attribute("length", of: "Craft").defaultValue as? Double == 7.5)
        #expect(try attribute("name", of: "Craft").defaultValue as? String == "a\tb")
        #expect(try attribute("bigScalar").defaultValue as? Int64 == 9)
        #expect(try attribute("scalar").defaultValue as? Int32 == 40)
        #expect(try attribute("flag").defaultValue as? Bool == true)
        #expect(try attribute("floatScalar").defaultValue as? Float == 0.5)
        #expect(try attribute("exact").defaultValue as? NSDecimalNumber == NSDecimalNumber(string: "1.1"))
        #expect(try attribute("day").defaultValue as? Date == Date(timeIntervalSinceReferenceDate: 388_411_200))
        #expect(
            try attribute("identifier").defaultValue as? UUID
                == UUID(uuidString: "6F9619FF-8B86-D011-B42D-00C04FC964FF"))
        #expect(try attribute("link").defaultValue as? URL == URL(string: "https://example.org/a?b=c"))
        #expect(try attribute("text").defaultValue == nil)
    }

    @Test("keeps values within their bounds") func validation() throws {
        func codes(_ name: String, _ value: Any, of entity: String = "Kinds") throws -> [Int] {
            let attribute = try attribute(name, of: entity)
            return zip(attribute.validationPredicates, attribute.validationWarnings)
                .filter { !$0.0.evaluate(with: value) }.compactMap { $0.1 as? Int }
        }
        #expect(try codes("name", "ab", of: "Craft") == [])
        #expect(try codes("name", "a", of: "Craft") == [1670])
        #expect(try codes("name", String(repeating: "a", count: 41), of: "Craft") == [1660])
        #expect(try codes("name", "a\"b", of: "Craft") == [1680])
        #expect(try codes("length", 0.25, of: "Craft") == [1620])
        #expect(try codes("bigScalar", Int64(13)) == [1610])
        #expect(try codes("exact", NSDecimalNumber(string: "4.26")) == [1610])
        #expect(try codes("day", Date(timeIntervalSinceReferenceDate: -1)) == [1640])
        #expect(try codes("day", Date(timeIntervalSinceReferenceDate: 602_395_201)) == [1630])
        #expect(try codes("day", Date(timeIntervalSinceReferenceDate: 0)) == [])
    }

    @Test("has its relationships both ways") func relationships() throws {
        let crew = try #require(model.entitiesByName["Boat"]?.relationshipsByName["crew"])
        #expect(crew.isToMany && crew.isOrdered)
        #expect((crew.minCount, crew.maxCount) == (1, 9))
        #expect(crew.deleteRule == .denyDeleteRule)
        #expect(crew.inverseRelationship === model.entitiesByName["Sailor"]?.relationshipsByName["boats"])
        let sister = try #require(model.entitiesByName["Boat"]?.relationshipsByName["sister"])
        #expect(!sister.isToMany)
        #expect(sister.inverseRelationship === sister)
        let friends = try #require(model.entitiesByName["Sailor"]?.relationshipsByName["friends"])
        #expect(friends.deleteRule == .noActionDeleteRule)
        #expect(friends.maxCount == 0)
    }

    @Test("has its indexes, composites and derivations") func rest() throws {
        let boat = try #require(model.entitiesByName["Boat"])
        #expect(boat.indexes.map(\.name) == ["byName", "byLength"])
        #expect(boat.indexes[0].elements.map(\.isAscending) == [false, true])
        #expect(boat.indexes[0].elements.map(\.propertyName) == ["name", "in"])
        #expect(boat.indexes[1].elements.first?.property is NSExpressionDescription)
        #expect(boat.indexes[1].partialIndexPredicate != nil)
        let berth = try #require(try attribute("berth", of: "Boat") as? NSCompositeAttributeDescription)
        #expect(berth.elements.map(\.name) == ["latitude", "harbour"])
        #expect((berth.elements[1] as? NSCompositeAttributeDescription)?.elements.map(\.name) == ["town"])
        #expect(try attribute("boatCount", of: "Sailor") is NSDerivedAttributeDescription)
        #expect(try attribute("blob").allowsExternalBinaryDataStorage)
        #expect(try attribute("identifier").preservesValueInHistoryOnDeletion)
        #expect(try attribute("list").attributeValueClassName == "[String]")
        #expect(try attribute("scratch").isTransient)
        #expect(try attribute("text").isIndexedBySpotlight)
    }

    @Test("has its fetch requests") func fetches() throws {
        let template = try #require(model.fetchRequestTemplate(forName: "LongBoats"))
        #expect(template.entity?.name == "Boat")
        #expect(template.predicate == NSPredicate(format: "length > $least"))
        #expect((template.fetchLimit, template.fetchBatchSize) == (100, 10))
        #expect(template.resultType == .dictionaryResultType)
        #expect(!template.includesSubentities)
        #expect(template.returnsDistinctResults)
        let property = model.entitiesByName["Boat"]?.propertiesByName["namesakes"] as? NSFetchedPropertyDescription
        #expect(property?.fetchRequest?.fetchLimit == 5)
        #expect(property?.userInfo?["why"] as? String == "so")
    }

    @Test("has properties of the types that Xcode gives them") func types() {
        func value<Root, Value>(of path: KeyPath<Root, Value>) -> String { "\(Value.self)" }
        #expect(value(of: \Kinds.bigNumber) == "\(NSNumber?.self)")
        #expect(value(of: \Kinds.bigScalar) == "\(Int64.self)")
        #expect(value(of: \Kinds.blob) == "\(Data?.self)")
        #expect(value(of: \Kinds.day) == "\(Date?.self)")
        #expect(value(of: \Kinds.exact) == "\(NSDecimalNumber?.self)")
        #expect(value(of: \Kinds.flag) == "\(Bool.self)")
        #expect(value(of: \Kinds.floatScalar) == "\(Float.self)")
        #expect(value(of: \Kinds.instant) == "\(TimeInterval.self)")
        #expect(value(of: \Kinds.link) == "\(URL?.self)")
        #expect(value(of: \Kinds.list) == "\([String]?.self)")
        #expect(value(of: \Kinds.object) == "\(NSObject?.self)")
        #expect(value(of: \Boat.berth) == "\([String: Any]?.self)")
        #expect(value(of: \Boat.`default`) == "\(String?.self)")
        #expect(value(of: \Boat.crew) == "\(NSOrderedSet?.self)")
        #expect(value(of: \Boat.sister) == "\(Boat?.self)")
        #expect(value(of: \Boat.namesakes) == "\([Boat]?.self)")
        #expect(value(of: \Sailor.friends) == "\(NSSet?.self)")
    }

    @Test("gives key paths their names, also over relationships and inherited ones") func keyPaths() {
        #expect(NSSortDescriptor(keyPath: \Boat.Uppercase, ascending: true).key == "Uppercase")
        #expect(NSSortDescriptor(keyPath: \Boat.length, ascending: true).key == "length")
        #expect(NSSortDescriptor(keyPath: \Craft.name, ascending: false).key == "name")
        #expect(NSSortDescriptor(keyPath: \Boat.sister?.name, ascending: true).key == "sister.name")
        #expect(NSSortDescriptor(keyPath: \Boat.sister?.sister?.length, ascending: true).key == "sister.sister.length")
        #expect(NSSortDescriptor(keyPath: \Boat.sister!.in, ascending: true).key == "sister.in")
    }

    @Test("keeps composites and derived values in a store, and asks the class about nil for a scalar") func stored()
        throws
    {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: BroadModel.makeModel())
        try coordinator.addPersistentStore(type: .sqlite, at: URL(fileURLWithPath: "/dev/null"))
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            let (boat, sailor) = (Boat(context: context), Sailor(context: context))
            boat.berth = ["latitude": 55.5, "harbour": ["town": "Lomma"]]
            boat.name = "Ada"
            boat.addToCrew(sailor)
            try context.save()
            context.refreshAllObjects()
            #expect((boat.berth?["harbour"] as? [String: Any])?["town"] as? String == "Lomma")
            #expect(boat.value(forKeyPath: "berth.latitude") as? Double == 55.5)
            #expect(sailor.value(forKey: "boatCount") as? Int == 1)
            boat.setValue(nil, forKey: "berth")
            #expect(boat.berth == nil)
        }
    }
}
