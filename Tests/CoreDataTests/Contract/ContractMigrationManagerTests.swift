import CoreData
import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// Migrations object by object.
@Suite struct ContractMigrationManagerTests {
    private let store = MigratedStore()
    private let source = CarModels.named()
    private let destination = CarModels.related()

    /// What is called, and what the manager says meanwhile.
    final class RecordingPolicy: NSEntityMigrationPolicy {
        private func note(_ call: String, _ mapping: NSEntityMapping, _ manager: NSMigrationManager) {
            #expect(manager.currentEntityMapping === mapping)
            let record = manager.userInfo?["record"] as? Record
            record?.calls.append("\(call) \(mapping.name ?? "")")
            record?.progress.append(manager.migrationProgress)
            record?.policies.insert(ObjectIdentifier(self))
        }
        override func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {
            note("begin", mapping, manager)
        }
        override func createDestinationInstances(
            forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
        ) throws {
            note("create \(sInstance.text("name") ?? "") for", mapping, manager)
            try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
            #expect(type(of: sInstance) == NSManagedObject.self)
        }
        override func endInstanceCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {
            note("created", mapping, manager)
        }
        override func createRelationships(
            forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
        ) throws {
            note("relate \(dInstance.text("name") ?? "") for", mapping, manager)
            try super.createRelationships(forDestination: dInstance, in: mapping, manager: manager)
        }
        override func endRelationshipCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {
            note("related", mapping, manager)
        }
        override func performCustomValidation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {
            note("validate", mapping, manager)
        }
        override func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {
            note("end", mapping, manager)
            #expect(manager.destinationContext.checkInvariants() == [])
        }
    }

    final class Record {
        var calls: [String] = []
        var progress: [Float] = []
        var policies: Set<ObjectIdentifier> = []
    }

