import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// Migrations over several versions.
@Suite struct ContractStagedMigrationTests {
    private let store = MigratedStore()

    /// 1: name. 2: name, petName. 3: petName, mandatory. 4: petName, age.
    private let models = [
        model(entity("Pet", attribute("name"))), model(entity("Pet", attribute("name"), attribute("petName"))),
        model(entity("Pet", attribute("petName", isOptional: false))),
        model(entity("Pet", attribute("petName", isOptional: false), attribute("age", .integer16AttributeType))),
    ]

    private func reference(_ version: Int) -> NSManagedObjectModelReference {
        NSManagedObjectModelReference(model: models[version - 1], versionChecksum: checksum(version))
    }

    private func checksum(_ version: Int) -> String { models[version - 1].versionChecksum }

    private func custom(_ from: Int, _ to: Int) -> NSCustomMigrationStage {
        NSCustomMigrationStage(migratingFrom: reference(from), to: reference(to))
    }

    private func fill() throws {
        try store.with(models[0]) { context in for name in ["Rex", "Tom"] { context.make("Pet", ["name": name]) } }
    }

    private func open(
        _ version: Int, _ stages: [NSMigrationStage], _ body: (NSManagedObjectContext) throws -> Void = { _ in }
    ) throws {
        try store.with(
            models[version - 1],
            options: [NSPersistentStoreStagedMigrationManagerOptionKey: NSStagedMigrationManager(stages)], body)
    }

