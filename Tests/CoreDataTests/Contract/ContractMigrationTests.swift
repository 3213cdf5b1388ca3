import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// Stores that are opened with another model than they were made with.
@Suite struct ContractMigrationTests {
    private let store = MigratedStore()

    // MARK: Attributes and entities

    @Test("15.1 Attributes come, go, change their name, become optional, and mandatory with a default")
    func attributes() throws {
        let former = model(
            entity(
                "Car", attribute("name"), attribute("maker"), attribute("seats", .integer16AttributeType),
                attribute("price", .decimalAttributeType, isOptional: false), attribute("gone")))
        try store.with(former) { context throws in
            let price = NSDecimalNumber(string: "12.34")
            context.make("Car", ["name": "A", "maker": "Ada", "price": price, "gone": "x"])
            context.make("Car", ["name": "B", "maker": "Bo", "seats": 4, "price": price])
        }
        let later = model(
            entity(
                "Car", attribute("name"), attribute("producer", was: "maker"),
                attribute("seats", .integer16AttributeType, isOptional: false, initial: 2),
                attribute("price", .decimalAttributeType), attribute("added"),
                attribute("colour", isOptional: false, initial: "red"),
                attribute("made", .dateAttributeType, initial: Date(timeIntervalSinceReferenceDate: 5))))
        try store.migrate(to: later) { context throws in
            let cars = try context.named("Car")
            #expect(cars.map { $0.text("producer") } == ["Ada", "Bo"])
            #expect(cars.map { $0.value(forKey: "seats") as? Int } == [2, 4])
            #expect(cars.map { $0.value(forKey: "price") as? NSDecimalNumber } == [12.34, 12.34])
            #expect(cars.map { $0.text("added") } == [nil, nil])
            #expect(cars.map { $0.text("colour") } == ["red", "red"])
            #expect(cars.map { $0.value(forKey: "made") as? Date }.first == Date(timeIntervalSinceReferenceDate: 5))
        }
    }

    @Test("15.1 Entities come, go and change their name, and relationships lead where they led")
    func entities() throws {
        let (person, dog, gone) = (
            entity("Person", attribute("name")), entity("Dog", attribute("name")), entity("Gone")
        )
        relate(person, .many("dogs", ordered: true), dog, .one("owner"))
        relate(person, .many("friends"), person, .many("friendOf"))
        relate(dog, .one("gone"), gone)
        try store.with(model(person, dog, gone)) { context throws in
            let ada = context.make("Person", ["name": "Ada"])
            let bo = context.make("Person", ["name": "Bo"])
            let dogs = ["z", "b", "y"].map { context.make("Dog", ["name": $0, "gone": context.make("Gone")]) }
            ada.setValue(NSOrderedSet(array: dogs), forKey: "dogs")
            ada.setValue(NSSet(object: bo), forKey: "friends")
        }
        let (human, added) = (entity("Human", was: "Person", attribute("name")), entity("Aaa", attribute("name")))
        let pet = entity("Zoo", was: "Dog", attribute("name"))
        relate(human, .many("pets", ordered: true, was: "dogs"), pet, .one("keeper", was: "owner"))
        relate(human, .many("mates", was: "friends"), human, .many("mateOf", was: "friendOf"))
        relate(added, .one("human"), human)
        let later = model(human, added, pet)
        try store.migrate(to: later) { context throws in
            let humans = try context.named("Human")
            #expect(humans.map { $0.text("name") } == ["Ada", "Bo"])
            #expect(humans[0].names("pets") == ["z", "b", "y"])
            #expect(humans[0].names("mates") == ["Bo"])
            #expect(humans[1].names("mateOf") == ["Ada"])
            #expect(try context.named("Zoo").map { $0.text("keeper.name") } == ["Ada", "Ada", "Ada"])
            #expect(try context.named("Aaa").isEmpty)
            // New rows have keys of their own.
            context.make("Human", ["name": "C"])
            context.make("Aaa", ["name": "first", "human": humans[1]])
        }
        try store.with(later) { context throws in
            #expect(try context.named("Human").map { $0.text("name") } == ["Ada", "Bo", "C"])
            #expect(try context.named("Aaa").map { $0.text("human.name") } == ["Bo"])
        }
    }

