import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractModelContentTests {
    private typealias Make = SampleModel

    @Test("1.19 Attribute types have Apple's numbers")
    func attributeTypes() {
        let types: [(NSAttributeType, NSAttributeDescription.AttributeType, UInt)] = [
            (.undefinedAttributeType, .undefined, 0), (.integer16AttributeType, .integer16, 100),
            (.integer32AttributeType, .integer32, 200), (.integer64AttributeType, .integer64, 300),
            (.decimalAttributeType, .decimal, 400), (.doubleAttributeType, .double, 500),
            (.floatAttributeType, .float, 600), (.stringAttributeType, .string, 700),
            (.booleanAttributeType, .boolean, 800), (.dateAttributeType, .date, 900),
            (.binaryDataAttributeType, .binaryData, 1000), (.UUIDAttributeType, .uuid, 1100),
            (.URIAttributeType, .uri, 1200), (.transformableAttributeType, .transformable, 1800),
            (.objectIDAttributeType, .objectID, 2000), (.compositeAttributeType, .composite, 2100),
        ]
        for (type, newer, number) in types {
            #expect(type.rawValue == number && newer.rawValue == number)
            #expect(NSAttributeType(rawValue: number) == type)
        }
    }

    @Test("1.20 Delete rules have Apple's numbers")
    func deleteRules() {
        let rules: [NSDeleteRule] = [.noActionDeleteRule, .nullifyDeleteRule, .cascadeDeleteRule, .denyDeleteRule]
        #expect(rules.map(\.rawValue) == [0, 1, 2, 3])
    }

    @Test("1.21 A default reads back as the Swift type of its attribute, whatever it was set as")
    func defaults() {
        func value(_ type: NSAttributeType, _ given: Any) -> Any? {
            Make.attribute("a", type) { $0.defaultValue = given }.defaultValue
        }
        let (uuid, url) = (UUID(), URL(fileURLWithPath: "/x"))
        let date = Date(timeIntervalSinceReferenceDate: 1)
        #expect(value(.integer16AttributeType, 7) as? Int16 == 7)
        #expect(value(.integer32AttributeType, NSNumber(value: -7)) as? Int32 == -7)
        #expect(value(.integer64AttributeType, Int8(7)) as? Int64 == 7)
        #expect(value(.integer64AttributeType, NSNumber(value: Int64.max)) as? Int64 == .max)
        #expect(value(.integer64AttributeType, NSNumber(value: Int64.min + 1)) as? Int64 == Int64.min + 1)
        #expect(value(.integer32AttributeType, Double.nan) is Double)
        #expect(value(.booleanAttributeType, 1) as? Bool == true)
        #expect(value(.doubleAttributeType, 7) as? Double == 7)
        #expect(value(.floatAttributeType, 0.5) as? Float == 0.5)
        #expect(value(.decimalAttributeType, 7) as? NSDecimalNumber == 7)
        #expect(value(.stringAttributeType, NSString(string: "a")) as? String == "a")
        #expect(value(.dateAttributeType, date as NSDate) as? Date == date)
        #expect(value(.binaryDataAttributeType, NSData(data: Data([1]))) as? Data == Data([1]))
        #expect(value(.UUIDAttributeType, uuid) as? UUID == uuid)
        #expect(value(.URIAttributeType, url) as? URL == url)
    }

    @Test("1.22 A relationship is to many unless its greatest count is 1; an ordered one has an ordered set")
    func toMany() throws {
        let relationship = NSRelationshipDescription()
        for (count, isToMany) in [(0, true), (1, false), (2, true), (100, true)] {
            relationship.maxCount = count
            #expect(relationship.isToMany == isToMany)
        }
        try ShopStack(.null).work { context in
            let item = context.add("Milk")
            for number in 0..<3 {
                let step = ShopStep(context: context)
                step.text = "\(number)"
                item.mutableOrderedSetValue(forKey: "steps").add(step)
            }
            let steps = try #require(item.value(forKey: "steps") as? NSOrderedSet)
            #expect(steps.compactMap { ($0 as? ShopStep)?.text } == ["0", "1", "2"])
            #expect(item.value(forKey: "tags") is NSSet)
        }
    }

    /// `maxCount` 0 is no limit, so none is validated.
    @Test("1.27 A fresh relationship is optional, to many without limits, without inverse, and nullifies")
    func freshRelationship() {
        let relationship = NSRelationshipDescription()
        #expect(relationship.deleteRule == .nullifyDeleteRule && relationship.isOptional && relationship.isToMany)
        #expect(relationship.minCount == 0 && relationship.maxCount == 0 && !relationship.isOrdered)
        #expect(relationship.inverseRelationship == nil && relationship.destinationEntity == nil)
    }

    /// The one measurement of a fresh attribute's type reads 200. Apple's header comments undefined as the initial type and
    /// bindings agree, so it is 0 here; nothing can be stored of it before a type is set.
    @Test("1.28 A fresh attribute is optional, stored, without default, and has a version hash")
    func freshAttribute() {
        let attribute = NSAttributeDescription()
        #expect(attribute.isOptional && !attribute.isTransient && attribute.defaultValue == nil)
        #expect(attribute.versionHash.count == 32)
        #expect(attribute.attributeType == .undefinedAttributeType)
    }

    @Test("1.26 A transformable value goes through its transformer into data, or through the archiver")
    func transformable() throws {
        let name = NSValueTransformerName("ContractReversing")
        ValueTransformer.setValueTransformer(Reversing(), forName: name)
        let thing = Make.entity(
            "Thing", Make.attribute("text", .transformableAttributeType) { $0.valueTransformerName = name.rawValue },
            Make.attribute("names", .transformableAttributeType))
        let model = NSManagedObjectModel()
        model.entities = [thing]
        let stack = try ShopStack(.file, model)
        try stack.work { context in
            _ = context.make("Thing", ["text": "abc", "names": ["a", "b"] as NSArray])
            try context.save()
        }
        try stack.work { context in
            let thing = try #require(try context.all("Thing").first)
            #expect(thing.value(forKey: "text") as? String == "abc")
            #expect(thing.value(forKey: "names") as? [String] == ["a", "b"])
        }
        let store = try #require(stack.store as? SQLiteStore)
        let columns = try store.connections.read {
            try $0.connection.rows("SELECT ZTEXT, typeof(ZNAMES) FROM ZTHING") {
                ($0.blob(0).map { Data($0) }, $0.string(1))
            }
        }
        #expect(columns.first?.0 == Data("cba".utf8) && columns.first?.1 == "blob")
    }

    private final class Reversing: ValueTransformer, @unchecked Sendable {
        // Sendable: without state.
        override class func transformedValueClass() -> AnyClass { NSData.self }
        override class func allowsReverseTransformation() -> Bool { true }
        override func transformedValue(_ value: Any?) -> Any? {
            (value as? String).map { Data(String($0.reversed()).utf8) }
        }
        override func reverseTransformedValue(_ value: Any?) -> Any? {
            (value as? Data).map { String(String(decoding: $0, as: UTF8.self).reversed()) }
        }
    }

    /// The hash sees what an entity inherits and what leads to other entities, and alone it has neither: so on Apple's
    /// platforms, where this was taken for a fault (FB9044112).
    @Test("1.10 An entity outside of any model has another hash than in its model, though always the same")
    func orphan() throws {
        func book() -> NSEntityDescription { Make.entity("Book", Make.attribute("title", .stringAttributeType)) }
        func comic() -> NSEntityDescription { Make.entity("Comic", Make.attribute("hero", .stringAttributeType)) }
        let (owner, parent, child) = (Make.entity("Author"), book(), comic())
        let (books, author) = (
            Make.relationship("books", to: parent, maxCount: 0), Make.relationship("author", to: owner)
        )
        Make.join(books, author)
        owner.properties.append(books)
        parent.properties.append(author)
        parent.subentities = [child]
        let model = NSManagedObjectModel()
        model.entities = [owner, parent, child]
        let hashes = model.entityVersionHashesByName
        #expect(book().versionHash == book().versionHash && book().versionHash.count == 32)
        #expect(hashes["Book"] == parent.versionHash && hashes["Book"] != book().versionHash)
        #expect(hashes["Comic"] == child.versionHash && hashes["Comic"] != comic().versionHash)
        // Neither is it the same under a parent that has nothing to inherit.
        let (empty, heir) = (Make.entity("Thing"), comic())
        empty.subentities = [heir]
        let other = NSManagedObjectModel()
        other.entities = [empty, heir]
        #expect(other.entityVersionHashesByName["Comic"] != comic().versionHash)
    }

    @Test("1.30 A mandatory derived attribute without a first value fails the save with 1570")
    func mandatoryDerived() throws {
        let count = NSDerivedAttributeDescription()
        count.name = "length"
        count.attributeType = .integer64AttributeType
        count.isOptional = false
        count.derivationExpression = NSExpression(format: "title")
        let model = NSManagedObjectModel()
        model.entities = [Make.entity("Item", Make.attribute("title", .stringAttributeType), count)]
        try ShopStack(.null, model).work { context in
            let item = context.make("Item", ["title": "Milk"])
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSValidationMissingMandatoryPropertyError)
            #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "length")
            item.setPrimitiveValue(0, forKey: "length")
            try context.save()
        }
    }

    @Test("1.31 A store that cannot hold derived or composite attributes is not added", arguments: [false, true])
    func unfitStore(_ isComposite: Bool) throws {
        let property: NSAttributeDescription =
            isComposite ? NSCompositeAttributeDescription() : NSDerivedAttributeDescription()
        property.name = "extra"
        if let derived = property as? NSDerivedAttributeDescription {
            derived.attributeType = .stringAttributeType
            derived.derivationExpression = NSExpression(format: "title")
        }
        if let composite = property as? NSCompositeAttributeDescription {
            composite.elements = [Make.attribute("city", .stringAttributeType)]
        }
        let model = NSManagedObjectModel()
        model.entities = [Make.entity("Item", Make.attribute("title", .stringAttributeType), property)]
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let error = #expect(throws: NSError.self) {
            try coordinator.addPersistentStore(ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        }
        #expect(error?.domain == NSCocoaErrorDomain && coordinator.persistentStores.isEmpty)
    }

    @Test("1.32 A merged model has the version identifiers of all its parts")
    func identifiers() throws {
        let (one, other) = (Make.items(), NSManagedObjectModel())
        one.versionIdentifiers = ["1", "spring"]
        other.versionIdentifiers = ["2"]
        #expect(NSManagedObjectModel(byMerging: [one, other])?.versionIdentifiers == ["1", "2", "spring"])
    }

    @Test("1.33 Texts for people are kept under keys of Apple's forms, and united by merging")
    func localization() throws {
        let (one, other) = (Make.items(), NSManagedObjectModel())
        let texts = [
            "Entity/Item": "Ding", "Property/title/Entity/Item": "Titel", "Property/name": "Name",
            "ErrorString/Too short.": "Zu kurz.",
        ]
        one.localizationDictionary = texts
        other.localizationDictionary = ["Entity/Tag": "Etikett"]
        #expect(one.localizationDictionary == texts)
        #expect((one.copy() as? NSManagedObjectModel)?.localizationDictionary == texts)
        let merged = try #require(NSManagedObjectModel(byMerging: [one, other]))
        #expect(merged.localizationDictionary == texts.merging(["Entity/Tag": "Etikett"]) { $1 })
    }
}