    @Test("15.13 A policy's methods are called in three passes, each over all mappings")
    func order() throws {
        let (former, later) = (
            model(entity("A", attribute("name")), entity("B", attribute("name"))),
            model(entity("A", attribute("name")), entity("B", attribute("name"), attribute("added")))
        )
        try store.with(former) { context in
            for name in ["a1", "a2"] { context.make("A", ["name": name]) }
            context.make("B", ["name": "b1"])
        }
        let mapping = NSMappingModel()
        mapping.entityMappings = ["B", "A"].map { name in
            entityMapping(
                name, former.entitiesByName[name], later.entitiesByName[name], policy: RecordingPolicy.self,
                attributes: ["name": "$source.name"])
        }
        let record = Record()
        let manager = try store.migrate(former, later, by: mapping) {
            #expect($0.migrationProgress == 1)
            $0.userInfo = ["record": record]
        }
        // Rows of one entity come in no order.
        let calls = record.calls.map { $0.replacingOccurrences(of: "a[12]", with: "a", options: .regularExpression) }
        #expect(
            calls == [
                "begin B", "create b1 for B", "created B", "begin A", "create a for A", "create a for A", "created A",
                "relate b1 for B", "related B", "relate a for A", "relate a for A", "related A",
                "validate B", "end B", "validate A", "end A",
            ])
        #expect(record.policies.count == 2)
        #expect(record.progress == record.progress.sorted())
        #expect(record.progress.first == 0 && record.progress.allSatisfy { $0 < 1 })
        #expect(manager.migrationProgress == 1)
    }

    @Test("15.12 A manager makes a new store, and policies find by it what was made of what")
    func manager() throws {
        try store.with(source) { CarModels.fill($0) }
        let before = try Data(contentsOf: store.url)
        let manager = try store.migrate(source, destination, by: CarModels.mapping(source, destination))
        #expect(try CarModels.rows(in: store.later) == CarModels.rows)
        #expect(try Data(contentsOf: store.url) == before)
        #expect(manager.sourceModel === source && manager.destinationModel === destination)
        #expect(manager.mappingModel.entityMappings.count == 3)
        #expect(manager.usesStoreSpecificMigrationManager)
        let car = manager.mappingModel.entityMappings[0]
        #expect(manager.sourceEntity(for: car) === source.entitiesByName["Car"])
        #expect(manager.destinationEntity(for: car) === destination.entitiesByName["Car"])
        #expect(manager.destinationInstances(forEntityMappingName: "CarToCar", sourceInstances: nil).isEmpty)
        let (old, new) = try (identity(of: store.url), identity(of: store.later))
        #expect(old != new)
    }

    private func identity(of url: URL) throws -> String? {
        try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)[NSStoreUUIDKey] as? String
    }

    @Test("15.12 What was made of what is found both ways, and forgotten by a reset")
    func associations() throws {
        let manager = NSMigrationManager(sourceModel: source, destinationModel: destination)
        manager.mappingModel = CarModels.mapping(source, destination)
        let (cars, persons) = (manager.mappingModel.entityMappings[0], manager.mappingModel.entityMappings[1])
        for used in [source, destination] { used.freeze() }
        func objects(_ model: NSManagedObjectModel, _ count: Int) throws -> [NSManagedObject] {
            let entity = try #require(model.entitiesByName["Car"])
            return (0..<count).map { _ in NSManagedObject(entity: entity, insertInto: nil) }
        }
        let (from, to) = (try objects(source, 3), try objects(destination, 4))
        for (old, new) in [(0, 0), (0, 1), (1, 2)] {
            manager.associate(sourceInstance: from[old], withDestinationInstance: to[new], for: cars)
        }
        manager.associate(sourceInstance: from[2], withDestinationInstance: to[3], for: persons)
        func made(_ sources: [NSManagedObject]?) -> [NSManagedObject] {
            manager.destinationInstances(forEntityMappingName: "CarToCar", sourceInstances: sources)
        }
        #expect(made([from[1], from[0]]) == [to[2], to[0], to[1]])
        #expect(made(nil) == [to[0], to[1], to[2]])
        #expect(made([from[2]]) == [] && made([]) == [])
        #expect(manager.sourceInstances(forEntityMappingName: "CarToCar", destinationInstances: [to[1]]) == [from[0]])
        #expect(
            manager.sourceInstances(forEntityMappingName: "CarToCar", destinationInstances: nil) == [from[0], from[1]])
        manager.reset()
        #expect(made(nil) == [])
    }

    #if compiler(>=6.3)
        @Test("15.12 Instances of a mapping that is not there raise")
        func unknownMapping() async {
            await #expect(processExitsWith: .failure) {
                let models = (CarModels.named(), CarModels.related())
                let manager = NSMigrationManager(sourceModel: models.0, destinationModel: models.1)
                _ = manager.destinationInstances(forEntityMappingName: "Nobody", sourceInstances: nil)
            }
        }
    #endif

    @Test("15.12 An inferred mapping model is carried out by SQL or object by object, with the same outcome")
    func storeSpecific() throws {
        let later = model(
            entity(
                "Car", attribute("label", was: "name"), attribute("maker"),
                attribute("seats", .integer16AttributeType, isOptional: false, initial: 9), attribute("added")),
            entity("Person", attribute("name")))
        relate(later.entities[1], .many("cars", ordered: true), later.entities[0], .one("keeper", was: "owner"))
        try store.with(source) { context in
            CarModels.fill(context)
            context.make("Car", ["name": "without seats"])
        }
        let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: source, destinationModel: later)
        var contents: [[String]] = []
        for (isWhole, name) in [(true, "Whole.sqlite"), (false, "Objects.sqlite")] {
            let url = store.folder.url.appendingPathComponent(name)
            try store.migrate(source, later, by: mapping, to: url) { $0.usesStoreSpecificMigrationManager = isWhole }
            let connection = try Connection(path: url.path, access: .readWrite)
            contents.append(
                try connection.rows(
                    "SELECT c.ZLABEL, c.ZSEATS, p.ZNAME, c.ZADDED FROM ZCAR c LEFT JOIN ZPERSON p ON p.Z_PK = c.ZKEEPER "
                        + "ORDER BY p.Z_PK, c.Z_FOK_KEEPER, c.ZLABEL"
                ) { row in (0..<4).map { row.string($0) ?? "-" }.joined(separator: " ") })
            let isSame = try identity(of: url) == identity(of: store.url)
            #expect(isSame == isWhole)
        }
        #expect(contents[0] == contents[1])
        #expect(contents[0].count == 7 && contents[0].contains("without seats 9 - -"))
    }

    @Test("15.12 A store is migrated to its own place by either way")
    func inPlace() throws {
        try store.with(source) { CarModels.fill($0) }
        try store.migrate(source, destination, by: CarModels.mapping(source, destination), to: store.url)
        #expect(try CarModels.rows(in: store.url) == CarModels.rows)
        try store.checkThatNothingIsLeft()
        let later = CarModels.related()
        later.entitiesByName["Car"]?.properties.append(attribute("added"))
        let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: destination, destinationModel: later)
        try store.migrate(destination, later, by: mapping, to: store.url)
        #expect(try CarModels.rows(in: store.url) == CarModels.rows)
        try store.with(later) { context throws in #expect(try context.named("Car").count == 6) }
    }

    @Test("15.12 A store with history is migrated as a whole with it, whatever the options say")
    func historyKept() throws {
        try store.with(source, options: [NSPersistentHistoryTrackingKey: true]) { CarModels.fill($0) }
        let later = CarModels.named()
        later.entitiesByName["Car"]?.properties.append(attribute("added"))
        let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: source, destinationModel: later)
        try store.migrate(source, later, by: mapping)
        let connection = try Connection(path: store.later.path, access: .readWrite)
        #expect(try connection.value("SELECT count(*) FROM ACHANGE") == .integer(8))
    }

    @Test("15.12 A mapping model for other models is refused")
    func mismatch() throws {
        try store.with(source) { CarModels.fill($0) }
        let mapping = CarModels.mapping(source, destination)
        mapping.entityMappings[0].sourceEntityVersionHash = Data([1])
        let error = #expect(throws: NSError.self) { try store.migrate(source, destination, by: mapping) }
        #expect(error?.code == NSMigrationError)
        #expect(error?.userInfo["reason"] as? String == "Mismatch between mapping and source/destination models")
        let manager = NSMigrationManager(sourceModel: source, destinationModel: destination)
        let missing = #expect(throws: NSError.self) {
            try manager.migrateStore(
                from: store.url, sourceType: NSSQLiteStoreType, with: nil, toDestinationURL: store.later,
                destinationType: NSSQLiteStoreType)
        }
        #expect(missing?.code == NSMigrationMissingMappingModelError)
        try store.checkThatNothingIsLeft()
    }

    @Test("15.24 To a store that is there the objects are added")
    func appending() throws {
        try store.with(source) { CarModels.fill($0) }
        let mapping = CarModels.mapping(source, destination)
        for round in 1...3 {
            try store.migrate(source, destination, by: mapping)
            let connection = try Connection(path: store.later.path, access: .readWrite)
            for (table, count) in [("ZCAR", 6), ("ZPERSON", 2), ("ZMAKER", 2)] {
                #expect(try connection.value("SELECT count(*) FROM \(table)") == .integer(Int64(count * round)))
            }
        }
        let inferred = try NSMappingModel.inferredMappingModel(forSourceModel: source, destinationModel: source)
        let copy = store.folder.url.appendingPathComponent("Copy.sqlite")
        for _ in 1...2 { try store.migrate(source, source, by: inferred, to: copy) }
        let connection = try Connection(path: copy.path, access: .readWrite)
        #expect(try connection.value("SELECT count(*) FROM ZCAR") == .integer(12))
    }

    @Test("15.12 A SQLite store becomes a binary one, and one again")
    func types() throws {
        try store.with(source) { CarModels.fill($0) }
        let (binary, back) = (store.folder.url.appendingPathComponent("Cars.binary"), store.later)
        let mapping = CarModels.mapping(source, destination)
        try NSMigrationManager(sourceModel: source, destinationModel: destination).migrateStore(
            from: store.url, type: .sqlite, mapping: mapping, to: binary, type: .binary)
        let same = try NSMappingModel.inferredMappingModel(forSourceModel: destination, destinationModel: destination)
        try NSMigrationManager(sourceModel: destination, destinationModel: destination).migrateStore(
            from: binary, type: .binary, mapping: same, to: back, type: .sqlite)
        #expect(try CarModels.rows(in: back) == CarModels.rows)
    }

    // MARK: Failing

    final class FailingPolicy: NSEntityMigrationPolicy {
        struct Failure: Error {}
        override func endRelationshipCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {
            throw Failure()
        }
    }

    final class CancellingPolicy: NSEntityMigrationPolicy {
        override func endInstanceCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {
            manager.cancelMigrationWithError(CocoaError(CocoaError.Code(rawValue: NSMigrationCancelledError)))
        }
        override func createRelationships(
            forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
        ) throws {
            Issue.record("The migration goes on after it was cancelled.")
        }
    }

    @Test("15.11 What a policy throws, a cancellation and broken rules end the migration, and leave no store")
    func failing() throws {
        try store.with(source) { CarModels.fill($0) }
        func error(_ policy: NSEntityMigrationPolicy.Type, _ edit: (NSMappingModel) -> Void = { _ in }) -> NSError? {
            let mapping = CarModels.mapping(source, destination, policy: policy)
            edit(mapping)
            return #expect(throws: NSError.self) { try store.migrate(source, destination, by: mapping) }
        }
        let failed = error(FailingPolicy.self)
        #expect(failed?.code == NSEntityMigrationPolicyError)
        #expect(
            failed?.userInfo[NSUnderlyingErrorKey] is FailingPolicy.Failure
                || failed?.userInfo[NSUnderlyingErrorKey] != nil)
        #expect(error(CancellingPolicy.self)?.code == NSMigrationCancelledError)
        let unknown = error(NSEntityMigrationPolicy.self) {
            $0.entityMappings[0].entityMigrationPolicyClassName = "Nowhere.Nobody"
        }
        #expect(unknown?.code == NSEntityMigrationPolicyError)
        #expect((unknown?.userInfo["reason"] as? String)?.contains("Nowhere.Nobody") == true)
        let foreign = error(NSEntityMigrationPolicy.self) {
            $0.entityMappings[0].attributeMappings?.append(NSPropertyMapping("nothing", .constant(.integer(1))))
        }
        #expect(foreign?.code == NSEntityMigrationPolicyError)
        let broken = error(NSEntityMigrationPolicy.self) { mapping in
            mapping.entityMappings[2] = entityMapping(
                "Maker", source.entitiesByName["Car"], destination.entitiesByName["Maker"])
        }
        #expect(broken?.code == NSValidationMultipleErrorsError)
        try store.checkThatNothingIsLeft()
        #expect(try store.with(source) { try $0.named("Car").count } == 6)
    }

    @Test("15.11 Objects that break a uniqueness constraint are an error of the migration")
    func constraint() throws {
        try store.with(source) { CarModels.fill($0) }
        let unique = CarModels.related()
        unique.entitiesByName["Car"]?.uniquenessConstraints = [["label"]]
        let mapping = CarModels.mapping(source, unique)
        mapping.entityMappings[0].attributeMappings?.append(NSPropertyMapping("label", .constant(.string("same"))))
        let error = #expect(throws: NSError.self) { try store.migrate(source, unique, by: mapping) }
        #expect(error?.code == NSMigrationConstraintViolationError)
    }

    @Test("15.11 A store that cannot be read, or not written, is told apart")
    func stores() throws {
        let mapping = CarModels.mapping(source, destination)
        let missing = #expect(throws: NSError.self) { try store.migrate(source, destination, by: mapping) }
        #expect(missing?.code == NSMigrationManagerSourceStoreError)
        try store.with(destination) { _ in }
        let other = #expect(throws: NSError.self) { try store.migrate(source, destination, by: mapping) }
        #expect(other?.code == NSMigrationManagerSourceStoreError)
        #expect(
            (other?.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == NSPersistentStoreIncompatibleVersionHashError)
        let second = MigratedStore()
        try second.with(source) { CarModels.fill($0) }
        try Data("no database".utf8).write(to: second.later)
        let broken = #expect(throws: NSError.self) { try second.migrate(source, destination, by: mapping) }
        #expect(broken?.code == NSMigrationManagerDestinationStoreError)
        #expect(try Data(contentsOf: second.later) == Data("no database".utf8))
    }

    // MARK: Expressions

    @Test("15.14 Value expressions reach source, destination, manager, mappings and policy")
    func expressions() throws {
        NSExpression.registerFunction("contract15Initials:") { policy, arguments in
            #expect(policy is PlainPolicy)
            return (arguments.first as? String).map { "\($0.prefix(1))." }
        }
        let values: [(format: String, text: String)] = [
            ("$source.name", "Ada"), ("'constant'", "constant"), ("CAST($source.number, 'NSString')", "41"),
            ("CAST($source.number + 1, 'NSString')", "42"), ("uppercase($source.name)", "ADA"),
            ("$source.other.name", "Bo"), ("$entityMapping.name", "AToB"), ("$propertyMapping.name", "text"),
            ("$manager.userInfo.note", "noted"), ("$manager.currentEntityMapping.name", "AToB"),
            ("$destination.preset", "default"), ("name", "Ada"),
            ("FUNCTION($entityPolicy, 'contract15Initials:', $source.name)", "A."),
            ("FUNCTION($source, 'valueForKeyPath:', 'other.name')", "Bo"),
            ("TERNARY($source.number > 40, 'many', 'few')", "many"),
        ]
        let from = entity("A", attribute("name"), attribute("number", .integer16AttributeType))
        relate(from, .one("other"), from, .many("others"))
        let to = entity("B", attribute("text"), attribute("preset", initial: "default"))
        let (former, later) = (model(from), model(to))
        try store.with(former) { context in
            let bo = context.make("A", ["name": "Bo", "number": 1])
            context.make("A", ["name": "Ada", "number": 41, "other": bo])
        }
        for (number, value) in values.enumerated() {
            let mapping = NSMappingModel()
            mapping.entityMappings = [
                entityMapping("AToB", from, to, attributes: ["text": value.format])
            ]
            mapping.entityMappings[0].sourceExpression = NSExpression(
                format:
                    "FETCH(FUNCTION($manager, 'fetchRequestForSourceEntityNamed:predicateString:', 'A', 'number > 10'), "
                    + "$manager.sourceContext, NO)", argumentArray: [])
            let url = store.folder.url.appendingPathComponent("\(number).sqlite")
            if value.format.contains("$entityPolicy") {
                mapping.entityMappings[0].entityMigrationPolicyClassName = String(reflecting: PlainPolicy.self)
            }
            try store.migrate(former, later, by: mapping, to: url) { $0.userInfo = ["note": "noted"] }
            let connection = try Connection(path: url.path, access: .readWrite)
            #expect(try connection.rows("SELECT ZTEXT FROM ZB") { $0.string(0) } == [value.text], "\(value.format)")
        }
    }

    final class PlainPolicy: NSEntityMigrationPolicy {}

    @Test("15.14 Objects of subentities are those of their own mappings")
    func subentities() throws {
        let former = model(entity("Animal", attribute("name"), children: [entity("Dog", attribute("tricks"))]))
        let later = model(entity("Animal", attribute("name"), attribute("kind"), children: [entity("Dog")]))
        former.entities.append(former.entities[0].subentities[0])
        later.entities.append(later.entities[0].subentities[0])
        try store.with(former) { context in
            context.make("Animal", ["name": "cat"])
            context.make("Dog", ["name": "rex"])
        }
        let mapping = NSMappingModel()
        mapping.entityMappings = ["Animal", "Dog"].map { name in
            entityMapping(
                name, former.entitiesByName[name], later.entitiesByName[name],
                attributes: ["name": "$source.name", "kind": "'\(name)'"])
        }
        try store.migrate(former, later, by: mapping)
        let connection = try Connection(path: store.later.path, access: .readWrite)
        #expect(
            try connection.rows("SELECT Z_ENT, ZNAME, ZKIND FROM ZANIMAL ORDER BY Z_ENT") { row in
                (0..<3).map { row.string($0) ?? "-" }
            } == [["1", "cat", "Animal"], ["2", "rex", "Dog"]])
    }

    @Test("15.18 What an application put into the metadata goes along")
    func metadata() throws {
        try store.with(source) { context throws in
            CarModels.fill(context)
            let coordinator = try #require(context.persistentStoreCoordinator)
            let file = try #require(coordinator.persistentStores.first)
            coordinator.setMetadata(coordinator.metadata(for: file).merging(["mine": "kept"]) { $1 }, for: file)
        }
        try store.migrate(source, destination, by: CarModels.mapping(source, destination))
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: store.later)
        #expect(metadata["mine"] as? String == "kept")
        #expect(metadata[NSStoreModelVersionHashesKey] as? [String: Data] == destination.entityVersionHashesByName)
    }
}
