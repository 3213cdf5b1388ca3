import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// The mapping model that Xcode compiled for a store that Apple's framework wrote.
@Suite(.enabled(if: SampleFiles.areThere, "no samples")) struct SampleMappingTests {
    private func version(_ name: String) throws -> NSManagedObjectModel {
        try #require(
            NSManagedObjectModel(
                contentsOf: SampleFiles.file("compiled-models/alemar11__CoreDataPlus/SampleModel.momd/\(name).mom")))
    }

    /// Makes one maker of all cars that name it, and puts the owner among the former ones as the expressions say.
    final class SampleMakerPolicy: NSEntityMigrationPolicy {
        override func createDestinationInstances(
            forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
        ) throws {
            try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
            let cars = manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: [sInstance])
            guard let name = sInstance.text("maker"), let car = cars.first else { return }
            let context = try #require(car.managedObjectContext)
            let known = context.registeredObjects.first { $0.entity.name == "Maker" && $0.text("name") == name }
            let maker = known ?? NSEntityDescription.insertNewObject(forEntityName: "Maker", into: context)
            maker.setValue(name, forKey: "name")
            maker.mutableSetValue(forKey: "cars").add(car)
        }
    }

    private func rows(_ url: URL, _ sql: String) throws -> [String] {
        try Connection(path: url.path, access: .readWrite).rows(sql) { row in
            (0..<row.columnCount).map { row.string(Int32($0)) ?? "-" }.joined(separator: " ")
        }
    }

    @Test("15.8 A store of Apple's goes from its first version to the third, by SQL and by Xcode's mapping model")
    func sampleModel() throws {
        let store = MigratedStore()
        try SampleFiles.withCopy(of: "stores/alemar11__CoreDataPlus__SampleModel_V1.sqlite") {
            try $0.execute("VACUUM INTO '\(store.url.path)'")
        }
        let cars = "SELECT c.ZNUMBERPLATE, c.ZMODEL, p.ZLASTNAME, c.ZMARKEDFORDELETIONASOF"
        let order = "FROM ZCAR c LEFT JOIN ZPERSON p ON p.Z_PK = c.ZOWNER"
        let former = try rows(store.url, "\(cars), c.ZMAKER \(order) ORDER BY 1")
        let (first, second, third) = (
            try version("SampleModel"), try version("SampleModel2"), try version("SampleModel3")
        )
        let inferred = try NSMappingModel.inferredMappingModel(forSourceModel: first, destinationModel: second)
        let middle = store.folder.url.appendingPathComponent("Second.sqlite")
        try store.migrate(first, second, by: inferred, to: middle)
        #expect(try rows(middle, "\(cars), c.ZMAKER \(order) ORDER BY 1") == former)
        let file = SampleFiles.file("compiled-models/alemar11__CoreDataPlus/V2toV3.cdm")
        let mapping = try #require(NSMappingModel(contentsOf: file))
        for entity in mapping.entityMappings where entity.entityMigrationPolicyClassName != nil {
            #expect(entity.entityMigrationPolicyClassName == "REPLACE_AT_RUNTIME.V2to3MakerPolicy")
            entity.entityMigrationPolicyClassName = String(reflecting: SampleMakerPolicy.self)
        }
        let manager = NSMigrationManager(sourceModel: second, destinationModel: third)
        try manager.migrateStore(from: middle, type: .sqlite, mapping: mapping, to: store.later, type: .sqlite)
        let made = try rows(
            store.later, "\(cars), m.ZNAME \(order) LEFT JOIN ZMAKER m ON m.Z_PK = c.ZCREATEDBY ORDER BY 1")
        #expect(made == former && made.count == 125)
        #expect(try rows(store.later, "SELECT count(*) FROM ZMAKER") == ["10"])
        #expect(try rows(store.later, "SELECT count(*) FROM ZPERSON") == ["20"])
        let kinds = "SELECT p.Z_NAME, count(*) FROM ZCAR c JOIN Z_PRIMARYKEY p USING (Z_ENT) GROUP BY 1 ORDER BY 1"
        #expect(try rows(store.later, kinds).last == "SportCar 5" || rows(store.later, kinds).contains("LuxuryCar 5"))
        try previousOwners(store.later, third)
    }

    private func previousOwners(_ url: URL, _ model: NSManagedObjectModel) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(type: .sqlite, at: url)
        let context = coordinator.newContext()
        try context.checked {
            for car in try context.named("Car", by: "numberPlate") {
                let owners = car.value(forKey: "previousOwners") as? Set<NSManagedObject>
                let owner = car.value(forKey: "owner") as? NSManagedObject
                #expect(owners == (owner.map { [$0] } ?? []))
            }
        }
    }

    @Test("15.6 Xcode's compiled mapping model reads back as it was written")
    func compiled() throws {
        let file = SampleFiles.file("compiled-models/alemar11__CoreDataPlus/V2toV3.cdm")
        let mapping = try #require(NSMappingModel(contentsOf: file))
        let (second, third) = (try version("SampleModel2"), try version("SampleModel3"))
        #expect(mapping.fits(second, third))
        #expect(
            mapping.entityMappings.map(\.name) == [
                "CarToCar", "LuxuryCarToLuxuryCar", "PersonToPerson", "SportCarToSportCar", "Maker",
            ])
        #expect(mapping.entityMappings.map(\.mappingType.rawValue) == [1, 1, 4, 1, 2])
        let written = try MappingModelDecoder.decode(mapping.compiledData())
        for (one, other) in zip(written, mapping.entityMappings) { #expect(one.saysSame(as: other)) }
    }
}
