import CoreData
import Foundation

@testable import CoreData

/// What comes out of files: property lists, compiled models and mapping models, the model and the metadata inside a store.
enum ArchiveFuzzing {
    static let targets = [propertyList, model, modelCache, mappingModel, metadata]

    private static let names = [
        "NSManagedObjectModel", "NSEntityDescription", "NSCompositeAttributeDescription", "NSCompositeElements",
        "NSSubentities",
        "NSSuperentity", "NSProperties", "NSFunctionExpression", "NSAggregateExpression", "NS.objects", "NS.keys",
        "$class", "$null",
        "NSDecimalNumber", "NSOrderedSet", "NSURL", "objectFrom:withIndex:", "sqrt:", "add:to:", "now", "Item", "title",
        "list",
    ]

    private static let propertyList = FuzzTarget(
        name: "property-list", rounds: 2_000,
        seeds: {
            let list = PropertyListNode.dictionary([
                "text": .string("plain"), "wide": .string("Grün 😀"), "long": .string(String(repeating: "x", count: 40)),
                "numbers": .array([.integer(-5), .integer(.max), .real(0.1), .bool(true), .null, .date(12.5), .uid(3)]),
                "data": .data(Data(0..<20)), "nested": .dictionary(["a": .dictionary(["b": .array([])])]),
            ])
            let shared: [UInt8] =
                Array("bplist00".utf8) + [
                    0xA2, 1, 1, 0xA2, 2, 2, 0xA2, 3, 3, 0x50, 8, 11, 14, 17, 0, 0, 0, 0, 0, 0, 1, 1,
                ]
                + [0, 0, 0, 0, 0, 0, 0, 4] + [UInt8](repeating: 0, count: 15) + [18]
            return [[UInt8](BinaryPropertyListWriter.write(list)), shared]
        },
        read: { bytes in
            guard let node = try? BinaryPropertyListReader.read(Data(bytes)) else { return }
            _ = node.foundationValue
            // A number that is none equals nothing, itself least of all.
            guard try BinaryPropertyListReader.read(BinaryPropertyListWriter.write(node)) != node,
                !"\(node)".contains("nan")
            else { return }
            throw FuzzFinding("\(node) is another when written and read again")
        })

    private static let model = FuzzTarget(
        name: "model", rounds: 150,
        seeds: {
            [SampleModel.items(), SampleModel.everything()].map { [UInt8](ModelEncoder.encode($0, as: .compiled)) }
        },
        tokens: names, read: { try use(ModelDecoder.decode(Data($0))) })

    /// The bytes are those that are deflated: mutants of what is deflated would hardly ever be read.
    private static let modelCache = FuzzTarget(
        name: "model-cache", rounds: 100,
        seeds: {
            [
                [UInt8](try CachedModel.encode(SampleModel.items())),
                [1] + [UInt8](ModelEncoder.encode(SampleModel.items(), as: .cache)),
            ]
        },
        tokens: names,
        read: { bytes in
            guard bytes.first == 1 else { return try use(CachedModel.decode(Data(bytes))) }
            try use(ModelDecoder.decode(Data(bytes.dropFirst())))
        })

    /// Whatever is made of the model of a store that is opened.
    private static func use(_ decoded: @autoclosure () throws -> NSManagedObjectModel) throws {
        guard let model = try? decoded() else { return }
        _ = model.entityVersionHashesByName
        let again = try CachedModel.decode(CachedModel.encode(model))
        if again.entityVersionHashesByName != model.entityVersionHashesByName {
            throw FuzzFinding("a model is another when it is written and read again")
        }
        for request in model.fetchRequestTemplatesByName.values { _ = request.predicate.map { "\($0)" } }
        for property in model.entities.flatMap(\.properties) {
            for predicate in property.validationPredicates { _ = "\(predicate)" }
        }
        // A model in use is kept for good.
        guard again.entityVersionHashesByName.values.joined().reduce(0, &+) % 16 == 0 else { return }
        again.freeze()
        for entity in again.entities { _ = entity.layout.slots.count + entity.layout.properties.toOne.count }
    }

    private static let mappingModel = FuzzTarget(
        name: "mapping-model", rounds: 300,
        seeds: {
            let items = SampleModel.items()
            let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: items, destinationModel: items)
            return [[UInt8](mapping.compiledData())]
        },
        tokens: names + [
            "NSMappingModel", "NSEntityMapping", "NSPropertyMapping", "NSFetchRequestExpression",
            "NSVariableExpression",
            "FUNCTION", "FETCH", "$source", "manager",
        ],
        read: { bytes in
            guard let mappings = try? MappingModelDecoder.decode(Data(bytes)) else { return }
            let model = NSMappingModel()
            model.entityMappings = mappings
            for mapping in mappings { _ = mapping.sourceExpression.map { "\($0)" } }
            let again = try MappingModelDecoder.decode(model.compiledData())
            guard again.map(\.name) == mappings.map(\.name), again.map(\.mappingType) == mappings.map(\.mappingType)
            else {
                throw FuzzFinding("a mapping model is another when it is written and read again")
            }
        })

    private static let metadata = FuzzTarget(
        name: "metadata", rounds: 1_000,
        seeds: {
            let model = SampleModel.items()
            let hashes = model.entityVersionHashesByName
            let list: [String: Any] = [
                NSStoreTypeKey: NSSQLiteStoreType, "NSPersistenceFrameworkVersion": 1347,
                NSStoreModelVersionHashesKey: hashes,
                "NSStoreModelVersionHashesVersion": 3, NSStoreModelVersionIdentifiersKey: [""],
                "NSStoreModelVersionHashesDigest": VersionHash.digest(of: hashes), "_NSAutoVacuumLevel": "2",
            ]
            return try [PropertyListSerialization.PropertyListFormat.binary, .xml].map {
                [UInt8](try PropertyListSerialization.data(fromPropertyList: list, format: $0, options: 0))
            }
        },
        read: { bytes in
            guard let metadata = StoreMetadata(list: bytes, identifier: "A") else { return }
            _ = metadata.versionHashes
            guard metadata.content[NSStoreUUIDKey] as? String == "A" else { throw FuzzFinding("the UUID is lost") }
        })
}