    private static func pets(_ manager: NSStagedMigrationManager, _ body: ([NSManagedObject]) -> Void) throws {
        let container = try #require(manager.container)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            body(try context.named("Pet", by: "objectID"))
            try context.save()
        }
    }

    @Test("15.15 Handlers of a stage work on the store before and after it, under the model of then")
    func handlers() throws {
        try fill()
        let stage = custom(1, 2)
        stage.label = "names of pets"
        var calls: [String] = []
        stage.willMigrateHandler = { manager, given in
            #expect(given === stage && manager.stages == [stage])
            calls.append(
                "will \(manager.container?.managedObjectModel.versionChecksum == stage.currentModel.versionChecksum)")
            let container = try #require(manager.container)
            let context = container.newBackgroundContext()
            try context.performAndWait {
                context.make("Pet", ["name": "New"])
                try context.save()
            }
        }
        stage.didMigrateHandler = { manager, _ in
            calls.append(
                "did \(manager.container?.managedObjectModel.versionChecksum == stage.nextModel.versionChecksum)")
            let container = try #require(manager.container)
            let context = container.newBackgroundContext()
            try context.performAndWait {
                for pet in try context.named("Pet") { pet.setValue(pet.text("name"), forKey: "petName") }
                try context.save()
            }
        }
        let uuid = try identity()
        try open(2, [stage]) { context throws in
            #expect(try context.named("Pet").map { $0.text("petName") } == ["New", "Rex", "Tom"])
        }
        #expect(calls == ["will true", "did true"])
        #expect(try identity() == uuid)
        try store.checkThatNothingIsLeft()
        try open(2, [stage])
        #expect(calls.count == 2)
    }

    private func identity() throws -> String? {
        try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: store.url)[NSStoreUUIDKey]
            as? String
    }

    @Test("15.15 References find a model by object, file, name and hashes, and no other version")
    func references() throws {
        let folder = ScratchFolder()
        let bundleURL = folder.url.appendingPathComponent("Pets.momd")
        try NSManagedObjectModel.writeVersions(
            [("Pets", models[0]), ("Pets 2", models[1])], current: "Pets 2", to: bundleURL)
        let bundle = try #require(Bundle(url: folder.url))
        let references = [
            reference(1), NSManagedObjectModelReference(fileURL: bundleURL, versionChecksum: checksum(1)),
            NSManagedObjectModelReference(
                fileURL: bundleURL.appendingPathComponent("Pets.mom"), versionChecksum: checksum(1)),
            NSManagedObjectModelReference(name: "Pets", in: bundle, versionChecksum: checksum(1)),
            NSManagedObjectModelReference(
                entityVersionHashes: models[0].entityVersionHashesByName, in: bundle, versionChecksum: checksum(1)),
        ]
        for reference in references {
            #expect(reference.versionChecksum == checksum(1))
            #expect(reference.resolvedModel.entityVersionHashesByName == models[0].entityVersionHashesByName)
        }
        let lightweight = NSLightweightMigrationStage([checksum(1), checksum(2)])
        #expect(lightweight.versionChecksums == [checksum(1), checksum(2)])
    }

    @Test("15.16 A chain of stages takes a store from any version to the last")
    func chain() throws {
        for version in 1...3 {
            let store = MigratedStore()
            try store.with(models[version - 1]) { context in
                for name in ["Rex", "Tom"] { context.make("Pet", [version == 3 ? "petName" : "name": name]) }
            }
            let naming = custom(1, 2)
            naming.didMigrateHandler = { manager, _ in try Self.copyNames(manager) }
            let requiring = custom(2, 3)
            requiring.willMigrateHandler = { manager, _ in try Self.copyNames(manager) }
            let stages = [naming, requiring, NSLightweightMigrationStage([checksum(4)])]
            try store.with(
                models[3],
                options: [NSPersistentStoreStagedMigrationManagerOptionKey: NSStagedMigrationManager(stages)]
            ) { context throws in
                #expect(try context.named("Pet", by: "petName").map { $0.text("petName") } == ["Rex", "Tom"])
            }
            try store.checkThatNothingIsLeft()
        }
    }

    private static func copyNames(_ manager: NSStagedMigrationManager) throws {
        let container = try #require(manager.container)
        let context = container.newBackgroundContext()
        try context.performAndWait {
            for pet in try context.named("Pet") where pet.text("petName") == nil {
                pet.setValue(pet.text("name"), forKey: "petName")
            }
            try context.save()
        }
    }

    @Test("15.16 What a store has before a custom stage is migrated in one step to where that begins")
    func lightweightFirst() throws {
        try fill()
        let requiring = custom(2, 3)
        requiring.willMigrateHandler = { manager, _ in try Self.copyNames(manager) }
        try open(4, [NSLightweightMigrationStage([checksum(1), checksum(4)]), requiring]) { context throws in
            #expect(try context.named("Pet", by: "petName").map { $0.text("petName") } == ["Rex", "Tom"])
        }
    }

    @Test("15.16 Stages without work of their own are one step in the file")
    func lightweightOnly() throws {
        try fill()
        let inode = try FileManager.default.attributesOfItem(atPath: store.url.path)[.systemFileNumber] as? Int
        try open(2, [NSLightweightMigrationStage([checksum(1), checksum(2)])]) { context throws in
            #expect(try context.named("Pet").map { $0.text("name") } == ["Rex", "Tom"])
        }
        #expect(try FileManager.default.attributesOfItem(atPath: store.url.path)[.systemFileNumber] as? Int == inode)
    }

    @Test("15.16 A stage that fails leaves the store as it was before the first")
    func failing() throws {
        struct Failure: Error {}
        try fill()
        let naming = custom(1, 2)
        naming.didMigrateHandler = { manager, _ in try Self.copyNames(manager) }
        let requiring = custom(2, 3)
        requiring.willMigrateHandler = { _, _ in throw Failure() }
        let error = #expect(throws: NSError.self) { try open(3, [naming, requiring]) }
        #expect(error?.code == NSMigrationError)
        #expect(error?.userInfo[NSUnderlyingErrorKey] != nil)
        try store.checkThatNothingIsLeft()
        try store.with(models[0], options: [NSMigratePersistentStoresAutomaticallyOption: false]) { context throws in
            #expect(try context.named("Pet").map { $0.text("name") } == ["Rex", "Tom"])
        }
    }

    @Test("15.16 History and metadata go through all stages")
    func history() throws {
        let tracking: [AnyHashable: Any] = [NSPersistentHistoryTrackingKey: true]
        try store.with(models[0], options: tracking) { $0.make("Pet", ["name": "Rex"]) }
        let stage = custom(1, 2)
        stage.didMigrateHandler = { manager, _ in try Self.copyNames(manager) }
        let options: [AnyHashable: Any] = [
            NSPersistentHistoryTrackingKey: true,
            NSPersistentStoreStagedMigrationManagerOptionKey: NSStagedMigrationManager([stage]),
        ]
        try store.with(models[1], options: options) { context throws in
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
            let result = try context.execute(request) as? NSPersistentHistoryResult
            let changes = (result?.result as? [NSPersistentHistoryTransaction])?.map { $0.changes ?? [] } ?? []
            #expect(changes.map { $0.map(\.changeType) } == [[.insert], [.update]])
        }
    }

    @Test("15.25 Going back, unknown versions and models that are not found are errors, and change nothing")
    func errors() throws {
        #expect(NSManagedObjectModelReferenceNotFoundError == 134504)
        #expect(NSStagedMigrationFrameworkVersionMismatchError == 134505)
        #expect(NSStagedMigrationBackwardMigrationError == 134506)
        try fill()
        let before = try Data(contentsOf: store.url)
        func code(_ version: Int, _ stages: [NSMigrationStage]) -> Int? {
            #expect(throws: NSError.self) { try open(version, stages) }?.code
        }
        let backwards = [NSLightweightMigrationStage([checksum(3), checksum(4)]), custom(1, 2)]
        #expect(code(4, backwards) == NSStagedMigrationBackwardMigrationError)
        #expect(code(4, [custom(2, 3)]) == NSMigrationError)
        let missing = NSManagedObjectModelReference(name: "Nowhere", in: nil, versionChecksum: checksum(2))
        let lost = NSCustomMigrationStage(migratingFrom: reference(1), to: missing)
        #expect(code(2, [lost]) == NSManagedObjectModelReferenceNotFoundError)
        let wrong = NSManagedObjectModelReference(model: models[2], versionChecksum: checksum(2))
        let other = NSCustomMigrationStage(migratingFrom: reference(1), to: wrong)
        #expect(code(2, [other]) == NSManagedObjectModelReferenceNotFoundError)
        #expect(code(3, [NSLightweightMigrationStage([checksum(1), checksum(2)])]) == NSMigrationError)
        #expect(try Data(contentsOf: store.url) == before)
        try store.checkThatNothingIsLeft()
    }

    #if compiler(>=6.3)
        @Test("15.25 A version in two stages raises, unless one custom stage goes on where the other ends")
        func duplicates() async {
            _ = NSStagedMigrationManager([custom(1, 2), custom(2, 3), NSLightweightMigrationStage([checksum(4)])])
            await #expect(processExitsWith: .failure) {
                let version = model(entity("Pet", attribute("name")))
                let reference = NSManagedObjectModelReference(model: version, versionChecksum: version.versionChecksum)
                let next = NSManagedObjectModelReference(model: version, versionChecksum: "next")
                _ = NSStagedMigrationManager([
                    NSLightweightMigrationStage([version.versionChecksum]),
                    NSCustomMigrationStage(migratingFrom: reference, to: next),
                ])
            }
        }
    #endif
}
