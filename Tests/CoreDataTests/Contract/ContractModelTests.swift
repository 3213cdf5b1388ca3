import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractModelTests {
    private typealias Make = SampleModel

    @Test("1.1 Entities that are set belong to the model, which finds them by name")
    func entities() {
        let model = NSManagedObjectModel()
        let item = Make.entity("Item", Make.attribute("title", .stringAttributeType))
        let list = Make.entity("List")
        #expect(item.managedObjectModel == nil)
        model.entities = [item, list]
        #expect(item.managedObjectModel === model && list.managedObjectModel === model)
        #expect(model.entitiesByName["Item"] === item && model.entitiesByName["List"] === list)
        #expect(model.entitiesByName.count == 2 && model.entitiesByName["Other"] == nil)
        model.entities = [list]
        #expect(item.managedObjectModel == nil && model.entitiesByName["Item"] == nil)
    }

    @Test("1.3 Models of equal content are equal and hash alike, whoever built them")
    func equality() throws {
        let (one, other) = (Make.everything(), Make.everything())
        #expect(one == other && one.hash == other.hash && one !== other)
        #expect([one].firstIndex(of: other) == 0)
        for change in VersionHashTests.seen + VersionHashTests.unseen where change.0 != "localisation" {
            let (one, other) = (Make.items(), Make.items())
            change.1(other)
            #expect(one != other, "\(change.0)")
        }
    }

    @Test("1.4 A model is read from a bundle of versions or from one file, and is nil where there is none")
    func files() throws {
        try SampleFiles.withFolder { folder in
            let (first, second) = (Make.items(), Make.everything())
            let bundle = folder.appendingPathComponent("Shop.momd")
            try NSManagedObjectModel.writeVersions(
                [("Shop", first), ("Shop 2", second)], current: "Shop 2", to: bundle)
            #expect(NSManagedObjectModel(contentsOf: bundle) == second)
            #expect(NSManagedObjectModel(contentsOf: bundle.appendingPathComponent("Shop.mom")) == first)
            #expect(NSManagedObjectModel(contentsOf: folder.appendingPathComponent("None.momd")) == nil)
            let text = folder.appendingPathComponent("Text.mom")
            try Data("no model".utf8).write(to: text)
            #expect(NSManagedObjectModel(contentsOf: text) == nil)
        }
    }

    @Test("1.5 Merging unites models; for a store's metadata, only those it holds, and nil unless all are there")
    func merging() throws {
        let (one, other) = (Make.items(), NSManagedObjectModel())
        other.entities = [Make.entity("Tag", Make.attribute("name", .stringAttributeType))]
        let merged = try #require(NSManagedObjectModel(byMerging: [one, other]))
        #expect(Set(merged.entitiesByName.keys) == ["Item", "SpecialItem", "List", "Tag"])
        #expect(NSManagedObjectModel(byMerging: [one, other, Make.items()]) == merged, "Equal entities are one.")
        #expect(other.entities.allSatisfy { $0.managedObjectModel === other })
        #expect(NSManagedObjectModel(byMerging: nil) == nil)
        let whole = [NSStoreModelVersionHashesKey: merged.entityVersionHashesByName]
        let part = [NSStoreModelVersionHashesKey: other.entityVersionHashesByName]
        #expect(NSManagedObjectModel(byMerging: [one, other], forStoreMetadata: whole)?.entities.count == 4)
        #expect(NSManagedObjectModel(byMerging: [one, other], forStoreMetadata: part)?.entities.map(\.name) == ["Tag"])
        #expect(NSManagedObjectModel(byMerging: [one], forStoreMetadata: whole) == nil)
        #expect(NSManagedObjectModel(byMerging: [one, other], forStoreMetadata: [:]) == nil)
        #expect(NSManagedObjectModel.mergedModel(from: nil, forStoreMetadata: whole) == nil)
    }

    @Test("1.6 A configuration holds the entities it was given; nil stands for all, an unknown name for none")
    func configurations() throws {
        let model = Make.items()
        let list = try #require(model.entitiesByName["List"])
        #expect(model.entities(forConfigurationName: nil) == model.entities)
        #expect(model.configurations.isEmpty && model.entities(forConfigurationName: "Lists") == nil)
        model.setEntities([list], forConfigurationName: "Lists")
        #expect(model.configurations.contains("Lists"))
        #expect(model.entities(forConfigurationName: "Lists") == [list])
        #expect(model.entities(forConfigurationName: nil)?.count == 3)
    }

    @Test("1.7 A template is given out as a copy in which each variable has its value")
    func templates() throws {
        let model = Make.everything()
        #expect(model.fetchRequestTemplate(forName: "None") == nil)
        #expect(model.fetchRequestFromTemplate(withName: "None", substitutionVariables: [:]) == nil)
        let template = try #require(model.fetchRequestTemplate(forName: "Begin"))
        let values: [String: Any] = ["TEXT": "mi", "LEAST": 3]
        let request = try #require(model.fetchRequestFromTemplate(withName: "Begin", substitutionVariables: values))
        #expect(request.predicate == NSPredicate(format: "title BEGINSWITH 'mi' AND count > 3"))
        #expect(request !== template && request.fetchLimit == template.fetchLimit)
        #expect(request.entity === model.entitiesByName["Item"])
        request.fetchLimit = 1
        #expect(model.fetchRequestTemplate(forName: "Begin")?.fetchLimit == 7)
        #expect(template.predicate == NSPredicate(format: "title BEGINSWITH $TEXT AND count > $LEAST"))
    }

    @Test("1.8 A model has its templates by name, version identifiers and a dictionary of texts")
    func extras() {
        let model = Make.everything()
        #expect(Set(model.fetchRequestTemplatesByName.keys) == ["Begin"])
        let identifiers: Set<AnyHashable> = model.versionIdentifiers
        #expect(identifiers == ["1.2", "spring"])
        #expect(
            NSManagedObjectModel().versionIdentifiers.isEmpty && NSManagedObjectModel().localizationDictionary == nil)
        model.setFetchRequestTemplate(Make.search(model.entities[0], "count > 1"), forName: "Many")
        #expect(Set(model.fetchRequestTemplatesByName.keys) == ["Begin", "Many"])
        model.setFetchRequestTemplate(nil, forName: "Begin")
        #expect(Set(model.fetchRequestTemplatesByName.keys) == ["Many"])
    }

    @Test("1.9 An entity's version hash has 32 bytes, the model's checksum is the Base64 text of 32 bytes")
    func hashes() throws {
        let model = Make.everything()
        #expect(model.entityVersionHashesByName.count == 3)
        #expect(model.entityVersionHashesByName.values.allSatisfy { $0.count == 32 })
        #expect(Data(base64Encoded: model.versionChecksum)?.count == 32)
        #expect(model.entitiesByName["Item"]?.versionHash == model.entityVersionHashesByName["Item"])
    }

    @Test(
        "1.11 A version hash changes with what decides the storage, and so do those of subentities",
        arguments: VersionHashTests.seen.indices)
    func seen(index: Int) throws {
        let (what, change) = VersionHashTests.seen[index]
        let model = Make.items()
        let (item, special) = try (
            #require(model.entitiesByName["Item"]), #require(model.entitiesByName["SpecialItem"])
        )
        let before = (item.versionHash, special.versionHash, model.versionChecksum)
        change(model)
        #expect(item.versionHash != before.0, "\(what)")
        #expect(special.versionHash != before.1, "\(what)")
        #expect(model.versionChecksum != before.2, "\(what)")
    }

    @Test(
        "1.12 A version hash does not change with what the store never sees, and such a change opens the old store",
        arguments: VersionHashTests.unseen.indices)
    func unseen(index: Int) throws {
        let (what, change) = VersionHashTests.unseen[index]
        let (model, changed) = (Make.items(), Make.items())
        change(changed)
        #expect(model.entityVersionHashesByName == changed.entityVersionHashesByName, "\(what)")
        try SampleFiles.withFolder { folder in
            let url = folder.appendingPathComponent("Shop.sqlite")
            for model in [model, changed] {
                let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
                try coordinator.remove(coordinator.addPersistentStore(type: .sqlite, at: url))
            }
        }
    }

    @Test("1.13 A configuration fits a store if it has the stored hash of every entity, none missing, none too many")
    func compatibility() throws {
        let model = Make.items()
        model.setEntities([try #require(model.entitiesByName["List"])], forConfigurationName: "Lists")
        var metadata: [String: Any] = [NSStoreModelVersionHashesKey: model.entityVersionHashesByName]
        #expect(model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
        #expect(!model.isConfiguration(withName: "Lists", compatibleWithStoreMetadata: metadata))
        #expect(!model.isConfiguration(withName: "Unknown", compatibleWithStoreMetadata: metadata))
        #expect(!model.isConfiguration(withName: nil, compatibleWithStoreMetadata: [:]))
        metadata[NSStoreModelVersionHashesKey] = model.entityVersionHashesByName.filter { $0.key == "List" }
        #expect(!model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
        #expect(model.isConfiguration(withName: "Lists", compatibleWithStoreMetadata: metadata))
        metadata[NSStoreModelVersionHashesKey] = ["List": Data(repeating: 1, count: 32)]
        #expect(!model.isConfiguration(withName: "Lists", compatibleWithStoreMetadata: metadata))
    }

    @Test("1.14 A renaming identifier that was not set is the name")
    func renaming() {
        let entity = Make.entity("Item", Make.attribute("title", .stringAttributeType))
        let list = Make.relationship("list", to: entity)
        #expect(entity.renamingIdentifier == "Item" && entity.properties[0].renamingIdentifier == "title")
        #expect(list.renamingIdentifier == "list")
        entity.renamingIdentifier = "Thing"
        #expect(entity.renamingIdentifier == "Thing" && entity.name == "Item")
        entity.renamingIdentifier = nil
        entity.name = "Object"
        #expect(entity.renamingIdentifier == "Object")
    }

    @Test("1.15 An entity has the properties of its parents, before it is in use and after", arguments: [false, true])
    func inheritance(_ isUsed: Bool) throws {
        let model = Make.items()
        if isUsed { model.freeze() }
        let (item, special) = try (
            #require(model.entitiesByName["Item"]), #require(model.entitiesByName["SpecialItem"])
        )
        #expect(Set(special.propertiesByName.keys) == ["title", "count", "list", "reason"])
        #expect(Set(special.attributesByName.keys) == ["title", "count", "reason"])
        #expect(Set(special.relationshipsByName.keys) == ["list"])
        #expect(Set(special.properties.map(\.name)) == ["title", "count", "list", "reason"])
        #expect(Set(item.propertiesByName.keys) == ["title", "count", "list"])
        #expect(special.superentity === item && item.superentity == nil)
        #expect(item.subentitiesByName.mapValues(ObjectIdentifier.init) == ["SpecialItem": ObjectIdentifier(special)])
        #expect(special.isKindOf(entity: item) && item.isKindOf(entity: item) && !item.isKindOf(entity: special))
    }

    @Test("1.17 Uniqueness constraints are names or attributes, and hold for subentities too")
    func constraints() throws {
        for isNamed in [true, false] {
            let model = Make.items()
            let item = try #require(model.entitiesByName["Item"])
            let title = try #require(item.attributesByName["title"])
            item.uniquenessConstraints = isNamed ? [["title"]] : [[title]]
            let stack = try ShopStack(.null, model)
            try stack.work { context in
                _ = context.make("Item", ["title": "Milk"])
                try context.save()
                _ = context.make("SpecialItem", ["title": "Milk"])
                let error = #expect(throws: NSError.self) { try context.save() }
                #expect(error?.code == NSManagedObjectConstraintMergeError)
                context.rollback()
            }
        }
    }

    @Test("1.18 An index has elements over properties or expressions; a subentity has none of its parent's")
    func indexes() throws {
        let model = Make.items()
        let item = try #require(model.entitiesByName["Item"])
        let title = NSFetchIndexElementDescription(
            property: try #require(item.attributesByName["title"]), collationType: .binary)
        let length = NSExpressionDescription()
        length.name = "length"
        length.expression = NSExpression(format: "length:(title)")
        length.resultType = .integer64
        let count = NSFetchIndexElementDescription(
            property: try #require(item.attributesByName["count"]), collationType: .binary)
        #expect(title.isAscending && title.collationType == .binary && title.propertyName == "title")
        count.isAscending = false
        item.indexes = [NSFetchIndexDescription(name: "both", elements: [title, count])]
        #expect(
            NSFetchIndexElementDescription(property: length, collationType: .rTree).collationType == .rTree)
        let stack = try ShopStack(.file, model)
        #expect(item.indexes.map(\.elements.count) == [2])
        #expect(item.indexes[0].entity === item && item.indexes[0].elements[1].isAscending == false)
        #expect(model.entitiesByName["SpecialItem"]?.indexes.isEmpty == true)
        withExtendedLifetime(stack) {}
    }
}
