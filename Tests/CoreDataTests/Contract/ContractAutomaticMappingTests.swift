import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// A mapping model in the program, as the build plugin puts it there. Entities of these names are in no other model.
public enum EmbeddedCarsMapping: EmbeddedMappingModel {
    /// As of a file.
    public static var name: String { "EmbeddedCars" }
    /// Made anew at each look.
    public static var compiledForm: String { mapping().compiledData().base64EncodedString() }

    static func former() -> NSManagedObjectModel {
        model(entity("EmbeddedCar", attribute("name"), attribute("maker")))
    }

    static func later() -> NSManagedObjectModel {
        model(entity("EmbeddedCar", attribute("name"), attribute("maker"), attribute("loud")))
    }

    static func mapping() -> NSMappingModel {
        let mapping = NSMappingModel()
        mapping.entityMappings = [
            entityMapping(
                "EmbeddedCarToEmbeddedCar", former().entities[0], later().entities[0],
                attributes: ["name": "$source.name", "maker": "$source.maker", "loud": "uppercase($source.name)"])
        ]
        return mapping
    }
}

/// Stores that are migrated by a mapping model as they are opened.
@Suite struct ContractAutomaticMappingTests {
    private let store = MigratedStore()
    private let former = EmbeddedCarsMapping.former()
    private let later = EmbeddedCarsMapping.later()

    private func fill(_ options: [AnyHashable: Any] = [:]) throws {
        try store.with(former, options: options) { context in
            for name in ["a", "b"] { context.make("EmbeddedCar", ["name": name, "maker": "Kia"]) }
        }
    }

    private func loud(_ options: [AnyHashable: Any] = [:]) throws -> [String?] {
        try store.with(later, options: options) { try $0.named("EmbeddedCar").map { $0.text("loud") } }
    }

    @Test(
        "15.7 A mapping model in the program goes before what could be inferred, which need not be allowed",
        arguments: [true, false])
    func found(infers: Bool) throws {
        try fill()
        let (uuid, inode) = try (identity(), inode())
        #expect(try loud([NSInferMappingModelAutomaticallyOption: infers]) == ["A", "B"])
        #expect(try identity() != uuid)
        #expect(try self.inode() == inode)
        try store.checkThatNothingIsLeft()
    }

    private func identity() throws -> String? {
        try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: store.url)[NSStoreUUIDKey]
            as? String
    }

    private func inode() throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: store.url.path)[.systemFileNumber] as? Int
    }

    @Test("15.7 A store that may not be migrated, or not be written, is left alone")
    func refused() throws {
        try fill()
        let before = try Data(contentsOf: store.url)
        func code(_ key: String, _ value: Bool) -> Int? {
            #expect(throws: NSError.self) { try loud([key: value]) }?.code
        }
        #expect(code(NSMigratePersistentStoresAutomaticallyOption, false) == 134100)
        #expect(code(NSReadOnlyPersistentStoreOption, true) == 134110)
        #expect(try Data(contentsOf: store.url) == before)
    }

    @Test("15.17 A store that is open elsewhere is migrated by a mapping model, and who has it open can save no more")
    func openElsewhere() throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: former)
        try coordinator.addPersistentStore(type: .sqlite, at: store.url)
        let context = coordinator.newContext()
        try context.checked {
            context.make("EmbeddedCar", ["name": "a"])
            try context.save()
        }
        #expect(try loud() == ["A"])
        context.checked {
            context.make("EmbeddedCar", ["name": "b"])
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSPersistentStoreOperationError)
        }
        #expect(try loud() == ["A"])
    }

    @Test("15.23 Of many that migrate one store at once by a mapping model each gets it")
    func atOnce() async throws {
        try fill()
        let store = store
        let texts = try await withThrowingTaskGroup(of: [String?].self) { group in
            for _ in 0..<6 {
                group.addTask {
                    try store.with(EmbeddedCarsMapping.later()) {
                        try $0.named("EmbeddedCar").map { $0.text("loud") }
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(texts == Array(repeating: ["A", "B"], count: 6))
        try store.checkThatNothingIsLeft()
    }

    @Test("15.23 What is saved while a store is being migrated is not lost")
    func savedMeanwhile() throws {
        try fill()
        let other = NSPersistentStoreCoordinator(managedObjectModel: former)
        try other.addPersistentStore(type: .sqlite, at: store.url)
        var rounds = 0
        let replacement = try FileReplacement(at: store.url, options: nil)
        let mapping = EmbeddedCarsMapping.mapping()
        try replacement.run { place in
            try store.migrate(former, later, by: mapping, to: place)
            rounds += 1
            guard rounds == 1 else { return }
            let context = other.newContext()
            try context.checked {
                context.make("EmbeddedCar", ["name": "c"])
                try context.save()
            }
        }
        #expect(rounds == 2)
        #expect(try loud() == ["A", "B", "C"])
    }

    @Test("15.18 A store with history can be migrated by a mapping model, and begins a new one")
    func history() throws {
        let tracking: [AnyHashable: Any] = [NSPersistentHistoryTrackingKey: true]
        try fill(tracking)
        #expect(try loud(tracking) == ["A", "B"])
        let connection = try Connection(path: store.url.path, access: .readWrite)
        #expect(try connection.value("SELECT count(*) FROM ACHANGE") == .integer(2))
    }
}

/// A second one, for stores whose migration is killed.
public enum KilledCarsMapping: EmbeddedMappingModel {
    /// As of a file.
    public static var name: String { "KilledCars" }
    /// Made anew at each look.
    public static var compiledForm: String {
        let (former, later) = (EmbeddedCarsMapping.killed(true, 0), EmbeddedCarsMapping.killed(true, 2))
        let mapping = NSMappingModel()
        mapping.entityMappings = [
            entityMapping(
                "KilledCarToKilledCar", former.entities[0], later.entities[0], attributes: ["name": "$source.name"])
        ]
        return mapping.compiledData().base64EncodedString()
    }
}

extension EmbeddedCarsMapping {
    /// Versions of a model: 1 has one attribute more than 0, 2 another one and another name.
    static func killed(_ isMapped: Bool, _ version: Int) -> NSManagedObjectModel {
        var attributes = [attribute("name"), attribute("maker")]
        if isMapped { attributes.append(attribute("mapped")) }
        if version == 1 { attributes.append(attribute("added")) }
        if version == 2 {
            if !isMapped { attributes[0] = attribute("title", was: "name") }
            attributes.append(attribute("other"))
        }
        let car = entity("KilledCar")
        car.properties = attributes
        return model(car, entity(version == 2 ? "Aaa" : "Zzz"))
    }
}
