import CoreData
import CoreDataModelCompiler
import Foundation
import Testing

@Suite("Models from Xcode") struct SampleModelTests {
    @Test(
        "compile, every version", .enabled(if: Fixtures.samplesAreThere, "no samples"),
        arguments: Fixtures.sampleModels)
    func compile(path: String) throws {
        let compiler = try ModelCompiler(path: Fixtures.sample(path).path)
        for version in compiler.versionNames {
            let model = try #require(compiler.managedObjectModel(version: version))
            #expect(!model.entities.isEmpty)
            for entity in model.entities {
                for relationship in entity.relationshipsByName.values { #expect(relationship.destinationEntity != nil) }
            }
        }
        #expect(try !compiler.sources(module: "Module").isEmpty)
    }

    @Test(
        "have the version hashes that Xcode gave them", .enabled(if: Fixtures.samplesAreThere, "no samples"),
        arguments: ["SampleModel", "SampleModel3"])
    func hashes(name: String) throws {
        let folder = "alemar11__CoreDataPlus"
        let compiler = try ModelCompiler(path: Fixtures.sample("models/\(folder)/\(name).xcdatamodeld").path)
        let info = Fixtures.sample("compiled-models/\(folder)/\(name).momd/VersionInfo.plist")
        let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: info), format: nil)
        let versions = try #require(
            (list as? [String: Any])?["NSManagedObjectModel_VersionHashes"] as? [String: [String: Data]])
        #expect(versions.keys.sorted() == compiler.versionNames)
        for (version, hashes) in versions {
            #expect(compiler.managedObjectModel(version: version)?.entityVersionHashesByName == hashes)
        }
    }

    @Test("say the same as what Xcode compiled of them", .enabled(if: Fixtures.samplesAreThere, "no samples"))
    func compiled() throws {
        let compiler = try ModelCompiler(path: Fixtures.sample("models/ZeeQL__ZeeQL3/Contacts.xcdatamodel").path)
        let ours = try #require(compiler.managedObjectModel())
        let apples = try #require(
            NSManagedObjectModel(contentsOf: Fixtures.sample("compiled-models/ZeeQL__ZeeQL3/Contacts.mom")))
        #expect(ours.entityVersionHashesByName == apples.entityVersionHashesByName)
        for (name, entity) in apples.entitiesByName {
            #expect(ours.entitiesByName[name] == entity)
        }
    }

    @Test("open again from what is written of them", .enabled(if: Fixtures.samplesAreThere, "no samples"))
    func written() throws {
        let compiler = try ModelCompiler(path: Fixtures.sample("models/objcio__core-data/Moody.xcdatamodeld").path)
        try Fixtures.withFolder { folder in
            let bundle = folder.appendingPathComponent("Moody.momd")
            try compiler.writeCompiledModel(to: bundle.path)
            let current = try #require(NSManagedObjectModel(contentsOf: bundle))
            #expect(current == compiler.managedObjectModel())
            for version in compiler.versionNames {
                let file = bundle.appendingPathComponent("\(version).mom")
                #expect(NSManagedObjectModel(contentsOf: file) == compiler.managedObjectModel(version: version))
            }
        }
    }
}