    @Test("15.1 A to-one relationship becomes to-many, with an inverse of one or of many")
    func toMany() throws {
        let (team, man) = (entity("Team", attribute("name")), entity("Man", attribute("name")))
        relate(team, .one("captain"), man, .one("captainOf"))
        relate(man, .one("team"), team, .many("men"))
        try store.with(model(team, man)) { context throws in
            let team = context.make("Team", ["name": "T"])
            for name in ["a", "b"] { context.make("Man", ["name": name, "team": team]) }
            team.setValue(try? context.named("Man").first, forKey: "captain")
        }
        let (club, member) = (entity("Team", attribute("name")), entity("Man", attribute("name")))
        relate(club, .many("captain"), member, .one("captainOf"))
        relate(member, .many("team"), club, .many("men", ordered: true))
        try store.migrate(to: model(club, member)) { context throws in
            let team = try #require(context.named("Team").first)
            #expect(team.names("captain") == ["a"])
            #expect(Set(team.names("men")) == ["a", "b"])
            #expect(try context.named("Man").map { $0.names("team") } == [["T"], ["T"]])
        }
    }

    @Test("15.1 Relationships become ordered and unordered, and get and lose their inverse")
    func orders() throws {
        let (list, item) = (entity("List", attribute("name")), entity("Item", attribute("name")))
        relate(list, .many("items"), item, .one("list"))
        relate(list, .many("sorted", ordered: true), item, .one("sortedIn"))
        relate(list, .many("alone"), item)
        try store.with(model(list, item)) { context throws in
            let list = context.make("List", ["name": "L"])
            let items = ["c", "a", "b"].map { context.make("Item", ["name": $0, "list": list]) }
            list.setValue(NSOrderedSet(array: items), forKey: "sorted")
            list.setValue(NSSet(array: Array(items.prefix(2))), forKey: "alone")
        }
        let (later, thing) = (entity("List", attribute("name")), entity("Item", attribute("name")))
        relate(later, .many("items", ordered: true), thing, .one("list"))
        relate(later, .many("sorted"), thing, .one("sortedIn"))
        relate(later, .many("alone"), thing, .one("aloneIn"))
        try store.migrate(to: model(later, thing)) { context throws in
            let list = try #require(context.named("List").first)
            #expect(Set(list.names("items")) == ["a", "b", "c"] && list.names("items").count == 3)
            #expect(list.names("sorted") == ["a", "b", "c"])
            #expect(list.names("alone") == ["a", "c"])
            #expect(try context.named("Item").map { $0.text("aloneIn.name") } == ["L", nil, "L"])
            let reversed = NSOrderedSet(array: Array((list.value(forKey: "items") as? NSOrderedSet)?.reversed() ?? []))
            list.setValue(reversed, forKey: "items")
        }
    }

    @Test("15.1 Entities get parents and children, properties move between them, and an entity leaves its family")
    func hierarchy() throws {
        let (cat, dog) = (entity("Cat", attribute("lives")), entity("Dog", attribute("tricks")))
        let animal = entity("Animal", attribute("name"), children: [cat, dog])
        let home = entity("Home", attribute("name"))
        relate(home, .one("animal"), animal, .many("homes"))
        try store.with(model(animal, cat, dog, home)) { context throws in
            context.make("Home", ["name": "1", "animal": context.make("Cat", ["name": "c", "lives": "9"])])
            context.make("Home", ["name": "2", "animal": context.make("Dog", ["name": "d", "tricks": "sit"])])
        }
        // The dog is on its own now, the cat has a parent between, and what only cats had all animals have.
        let lateCat = entity("Cat")
        let feline = entity("Feline", children: [lateCat])
        let lateAnimal = entity("Animal", attribute("name"), attribute("lives"), children: [feline])
        let lateDog = entity("Dog", attribute("name"), attribute("tricks"))
        let lateHome = entity("Home", attribute("name"))
        relate(lateHome, .one("animal"), lateAnimal, .many("homes"))
        try store.migrate(to: model(lateAnimal, feline, lateCat, lateDog, lateHome)) { context throws in
            #expect(try context.named("Cat").map { $0.text("lives") } == ["9"])
            #expect(try context.named("Dog").map { $0.text("tricks") } == ["sit"])
            let homes = try context.named("Home")
            #expect((homes[0].value(forKey: "animal") as? NSManagedObject)?.entity.name == "Cat")
            // What is no animal any more is nobody's animal.
            #expect(homes[1].value(forKey: "animal") == nil)
            context.make("Dog", ["name": "e"])
        }
    }

