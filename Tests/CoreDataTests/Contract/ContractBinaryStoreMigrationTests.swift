import Foundation
import Testing

@testable import CoreData

/// Binary stores that are migrated as they are opened.
@Suite struct ContractBinaryStoreMigrationTests {
    private let folder = ScratchFolder()
    private var url: URL { folder.url.appendingPathComponent("Store.binary") }
    private let former = CarModels.named()
    private let later = Self.renamed()

    private static func renamed() -> NSManagedObjectModel {
        let later = model(
            entity("Car", attribute("label", was: "name"), attribute("maker"), attribute("added")),
            entity("Person", attribute("name")))
        relate(later.entities[1], .many("cars", ordered: true), later.entities[0], .one("keeper", was: "owner"))
        return later
    }

    @discardableResult
    private func with<Result>(
        _ model: NSManagedObjectModel, options: [AnyHashable: Any] = MigratedStore.options,
        _ body: (NSManagedObjectContext) throws -> Result
    ) throws -> Result {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(
            ofType: NSBinaryStoreType, configurationName: nil, at: url, options: options)
        let context = coordinator.newContext()
        let result = try context.checked {
            let result = try body(context)
            try context.save()
            return result
        }
        try coordinator.remove(store)
        return result
    }

    private func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.url.path) }

    private func code(_ model: NSManagedObjectModel, _ key: String, _ value: Bool) -> Int? {
        #expect(throws: NSError.self) {
            try with(model, options: MigratedStore.options.merging([key: value]) { $1 }) { _ in }
        }?.code
    }

    @Test("15.22 A binary store is migrated as it is opened, by what can be inferred from the model that it keeps")
    func inferred() throws {
        try with(former) { CarModels.fill($0) }
        let mine = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .binary, at: url)
            .merging(["mine": "1"]) { $1 }
        try NSPersistentStoreCoordinator.setMetadata(mine, type: .binary, at: url)
        for _ in 0..<2 {
            try with(later) { context in
                let cars = try context.named("Car", by: "label")
                #expect(cars.map { $0.text("label") } == (0..<6).map { "car \($0)" })
                #expect(cars[1].text("maker") == "BMW" && cars[1].text("added") == nil)
                let ada = try #require(try context.named("Person").first)
                let own = (ada.value(forKey: "cars") as? NSOrderedSet)?.array as? [NSManagedObject]
                #expect(own?.map { $0.text("label") } == ["car 4", "car 0", "car 2"])
            }
        }
        #expect(try files() == ["Store.binary"])
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .binary, at: url)
        #expect(metadata["mine"] as? String == "1")
        #expect(later.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
    }

    @Test("15.7 A binary store that may not be migrated, or not be written, or is not of that kind, stays as it is")
    func refused() throws {
        try with(former) { CarModels.fill($0) }
        let before = try Data(contentsOf: url)
        #expect(code(later, NSMigratePersistentStoresAutomaticallyOption, false) == 134100)
        #expect(code(later, NSReadOnlyPersistentStoreOption, true) == 134110)
        #expect(code(later, NSInferMappingModelAutomaticallyOption, false) == 134140)
        let other = model(entity("Car", attribute("name", .integer16AttributeType)), entity("Person"))
        #expect(code(other, NSInferMappingModelAutomaticallyOption, true) == 134140)
        #expect(try Data(contentsOf: url) == before && files() == ["Store.binary"])
    }

    @Test("15.22 A binary store that keeps no model, which none in the program fits, cannot be migrated")
    func unknownModel() throws {
        try with(former) { CarModels.fill($0) }
        var list = try #require(
            PropertyListSerialization.propertyList(from: Data(contentsOf: url), format: nil) as? [String: Any])
        list["model"] = nil
        try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0).write(to: url)
        #expect(code(later, NSInferMappingModelAutomaticallyOption, true) == NSMigrationMissingSourceModelError)
        // Who saves it again makes up for that.
        try with(former) { $0.make("Car", ["name": "car 6"]) }
        try with(later) { try #expect($0.named("Car", by: "label").count == 7) }
    }

    @Test("15.7 A binary store is migrated by a mapping model of the program, which goes before what could be inferred")
    func mapped() throws {
        try with(EmbeddedCarsMapping.former()) { context in
            for name in ["a", "b"] { context.make("EmbeddedCar", ["name": name, "maker": "Kia"]) }
        }
        try with(EmbeddedCarsMapping.later()) { context in
            try #expect(context.named("EmbeddedCar").map { $0.text("loud") } == ["A", "B"])
        }
        #expect(try files() == ["Store.binary"])
    }

    @Test("15.17 Who has a binary store open that another migrates can save no more")
    func openElsewhere() throws {
        try with(former) { CarModels.fill($0) }
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: former)
        try coordinator.addPersistentStore(type: .binary, at: url)
        try with(later) { try #expect($0.named("Car", by: "label").count == 6) }
        let context = coordinator.newContext()
        context.checked {
            context.make("Car", ["name": "car 6"])
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSPersistentStoreSaveError)
        }
        try with(later) { try #expect($0.named("Car", by: "label").count == 6) }
    }

    @Test("15.23 What is saved while a binary store is being migrated is not lost")
    func savedMeanwhile() throws {
        try with(former) { CarModels.fill($0) }
        let other = NSPersistentStoreCoordinator(managedObjectModel: former)
        try other.addPersistentStore(type: .binary, at: url)
        var rounds = 0
        let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: former, destinationModel: later)
        try FileReplacement(at: url, type: NSBinaryStoreType, options: nil).run { place in
            try NSMigrationManager(sourceModel: former, destinationModel: later).migrateStore(
                from: url, type: .binary, mapping: mapping, to: place, type: .binary)
            rounds += 1
            guard rounds == 1 else { return }
            let context = other.newContext()
            try context.checked {
                context.make("Car", ["name": "car 6"])
                try context.save()
            }
        }
        #expect(rounds == 2)
        try with(later) { try #expect($0.named("Car", by: "label").count == 7) }
        #expect(try files() == ["Store.binary"])
    }

    @Test("15.23 Of many that migrate one binary store at once each gets it")
    func atOnce() async throws {
        try with(former) { CarModels.fill($0) }
        let store = self
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask { try store.with(Self.renamed()) { try $0.named("Car", by: "label").count } }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == [6, 6, 6, 6])
        #expect(try files() == ["Store.binary"])
    }

    @Test("15.22 A binary store of some entities alone is migrated with them")
    func configuration() throws {
        func open(_ model: NSManagedObjectModel, _ body: (NSManagedObjectContext) throws -> Void) throws {
            model.setEntities([model.entities[0]], forConfigurationName: "Some")
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
            try coordinator.addPersistentStore(
                ofType: NSBinaryStoreType, configurationName: "Some", at: url, options: MigratedStore.options)
            let context = coordinator.newContext()
            try context.checked {
                try body(context)
                try context.save()
            }
        }
        try open(model(entity("Car", attribute("name")), entity("Stray", attribute("name")))) {
            $0.make("Car", ["name": "a"])
        }
        for _ in 0..<2 {
            let (car, stray) = (entity("Car", attribute("name")), entity("Stray", attribute("name")))
            for entity in [car, stray] { entity.properties.append(attribute("added")) }
            try open(model(car, stray)) { try #expect($0.named("Car").map { $0.text("name") } == ["a"]) }
        }
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .binary, at: url)
        #expect(NSManagedObjectModel.versionHashes(in: metadata)?.keys.sorted() == ["Car"])
    }

    @Test("15.12 A manager migrates a binary store to its own place")
    func inPlace() throws {
        try with(former) { CarModels.fill($0) }
        let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: former, destinationModel: later)
        try NSMigrationManager(sourceModel: former, destinationModel: later).migrateStore(
            from: url, type: .binary, mapping: mapping, to: url, type: .binary)
        try with(later, options: [:]) { try #expect($0.named("Car", by: "label").count == 6) }
        #expect(try files() == ["Store.binary"])
    }

    @Test("15.15 A binary store is migrated in stages")
    func staged() throws {
        try with(former) { CarModels.fill($0) }
        let stage = NSCustomMigrationStage(
            migratingFrom: NSManagedObjectModelReference(model: former, versionChecksum: former.versionChecksum),
            to: NSManagedObjectModelReference(model: later, versionChecksum: later.versionChecksum))
        func edit(_ key: String, _ mark: String) -> (NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void {
            { manager, _ in
                let context = try #require(manager.container).newBackgroundContext()
                try context.performAndWait {
                    for car in try context.named("Car", by: key) {
                        car.setValue((car.text(key) ?? "") + mark, forKey: key)
                    }
                    try context.save()
                }
            }
        }
        stage.willMigrateHandler = edit("name", "!")
        stage.didMigrateHandler = edit("label", "?")
        var options = MigratedStore.options
        options[NSPersistentStoreStagedMigrationManagerOptionKey] = NSStagedMigrationManager([stage])
        try with(later, options: options) { context in
            try #expect(context.named("Car", by: "label").map { $0.text("label") } == (0..<6).map { "car \($0)!?" })
        }
        #expect(try files() == ["Store.binary"])
    }
}
