import CoreDataSQLite
import Testing

@testable import CoreData

@Suite("The model cache of a store")
struct ModelCacheTests {
    @Test(
        "by Apple has the hashes, the checksum and the digest of the store's metadata",
        .enabled(if: SampleFiles.areThere, "no samples"), arguments: SampleFiles.stores)
    func hashes(path: String) throws {
        let model = try SampleFiles.withCopy(of: path) { try #require(try ModelCache.read($0)) }
        let metadata = try metadata(of: path)
        let hashes = try #require(metadata["NSStoreModelVersionHashes"] as? [String: Data])
        let computed = model.entityVersionHashesByName
        #expect(Set(hashes.keys).isSubset(of: computed.keys))
        for (name, hash) in hashes { #expect(computed[name] == hash, "\(name)") }
        if let digest = metadata["NSStoreModelVersionHashesDigest"] as? String {
            #expect(VersionHash.digest(of: hashes) == digest)
        }
        if let checksum = metadata["NSStoreModelVersionChecksumKey"] as? String {
            #expect(VersionHash.checksum(of: hashes) == checksum)
        }
        #expect(model.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) == (hashes == computed))
    }

    @Test(
        "by Apple, written again, decodes to an equal model", .enabled(if: SampleFiles.areThere, "no samples"),
        arguments: SampleFiles.stores)
    func roundTrip(path: String) throws {
        try SampleFiles.withCopy(of: path) { connection in
            let model = try #require(try ModelCache.read(connection))
            try ModelCache.write(model, to: connection)
            let again = try #require(try ModelCache.read(connection))
            for entity in model.entities { #expect(again.entitiesByName[entity.name ?? ""] == entity) }
            #expect(again == model)
            #expect(again.entityVersionHashesByName == model.entityVersionHashesByName)
        }
    }

    @Test("of a model built in code decodes to an equal model, also once the model is in use")
    func builtInCode() throws {
        let model = SampleModel.everything()
        #expect(try CachedModel.decode(CachedModel.encode(model)) == model)
        model.freeze()
        #expect(try CachedModel.decode(CachedModel.encode(model)) == model)
        #expect(
            try CachedModel.decode(CachedModel.encode(model)).entitiesByName["SpecialItem"]?.ownProperties.count == 1)
    }

    @Test("keeps each text as its bytes have it, and each number as its bits")
    func exact() throws {
        // Composed and decomposed, which Swift takes for one; and what an archive has for nothing.
        let names = ["caf\u{E9}", "cafe\u{301}", "$null"]
        let model = SampleModel.items()
        let item = try #require(model.entitiesByName["Item"])
        for (number, name) in names.enumerated() {
            item.properties.append(
                SampleModel.attribute("a\(number)", .stringAttributeType) {
                    $0.versionHashModifier = name
                    $0.defaultValue = name
                })
        }
        for (number, zero) in [0.0, -0.0].enumerated() {
            item.properties.append(SampleModel.attribute("z\(number)", .doubleAttributeType) { $0.defaultValue = zero })
        }
        let again = try CachedModel.decode(CachedModel.encode(model))
        #expect(again.entityVersionHashesByName == model.entityVersionHashesByName)
        let attributes = try #require(again.entitiesByName["Item"]?.attributesByName)
        for (number, name) in names.enumerated() {
            let value = try #require(attributes["a\(number)"]?.defaultValue as? String)
            #expect(value.utf8.elementsEqual(name.utf8))
        }
        #expect((attributes["z0"]?.defaultValue as? Double)?.sign == .plus)
        #expect((attributes["z1"]?.defaultValue as? Double)?.sign == .minus)
    }

    @Test("compares objects of unknown classes that lead back to themselves")
    func circles() {
        let objects = (0..<3).map { number in
            let object = ForeignObject(classNames: ["Circle", "NSObject"])
            object.fields = ["self": object, "number": number / 2]
            return object
        }
        #expect(objects[0] == objects[1])
        #expect(objects[0] != objects[2])
    }

    @Test("holds inherited properties in each entity, as Apple's does")
    func inherited() throws {
        let archive = try KeyedArchive(ModelEncoder.encode(SampleModel.items(), as: .cache))
        let root = archive.objects[archive.root]
        let special = try #require(archive.members(root["NSEntities"]).first { $0.name == "SpecialItem" })
        let properties = archive.members(try #require(archive.object(special.value))["NSProperties"])
        #expect(properties.map(\.name) == ["count", "list", "reason", "title"])
        for (_, reference) in properties {
            #expect(archive.object(reference)?["NSEntity"] == special.value)
        }
    }

    @Test(
        "keeps what fetched properties, derived attributes and validation say",
        .enabled(if: SampleFiles.areThere, "no samples"))
    func predicates() throws {
        let path = "stores/alemar11__CoreDataPlus__SampleModel2_V1.sqlite"
        let model = try SampleFiles.withCopy(of: path) { try #require(try ModelCache.read($0)) }
        let book = try #require(model.entitiesByName["Book"])
        let title = try #require(book.attributesByName["title"])
        #expect(title.validationPredicates.map { $0.evaluate(with: "my title") } == [true, true])
        #expect(title.validationPredicates.map { $0.evaluate(with: "my") } == [false, false])
        #expect(title.validationWarnings.last as? String == "Title must contain 'title'.")
        let pages = try #require(book.attributesByName["pagesCount"] as? NSDerivedAttributeDescription)
        #expect(
            pages.derivationExpression == NSExpression(format: "count:(pages)") || pages.derivationExpression != nil)
        #expect(VersionHash.hash(of: pages)?.count == 32)
        #expect(model.configurations.count == 1)
        let author = try #require(model.entitiesByName["Author"])
        let feedbacks = try #require(author.propertiesByName["feedbacks"] as? NSFetchedPropertyDescription)
        let request = try #require(feedbacks.fetchRequest)
        #expect(request.entity === model.entitiesByName["Feedback"])
        #expect(request.predicate == NSPredicate(format: "authorAlias == $FETCH_SOURCE.alias"))
        #expect(request.sortDescriptors == [NSSortDescriptor(key: "rating", ascending: true)])
        #expect(request.includesSubentities && request.returnsObjectsAsFaults && !request.returnsDistinctResults)
        let cover = try #require(book.attributesByName["cover"])
        #expect((cover.defaultValue as? ForeignObject)?.classNames.first == "CoreDataPlus_Tests.Cover")
    }

    @Test("that is damaged throws")
    func damaged() throws {
        let content = try CachedModel.encode(SampleModel.items())
        for length in stride(from: 0, to: content.count, by: 37) {
            #expect(throws: (any Error).self) { try CachedModel.decode(content.prefix(length)) }
        }
        #expect(throws: (any Error).self) { try CachedModel.decode(Data("no stream".utf8)) }
    }

    private func metadata(of path: String) throws -> [String: Any] {
        let content = try SampleFiles.withCopy(of: path) { try $0.value("SELECT Z_PLIST FROM Z_METADATA") }
        guard case .blob(let bytes)? = content else { return [:] }
        let list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
        return try #require(list as? [String: Any])
    }
}