    // MARK: What cannot be

    @Test("15.2 What cannot be inferred is an error that says why, and the file stays as it is")
    func notInferable() throws {
        let (one, other) = (entity("One", attribute("name")), entity("Other", attribute("number")))
        relate(one, .many("others"), other, .many("ones"))
        try store.with(model(one, other)) { $0.make("One", ["name": "x"]) }
        func check(_ model: NSManagedObjectModel, _ entity: String, _ property: String?, _ reason: String? = nil) throws
        {
            let error = try store.refusal(of: model)
            #expect(error?.code == NSMigrationMissingMappingModelError)
            #expect(
                error?.userInfo["reason"] as? String
                    == "Can't find or automatically infer mapping model for migration")
            #expect(error?.userInfo["sourceModel"] is NSManagedObjectModel)
            #expect(error?.userInfo["destinationModel"] as? NSManagedObjectModel === model)
            let cause = error?.userInfo[NSUnderlyingErrorKey] as? NSError
            #expect(cause?.code == NSInferredMappingModelError)
            #expect(cause?.userInfo["entity"] as? String == entity)
            #expect(cause?.userInfo["property"] as? String == property)
            if let reason { #expect(cause?.userInfo["reason"] as? String == reason) }
        }
        try check(
            model(entity("One", attribute("name")), entity("Other", attribute("number", .integer32AttributeType))),
            "Other", "number", "Source and destination attribute types are incompatible")
        let (apart, alone) = (entity("One", attribute("name")), entity("Other", attribute("number")))
        try check(model(entity("Root", children: [apart, alone]), apart, alone), "Other", nil)
        let (lone, single) = (entity("One", attribute("name")), entity("Other", attribute("number")))
        relate(lone, .one("others"), single, .many("ones"))
        try check(model(lone, single), "One", "others")
    }

    @Test("15.7 Without the options, or without a model of the store, it is not migrated")
    func options() throws {
        try store.with(model(entity("Car", attribute("name")))) { $0.make("Car") }
        let later = model(entity("Car", attribute("name"), attribute("added")))
        func code(_ options: [AnyHashable: Any]) -> Int? {
            #expect(throws: NSError.self) { try store.with(later, options: options) { _ in } }?.code
        }
        let infer = NSInferMappingModelAutomaticallyOption
        #expect(code([NSMigratePersistentStoresAutomaticallyOption: false]) == 134100)
        #expect(code([infer: false]) == 134140)
        #expect(code([NSReadOnlyPersistentStoreOption: true]) == 134110)
        try Connection(path: store.url.path, access: .readWrite).execute("DELETE FROM Z_MODELCACHE")
        #expect(code([:]) == 134130)
    }

    @Test("15.10 A mandatory attribute without values is an error, unless there are no rows")
    func mandatory() throws {
        try store.with(model(entity("Car", attribute("name")), entity("Empty"))) { context throws in
            context.make("Car", ["name": "A"])
            context.make("Car")
        }
        let reason = "Validation error missing attribute values on mandatory destination attribute"
        for later in [
            model(entity("Car", attribute("name", isOptional: false)), entity("Empty")),
            model(entity("Car", attribute("name"), attribute("plate", isOptional: false)), entity("Empty")),
        ] {
            let error = try store.refusal(of: later)
            #expect(error?.code == NSMigrationError)
            #expect(error?.userInfo["reason"] as? String == "Cannot migrate store in-place: \(reason)")
            #expect(error?.userInfo["sourceURL"] as? URL == store.url)
            let cause = error?.userInfo[NSUnderlyingErrorKey] as? NSError
            #expect(cause?.code == NSMigrationError)
            #expect(cause?.userInfo["reason"] as? String == reason)
            #expect(cause?.userInfo["entity"] as? String == "Car")
            #expect(["name", "plate"].contains(cause?.userInfo["attribute"] as? String))
        }
        let empty = entity("Empty", attribute("plate", isOptional: false))
        try store.migrate(to: model(entity("Car", attribute("name")), empty)) { context throws in
            #expect(try context.named("Car").count == 2)
        }
    }

