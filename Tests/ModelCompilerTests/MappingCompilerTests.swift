import CoreData
import CoreDataModelCompiler
import CoreDataSQLite
import Foundation
import Testing

@Suite("Mapping models from Xcode", .enabled(if: Fixtures.samplesAreThere, "no samples")) struct MappingCompilerTests {
    @Test("compile to what Xcode compiled of them")
    func same() throws {
        let compiler = try MappingCompiler(
            path: Fixtures.sample("models/alemar11__CoreDataPlus/V2toV3.xcmappingmodel").path)
        let file = Fixtures.sample("compiled-models/alemar11__CoreDataPlus/V2toV3.cdm")
        let compiled = try #require(NSMappingModel(contentsOf: file))
        #expect(compiler.mappingModel.entityMappings.map(Said.init) == compiled.entityMappings.map(Said.init))
    }

    /// All that an entity mapping says.
    private struct Said: Equatable {
        let name: String
        let type: NSEntityMappingType
        let hashes: [Data?]
        let policy: String?
        let expressions: [[String]]

        init(_ mapping: NSEntityMapping) {
            name = "\(mapping.name ?? "") \(mapping.sourceEntityName ?? "") \(mapping.destinationEntityName ?? "")"
            type = mapping.mappingType
            hashes = [mapping.sourceEntityVersionHash, mapping.destinationEntityVersionHash]
            policy = mapping.entityMigrationPolicyClassName
            func texts(_ properties: [NSPropertyMapping]?) -> [String] {
                (properties ?? []).map { "\($0.name ?? "") = \($0.valueExpression?.description ?? "-")" }
            }
            expressions = [
                texts(mapping.attributeMappings), texts(mapping.relationshipMappings),
                [mapping.sourceExpression?.description ?? "-"],
            ]
        }
    }

    @Test("are checked, written as a file and as source by the tool")
    func tool() throws {
        let path = Fixtures.sample("models/alemar11__CoreDataPlus/V2toV3.xcmappingmodel").path
        try Fixtures.withFolder { folder in
            let file = folder.appendingPathComponent("V2toV3.cdm")
            #expect(CommandLineTool.run([path, "--cdm", file.path, "--swift", folder.path]) == 0)
            #expect(NSMappingModel(contentsOf: file)?.entityMappings.count == 5)
            let source = try String(contentsOf: folder.appendingPathComponent("V2toV3Mapping.swift"), encoding: .utf8)
            #expect(source.contains("public enum V2toV3Mapping: EmbeddedMappingModel {"))
            #expect(source.contains("\"\(try Data(contentsOf: file).base64EncodedString())\""))
            #expect(CommandLineTool.run([path, "--momd", file.path]) == 2)
            #expect(CommandLineTool.run([folder.path + "/Missing.xcmappingmodel"]) == 1)
            let broken = folder.appendingPathComponent("Broken.xcmappingmodel")
            try FileManager.default.createDirectory(at: broken, withIntermediateDirectories: true)
            try Data("<database/>".utf8).write(to: broken.appendingPathComponent("xcmapping.xml"))
            #expect(CommandLineTool.run([broken.path]) == 1)
        }
    }

    // MARK: A chain

    /// Makes continents anew of what countries say.
    final class Country5ToCountry6Policy: NSEntityMigrationPolicy {
        override func createDestinationInstances(
            forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
        ) throws {
            try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
            let made = manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: [sInstance])
            guard let code = sInstance.value(forKey: "isoContinent") as? Int, let country = made.first else { return }
            let request = NSFetchRequest<NSManagedObject>(entityName: "Continent")
            request.predicate = NSPredicate(format: "numericISO3166Code == %d", code)
            let known = try manager.destinationContext.fetch(request).first
            let continent =
                known
                ?? NSEntityDescription.insertNewObject(forEntityName: "Continent", into: manager.destinationContext)
            continent.setValue(code, forKey: "numericISO3166Code")
            country.setValue(continent, forKey: "continent")
        }
    }

    private static let moody = "models/objcio__core-data"

    private func mapping(_ step: Int, _ from: NSManagedObjectModel, _ to: NSManagedObjectModel) throws -> NSMappingModel
    {
        guard step > 1 else {
            return try NSMappingModel.inferredMappingModel(forSourceModel: from, destinationModel: to)
        }
        let name = "\(Self.moody)/Moody_\(step)-Moody_\(step + 1).xcmappingmodel"
        let mapping = try MappingCompiler(path: Fixtures.sample(name).path).mappingModel
        for entity in mapping.entityMappings where entity.entityMigrationPolicyClassName != nil {
            #expect(entity.entityMigrationPolicyClassName == "Migrations.Country5ToCountry6Policy")
            entity.entityMigrationPolicyClassName = String(reflecting: Country5ToCountry6Policy.self)
        }
        return mapping
    }

    private func rows(_ url: URL, _ sql: String) throws -> [String] {
        try Connection(path: url.path, access: .readWrite).rows(sql) { row in
            (0..<row.columnCount).map { column in
                row.string(Int32(column)) ?? "-"
            }.joined(separator: " ")
        }
    }

    @Test("migrate a store of Apple's over five steps, with every value where it belongs")
    func chain() throws {
        let compiler = try ModelCompiler(path: Fixtures.sample("\(Self.moody)/Moody.xcdatamodeld").path)
        let models = try ["Moody", "Moody 2", "Moody 3", "Moody 4", "Moody 5", "Moody 6"].map { version in
            try #require(compiler.managedObjectModel(version: version))
        }
        try Fixtures.withFolder { folder in
            func file(_ version: Int) -> URL { folder.appendingPathComponent("\(version).moody") }
            let origin = Fixtures.sample("stores/objcio__core-data__Moody.moody")
            for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: origin.path + suffix) {
                try FileManager.default.copyItem(atPath: origin.path + suffix, toPath: file(1).path + suffix)
            }
            let moods =
                "SELECT m.ZDATE, m.ZLATITUDE, m.ZLONGITUDE, m.ZCREATORID, hex(m.ZCOLORS), m.ZMARKEDFORDELETIONDATE, "
            let countries = "n.ZNUMERICISO3166CODE, n.ZUPDATEDAT, n.ZNUMBEROFMOODS, c.ZNUMERICISO3166CODE "
            let former = try rows(
                file(1),
                moods + "m.ZREMOTEIDENTIFIER, " + countries
                    + "FROM ZMOOD m LEFT JOIN ZGEOGRAPHICREGION n ON n.Z_PK = m.ZCOUNTRY "
                    + "LEFT JOIN ZGEOGRAPHICREGION c ON c.Z_PK = n.ZCONTINENT ORDER BY m.ZDATE")
            #expect(former.count == 4)
            for step in 1...5 {
                let (from, to) = (models[step - 1], models[step])
                let manager = NSMigrationManager(sourceModel: from, destinationModel: to)
                try manager.migrateStore(
                    from: file(step), type: .sqlite, mapping: try mapping(step, from, to), to: file(step + 1),
                    type: .sqlite)
                let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
                    type: .sqlite, at: file(step + 1))
                #expect(to.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
            }
            let made = try rows(
                file(6),
                moods + "m.ZREMOTEID, " + countries + "FROM ZMOOD m LEFT JOIN ZCOUNTRY n ON n.Z_PK = m.ZCOUNTRY "
                    + "LEFT JOIN ZCONTINENT c ON c.Z_PK = n.ZCONTINENT ORDER BY m.ZDATE")
            #expect(made == former)
            // What the third version has of the continents of moods comes out of a key path over sets.
            let third = try rows(
                file(3),
                "SELECT count(*) FROM ZMOOD m JOIN ZGEOGRAPHICREGION n ON n.Z_PK = m.ZCOUNTRY WHERE m.ZCONTINENT IS n.ZCONTINENT"
            )
            #expect(third == ["4"])
        }
    }
}
