import Testing

@testable import CoreData

@Suite("A compiled model")
struct CompiledModelTests {
    @Test("by Xcode opens", .enabled(if: SampleFiles.areThere, "no samples"), arguments: SampleFiles.compiledModels)
    func opens(path: String) throws {
        let model = try #require(NSManagedObjectModel(contentsOf: SampleFiles.file(path)))
        #expect(!model.entities.isEmpty)
        for entity in model.entities {
            #expect(entity.managedObjectModel === model)
            #expect(!entity.properties.isEmpty, "\(entity.name ?? "")")
            for relationship in entity.relationshipsByName.values {
                let destination = try #require(relationship.destinationEntity)
                #expect(destination.managedObjectModel === model)
                let inverse = try #require(relationship.inverseRelationship)
                #expect(destination.relationshipsByName[inverse.name] === inverse)
            }
        }
    }

    @Test(
        "by Xcode has the hashes and the checksum of its bundle", .enabled(if: SampleFiles.areThere, "no samples"),
        arguments: SampleFiles.bundles)
    func hashes(path: String) throws {
        let folder = SampleFiles.file(path)
        let data = try Data(contentsOf: folder.appendingPathComponent("VersionInfo.plist"))
        let info = try #require(try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
        let versions = try #require(info["NSManagedObjectModel_VersionHashes"] as? [String: [String: Data]])
        let checksums = info["NSManagedObjectModel_VersionChecksums"] as? [String: String]
        #expect(!versions.isEmpty)
        for (version, hashes) in versions {
            let model = try #require(NSManagedObjectModel(contentsOf: folder.appendingPathComponent("\(version).mom")))
            #expect(model.entityVersionHashesByName == hashes)
            if let checksums { #expect(model.versionChecksum == checksums[version]) }
        }
        #expect(try Set(NSManagedObjectModel.checksumsForVersionedModel(at: folder).keys) == Set(versions.keys))
        if let checksums { #expect(try NSManagedObjectModel.checksumsForVersionedModel(at: folder) == checksums) }
    }

    @Test("that is missing has no checksums") func missing() {
        let error = #expect(throws: CocoaError.self) {
            try NSManagedObjectModel.checksumsForVersionedModel(at: URL(fileURLWithPath: "/none.momd"))
        }
        #expect(error?.code == .fileReadUnknown)
    }

    @Test("in a bundle is that of the current version", .enabled(if: SampleFiles.areThere, "no samples"))
    func currentVersion() throws {
        let folder = SampleFiles.file("compiled-models/alemar11__CoreDataPlus/SampleModel.momd")
        let data = try Data(contentsOf: folder.appendingPathComponent("VersionInfo.plist"))
        let info = try #require(try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any])
        let current = try #require(info["NSManagedObjectModel_CurrentVersionName"] as? String)
        let model = try #require(NSManagedObjectModel(contentsOf: folder))
        #expect(model == NSManagedObjectModel(contentsOf: folder.appendingPathComponent("\(current).mom")))
    }

    @Test(
        "says what its source says: names, types, defaults, flags, user info",
        .enabled(if: SampleFiles.areThere, "no samples"))
    func content() throws {
        let file = SampleFiles.file("compiled-models/alemar11__CoreDataPlus/SampleModel.momd/SampleModel3.mom")
        let model = try #require(NSManagedObjectModel(contentsOf: file))
        #expect(model.versionIdentifiers == ["3"])
        let car = try #require(model.entitiesByName["Car"])
        let luxury = try #require(model.entitiesByName["LuxuryCar"])
        #expect(luxury.superentity?.superentity === car)
        #expect(luxury.isKindOf(entity: car) && !car.isKindOf(entity: luxury))
        #expect(luxury.renamingIdentifier == "ExpensiveSportCar")
        #expect(car.renamingIdentifier == "Car")
        #expect(luxury.attributesByName["isLimitedEdition"]?.defaultValue as? Bool == false)
        #expect(luxury.attributesByName["numberPlate"]?.isOptional == false)
        #expect(car.uniquenessConstraints as? [[String]] == [["numberPlate"]])
        #expect(car.relationshipsByName["maker"] == nil)
        #expect(car.relationshipsByName["createdBy"]?.inverseRelationship?.name == "cars")
        #expect(car.relationshipsByName["owner"]?.isToMany == false)
        #expect(car.relationshipsByName["previousOwners"]?.isToMany == true)
    }

    @Test(
        "written again is equal, and has the same hashes", .enabled(if: SampleFiles.areThere, "no samples"),
        arguments: SampleFiles.compiledModels)
    func roundTrip(path: String) throws {
        let model = try #require(NSManagedObjectModel(contentsOf: SampleFiles.file(path)))
        try SampleFiles.withFolder { folder in
            let file = folder.appendingPathComponent("Model.mom")
            try model.compiledData().write(to: file)
            let again = try #require(NSManagedObjectModel(contentsOf: file))
            #expect(again == model)
            #expect(again.entityVersionHashesByName == model.entityVersionHashesByName)
            #expect(again.compiledData() == model.compiledData())
        }
    }

    @Test(
        "is written with the fields that Xcode writes", .enabled(if: SampleFiles.areThere, "no samples"),
        arguments: SampleFiles.compiledModels)
    func fields(path: String) throws {
        let original = try Data(contentsOf: SampleFiles.file(path))
        let written = try #require(NSManagedObjectModel(contentsOf: SampleFiles.file(path))).compiledData()
        let (expected, found) = (try Self.fields(in: original), try Self.fields(in: written))
        #expect(Set(expected.keys) == Set(found.keys))
        for (object, fields) in expected { #expect(found[object] == fields, "\(object)") }
    }

    /// The fields of each entity and property: numbers and flags as they are, of references only whether they lead anywhere.
    private static func fields(in data: Data) throws -> [String: [String: PropertyListNode]] {
        let archive = try KeyedArchive(data)
        var result: [String: [String: PropertyListNode]] = [:]
        for object in archive.objects {
            guard case .dictionary(let fields) = object, let name = archive.className(object),
                let own = archive.string(fields["NSPropertyName"] ?? fields["NSEntityName"]),
                fields["NSAscending"] == nil
            else { continue }
            let owner = archive.string(archive.object(fields["NSEntity"])?["NSEntityName"]) ?? ""
            result["\(name) \(owner).\(own)"] = fields.mapValues { value in
                value.uid.map { .bool($0 != 0) } ?? value
            }
        }
        return result
    }

    @Test("is written with everything that was set in code")
    func builtInCode() throws {
        let model = SampleModel.everything()
        try SampleFiles.withFolder { folder in
            let bundle = folder.appendingPathComponent("Everything.momd")
            try NSManagedObjectModel.writeVersions(
                [("Old", NSManagedObjectModel()), ("New", model)], current: "New", to: bundle)
            let again = try #require(NSManagedObjectModel(contentsOf: bundle))
            for entity in model.entities {
                let twin = try #require(again.entitiesByName[entity.name ?? ""])
                for property in entity.properties { #expect(twin.propertiesByName[property.name] == property) }
                #expect(twin == entity)
            }
            #expect(again == model)
            #expect(again.entityVersionHashesByName == model.entityVersionHashesByName)
            #expect(
                try #require(NSManagedObjectModel(contentsOf: bundle.appendingPathComponent("Old.mom"))).entities
                    .isEmpty)
        }
    }

    @Test("that is missing, or no model, is nil")
    func unreadable() throws {
        try SampleFiles.withFolder { folder in
            #expect(NSManagedObjectModel(contentsOf: folder.appendingPathComponent("Missing.momd")) == nil)
            #expect(NSManagedObjectModel(contentsOf: folder) == nil)
            let file = folder.appendingPathComponent("Text.mom")
            try Data("no model".utf8).write(to: file)
            #expect(NSManagedObjectModel(contentsOf: file) == nil)
            let list = try PropertyListSerialization.data(fromPropertyList: ["a": [1, 2]], format: .binary, options: 0)
            try list.write(to: file)
            #expect(NSManagedObjectModel(contentsOf: file) == nil)
        }
    }

    @Test("that is cut short or altered is read or refused, and never crashes")
    func damaged() throws {
        let whole = SampleModel.everything().compiledData()
        var generator = SplitMix(state: 7)
        try SampleFiles.withFolder { folder in
            let file = folder.appendingPathComponent("Damaged.mom")
            var refused = 0
            for round in 0..<600 {
                var bytes = [UInt8](whole)
                if round < 100 {
                    bytes.removeLast(bytes.count * (round + 1) / 101)
                } else {
                    for _ in 0...Int.random(in: 0..<3, using: &generator) {
                        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
                            in: 0...255, using: &generator)
                    }
                }
                try Data(bytes).write(to: file)
                if NSManagedObjectModel(contentsOf: file) == nil { refused += 1 }
            }
            #expect(refused >= 100)
        }
    }
}

/// A generator of random numbers that gives the same ones each time.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