    @Test("15.11 Rows that break a new uniqueness constraint are an error")
    func constraint() throws {
        try store.with(model(entity("Car", attribute("name")))) { context throws in
            for name in ["A", "B", "A"] { context.make("Car", ["name": name]) }
        }
        let unique = entity("Car", attribute("name"))
        unique.uniquenessConstraints = [["name"]]
        #expect(try store.refusal(of: model(unique))?.code == NSMigrationConstraintViolationError)
    }

    // MARK: What stays

    @Test("15.3 A name that changed twice is known by what it was first, over each step and over both")
    func chain() throws {
        let versions = {
            [
                model(entity("Car", attribute("name"))),
                model(entity("Auto", was: "Car", attribute("title", was: "name"))),
                model(entity("Vehicle", was: "Car", attribute("label", was: "name"))),
            ]
        }
        for path in [[0, 1, 2], [0, 2]] {
            let store = MigratedStore()
            try store.with(versions()[0]) { $0.make("Car", ["name": "A"]) }
            for step in path.dropFirst().dropLast() { try store.migrate(to: versions()[step]) { _ in } }
            try store.migrate(to: versions()[2]) { context throws in
                #expect(try context.named("Vehicle", by: "label").map { $0.text("label") } == ["A"])
            }
        }
    }

    @Test("15.9 A lightweight migration keeps file, UUID and primary keys")
    func identity() throws {
        let names = (1...50).map { "car \($0)" }
        func uris(_ context: NSManagedObjectContext) throws -> [String: URL] {
            Dictionary(
                uniqueKeysWithValues: try context.named("Car").map {
                    ($0.text("name") ?? "", $0.objectID.uriRepresentation())
                })
        }
        try store.with(model(entity("Car", attribute("name")))) { context throws in
            for name in names { context.make("Car", ["name": name]) }
        }
        let before = try store.with(model(entity("Car", attribute("name"))), uris)
        let inode = try FileManager.default.attributesOfItem(atPath: store.url.path)[.systemFileNumber] as? Int
        let later = model(entity("Aaa"), entity("Car", attribute("name"), attribute("added")))
        #expect(try store.migrate(to: later, uris) == before)
        #expect(before.count == 50)
        #expect(try FileManager.default.attributesOfItem(atPath: store.url.path)[.systemFileNumber] as? Int == inode)
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: store.url)
        #expect(metadata[NSStoreModelVersionHashesKey] as? [String: Data] == later.entityVersionHashesByName)
        #expect(metadata["NSStoreModelVersionChecksumKey"] as? String == later.versionChecksum)
    }

    @Test("15.17 A store that is open elsewhere is migrated, and who has it open can save no more")
    func openElsewhere() throws {
        let former = NSPersistentStoreCoordinator(managedObjectModel: model(entity("Car", attribute("name"))))
        try former.addPersistentStore(type: .sqlite, at: store.url)
        let context = former.newContext()
        try context.checked {
            context.make("Car", ["name": "A"])
            try context.save()
        }
        let later = model(entity("Aaa"), entity("Car", attribute("name"), attribute("added")))
        try store.migrate(to: later) { context throws in
            context.make("Aaa")
            #expect(try context.named("Car").count == 1)
        }
        context.checked {
            context.make("Car", ["name": "B"])
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSPersistentStoreOperationError)
            #expect(context.insertedObjects.count == 1)
        }
        let connection = try Connection(path: store.url.path, access: .readOnly)
        #expect(try connection.value("SELECT count(*) FROM ZCAR") == .integer(1))
    }

    @Test("15.18 What an application put into the metadata stays, and so does the history")
    func history() throws {
        let tracking: [AnyHashable: Any] = [NSPersistentHistoryTrackingKey: true]
        let kept = attribute("code")
        kept.preservesValueInHistoryOnDeletion = true
        let former = model(entity("Car", attribute("name"), attribute("maker"), kept), entity("Gone"))
        try store.with(former, options: tracking) { context throws in
            let coordinator = try #require(context.persistentStoreCoordinator)
            let file = try #require(coordinator.persistentStores.first)
            coordinator.setMetadata(coordinator.metadata(for: file).merging(["mine": "kept"]) { $1 }, for: file)
            let cars = ["A", "B"].map { context.make("Car", ["name": $0, "code": "code \($0)"]) }
            context.make("Gone")
            try context.save()
            cars[0].setValue("Ada", forKey: "maker")
            try context.save()
            context.delete(cars[1])
        }
        let (code, early) = (attribute("code"), attribute("a"))
        for attribute in [code, early] { attribute.preservesValueInHistoryOnDeletion = true }
        let later = model(
            entity("Aaa"), entity("Car", attribute("name"), attribute("producer", was: "maker"), code, early))
        try store.with(later, options: tracking) { context throws in
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
            let result = try context.execute(request) as? NSPersistentHistoryResult
            let changes = (result?.result as? [NSPersistentHistoryTransaction])?.map { $0.changes ?? [] } ?? []
            #expect(changes.map { $0.map(\.changeType) } == [[.insert, .insert], [.update], [.delete]])
            #expect(changes.joined().allSatisfy { $0.changedObjectID.entity.name == "Car" })
            #expect(changes[1].first?.updatedProperties?.map(\.name) == ["producer"])
            #expect(changes[2].first?.tombstone?["code"] as? String == "code B")
            #expect(changes[2].first?.tombstone?["a"] == nil)
        }
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: store.url)
        #expect(metadata["mine"] as? String == "kept")
    }

    @Test("15.20 A property with another name and nothing that says so is dropped and added")
    func renamedSilently() throws {
        try store.with(model(entity("Car", attribute("name"), attribute("maker")))) { context throws in
            context.make("Car", ["name": "A", "maker": "Ada"])
        }
        try store.migrate(to: model(entity("Car", attribute("name"), attribute("producer")))) { context throws in
            #expect(try context.named("Car").map { $0.text("producer") } == [nil])
        }
    }

    @Test("15.21 An older model migrates a newer store back")
    func backwards() throws {
        let older = model(entity("Car", attribute("name")))
        try store.with(model(entity("Car", attribute("label", was: "name"), attribute("extra")))) { context throws in
            context.make("Car", ["label": "A", "extra": "x"])
        }
        try store.migrate(to: older) { context throws in
            #expect(try context.named("Car").map { $0.text("name") } == ["A"])
        }
    }

    @Test("15.22 The model of the store comes from the store")
    func withoutBundle() throws {
        try store.with(model(entity("Car", attribute("name")))) { $0.make("Car", ["name": "A"]) }
        let later = model(entity("Car", attribute("name"), attribute("added")))
        let container = NSPersistentContainer(name: "Cars", managedObjectModel: later)
        container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: store.url)]
        var failure: (any Error)?
        container.loadPersistentStores { failure = $1 }
        #expect(failure == nil)
        #expect(try container.viewContext.named("Car").map { $0.text("name") } == ["A"])
    }

    @Test("15.23 Of many that migrate one store at once each gets it, and one has migrated it")
    func atOnce() async throws {
        for _ in 0..<5 {
            let store = MigratedStore()
            try store.with(model(entity("Car", attribute("name")))) { $0.make("Car", ["name": "A"]) }
            let titles = try await withThrowingTaskGroup(of: [String?].self) { group in
                for _ in 0..<8 { group.addTask { try Self.titles(in: store) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(titles == Array(repeating: ["A"], count: 8))
        }
    }

    private static func titles(in store: MigratedStore) throws -> [String?] {
        let later = model(entity("Aaa"), entity("Car", attribute("title", was: "name"), attribute("added")))
        return try store.with(later) { try $0.named("Car", by: "title").map { $0.text("title") } }
    }

    // MARK: Attributes alone

    @Test("15.9 Where only attributes come, their columns come behind the others, and no row is copied")
    func addedColumns() throws {
        let former = model(entity("Animal", attribute("name"), children: [entity("Dog", attribute("tricks"))]))
        former.entities.append(former.entities[0].subentities[0])
        try store.with(former, options: [NSPersistentHistoryTrackingKey: true]) { context throws in
            context.make("Animal", ["name": "cat"])
            let dog = context.make("Dog", ["name": "rex", "tricks": "none"])
            try context.save()
            dog.setValue("some", forKey: "tricks")
        }
        let version = {
            let dog = entity("Dog", attribute("tricks"), attribute("age", .integer16AttributeType))
            let animal = entity(
                "Animal", attribute("a"), attribute("name"),
                attribute("kind", isOptional: false, initial: "unknown"), children: [dog])
            animal.uniquenessConstraints = [["name"]]
            return model(animal, dog)
        }
        let later = version()
        try store.with(later, options: [NSPersistentHistoryTrackingKey: true]) { context throws in
            #expect(try context.named("Animal").map { $0.text("kind") } == ["unknown", "unknown"])
            #expect(try context.named("Dog").map { $0.value(forKey: "age") as? Int } == [nil])
            context.make("Dog", ["name": "tom", "age": 3, "kind": "dog", "a": "x"])
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
            let result = try context.execute(request) as? NSPersistentHistoryResult
            let changes = (result?.result as? [NSPersistentHistoryTransaction])?.flatMap { $0.changes ?? [] } ?? []
            #expect(changes.last?.updatedProperties?.map(\.name) == ["tricks"])
        }
        let connection = try Connection(path: store.url.path, access: .readWrite)
        let text = "SELECT name FROM pragma_table_info('ZANIMAL')"
        let names = try connection.rows(text) { $0.string(0) ?? "" }
        #expect(names == ["Z_PK", "Z_ENT", "Z_OPT", "ZNAME", "ZTRICKS", "ZA", "ZKIND", "ZAGE"])
        #expect(
            try connection.value("SELECT count(*) FROM sqlite_master WHERE name = 'Z_Animal_UNIQUE_name'")
                == .integer(1))
    }

    @Test("15.9 What is more than columns, or lacks a value, is no such migration")
    func notOnlyColumns() throws {
        try store.with(model(entity("Car", attribute("name"), attribute("maker")))) { context in
            for name in ["A", "A"] { context.make("Car", ["name": name]) }
        }
        let unique = entity("Car", attribute("name"), attribute("maker"), attribute("added"))
        unique.uniquenessConstraints = [["name"]]
        #expect(try store.refusal(of: model(unique))?.code == NSMigrationConstraintViolationError)
        let mandatory = entity("Car", attribute("name"), attribute("maker"), attribute("added", isOptional: false))
        #expect(try store.refusal(of: model(mandatory))?.code == NSMigrationError)
        try store.migrate(to: model(entity("Car", attribute("name"), attribute("added")))) { context throws in
            #expect(try context.named("Car").count == 2)
        }
        let related = entity("Car", attribute("name"), attribute("added"), attribute("more"))
        let maker = entity("Maker", attribute("name"))
        relate(related, .one("maker"), maker, .many("cars"))
        try store.migrate(to: model(related, maker)) { context throws in
            #expect(try context.named("Car").count == 2)
        }
    }

    // MARK: Special values

    @Test("15.1 Data that may lie in files of their own come and go so, and what is derived is computed")
    func special() throws {
        let (plain, external) = (
            attribute("plain", .binaryDataAttributeType), attribute("file", .binaryDataAttributeType)
        )
        external.allowsExternalBinaryDataStorage = true
        let (list, item) = (entity("List", attribute("name")), entity("Item", attribute("name"), plain, external))
        relate(list, .many("items"), item, .one("list"))
        try store.with(model(list, item)) { context throws in
            let list = context.make("List", ["name": "Zürich"])
            for name in ["a", "b"] {
                context.make("Item", ["name": name, "list": list, "plain": Data([1, 0, 2]), "file": Data([2, 0, 3])])
            }
        }
        let (marked, unmarked) = (
            attribute("plain", .binaryDataAttributeType), attribute("file", .binaryDataAttributeType)
        )
        marked.allowsExternalBinaryDataStorage = true
        let later = entity("List", attribute("name"))
        for (name, expression) in [("count", "items.@count"), ("folded", "canonical:(name)")] {
            let type: NSAttributeType = name == "count" ? .integer64AttributeType : .stringAttributeType
            let derived = ContractDerivedTests.derived(name, type, expression)
            later.properties.append(derived)
        }
        let thing = entity("Item", attribute("name"), marked, unmarked)
        relate(later, .many("items"), thing, .one("list"))
        try store.migrate(to: model(later, thing)) { context throws in
            let list = try #require(context.named("List").first)
            #expect(list.value(forKey: "count") as? Int == 2)
            #expect(list.text("folded") == "zurich")
            for item in try context.named("Item") {
                #expect(item.value(forKey: "plain") as? Data == Data([1, 0, 2]))
                #expect(item.value(forKey: "file") as? Data == Data([2, 0, 3]))
            }
        }
    }
}
