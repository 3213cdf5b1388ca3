import CoreData
import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// Cars that name their maker, and later ones that lead to it.
enum CarModels {
    static func named() -> NSManagedObjectModel {
        let (car, person) = (
            entity("Car", attribute("name"), attribute("maker"), attribute("seats", .integer16AttributeType)),
            entity("Person", attribute("name"))
        )
        relate(person, .many("cars", ordered: true), car, .one("owner"))
        return model(car, person)
    }

    static func related() -> NSManagedObjectModel {
        let (car, maker, person) = (
            entity("Car", attribute("name"), attribute("label"), attribute("seats", .integer32AttributeType)),
            entity("Maker", attribute("name", isOptional: false)), entity("Person", attribute("name"))
        )
        relate(person, .many("cars", ordered: true), car, .one("owner"))
        relate(maker, .many("cars"), car, .one("maker"))
        return model(car, maker, person)
    }

    /// From the one to the other, with that policy for cars.
    static func mapping(
        _ source: NSManagedObjectModel, _ destination: NSManagedObjectModel,
        policy: NSEntityMigrationPolicy.Type? = MakerPolicy.self
    ) -> NSMappingModel {
        let mapping = NSMappingModel()
        mapping.entityMappings = [
            entityMapping(
                "CarToCar", source.entitiesByName["Car"], destination.entitiesByName["Car"], policy: policy,
                attributes: ["name": "$source.name", "seats": "$source.seats"],
                relationships: [
                    "owner":
                        "FUNCTION($manager, 'destinationInstancesForEntityMappingNamed:sourceInstances:', 'PersonToPerson', "
                        + "$source.owner)"
                ]),
            entityMapping(
                "PersonToPerson", source.entitiesByName["Person"], destination.entitiesByName["Person"],
                attributes: ["name": "$source.name"],
                relationships: [
                    "cars":
                        "FUNCTION($manager, 'destinationInstancesForSourceRelationshipNamed:sourceInstances:', 'cars', "
                        + "$source.cars)"
                ]),
            entityMapping("Maker", nil, destination.entitiesByName["Maker"]),
        ]
        return mapping
    }

    static func fill(_ context: NSManagedObjectContext) {
        let ada = context.make("Person", ["name": "Ada"])
        context.make("Person", ["name": "Bo"])
        let cars = (0..<6).map {
            context.make("Car", ["name": "car \($0)", "maker": ["Kia", "BMW"][$0 % 2], "seats": $0])
        }
        ada.setValue(NSOrderedSet(array: [cars[4], cars[0], cars[2]]), forKey: "cars")
    }

    /// Makes an object of what was a text, one for all cars with the same.
    final class MakerPolicy: NSEntityMigrationPolicy {
        override func createDestinationInstances(
            forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
        ) throws {
            try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
            let cars = manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: [sInstance])
            guard let name = sInstance.text("maker"), let car = cars.first else { return }
            var makers = manager.userInfo?["makers"] as? [String: NSManagedObject] ?? [:]
            let maker =
                makers[name]
                ?? NSEntityDescription.insertNewObject(forEntityName: "Maker", into: manager.destinationContext)
            maker.setValue(name, forKey: "name")
            makers[name] = maker
            manager.userInfo = ["makers": makers]
            car.setValue(maker, forKey: "maker")
        }
    }

    /// What a store of related cars holds, by SQL alone.
    static func rows(in url: URL) throws -> [String] {
        let connection = try Connection(path: url.path, access: .readWrite)
        #expect(try connection.value("PRAGMA integrity_check") == .text("ok"))
        return try connection.rows(
            """
            SELECT c.ZNAME, m.ZNAME, c.ZSEATS, p.ZNAME, (SELECT count(*) FROM ZCAR o WHERE o.ZOWNER = c.ZOWNER AND \
            o.Z_FOK_OWNER <= c.Z_FOK_OWNER) FROM ZCAR c LEFT JOIN ZMAKER m ON m.Z_PK = c.ZMAKER \
            LEFT JOIN ZPERSON p ON p.Z_PK = c.ZOWNER ORDER BY c.ZNAME
            """
        ) { row in (0..<5).map { row.string($0) ?? "-" }.joined(separator: " ") }
    }

    static let rows = [
        "car 0 Kia 0 Ada 2", "car 1 BMW 1 - 0", "car 2 Kia 2 Ada 3", "car 3 BMW 3 - 0", "car 4 Kia 4 Ada 1",
        "car 5 BMW 5 - 0",
    ]
}

/// An entity mapping with expressions of that format.
func entityMapping(
    _ name: String, _ source: NSEntityDescription?, _ destination: NSEntityDescription?,
    policy: NSEntityMigrationPolicy.Type? = nil, attributes: [String: String] = [:],
    relationships: [String: String] = [:]
) -> NSEntityMapping {
    let mapping = NSEntityMapping()
    mapping.name = name
    mapping.mappingType = source == nil ? .addEntityMappingType : .customEntityMappingType
    mapping.sourceEntityName = source?.name
    mapping.sourceEntityVersionHash = source?.versionHash
    mapping.destinationEntityName = destination?.name
    mapping.destinationEntityVersionHash = destination?.versionHash
    mapping.entityMigrationPolicyClassName = policy.map { String(reflecting: $0) }
    func properties(_ formats: [String: String]) -> [NSPropertyMapping] {
        formats.sorted { $0.key < $1.key }.map { name, format in
            let property = NSPropertyMapping()
            property.name = name
            property.valueExpression = NSExpression(format: format, argumentArray: [])
            return property
        }
    }
    mapping.attributeMappings = properties(attributes)
    mapping.relationshipMappings = properties(relationships)
    return mapping
}

extension MigratedStore {
    /// Where a migration writes to.
    var later: URL { folder.url.appendingPathComponent("Later.sqlite") }

    /// Migrates the store to the other place by a manager.
    @discardableResult
    func migrate(
        _ source: NSManagedObjectModel, _ destination: NSManagedObjectModel, by mapping: NSMappingModel,
        to url: URL? = nil, _ prepare: (NSMigrationManager) -> Void = { _ in }
    ) throws -> NSMigrationManager {
        let manager = NSMigrationManager(sourceModel: source, destinationModel: destination)
        prepare(manager)
        try manager.migrateStore(from: self.url, type: .sqlite, mapping: mapping, to: url ?? later, type: .sqlite)
        return manager
    }

    /// Whether nothing but the store and its log is left in its folder.
    func checkThatNothingIsLeft(besides names: String...) throws {
        let known = ["Store.sqlite", "Store.sqlite-wal", "Store.sqlite-shm"] + names
        let found = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(found.filter { !known.contains($0) } == [])
    }
}
