/// How a store of one model becomes a store of another. Follows Apple's `NSMappingModel`.
///
///     let mapping = try NSMappingModel.inferredMappingModel(forSourceModel: old, destinationModel: new)
///     try NSMigrationManager(sourceModel: old, destinationModel: new).migrateStore(
///         from: url, type: .sqlite, mapping: mapping, to: newURL, type: .sqlite)
open class NSMappingModel: NSObject {
    /// The mappings of the entities, in the order in which they are migrated.
    open var entityMappings: [NSEntityMapping]! = []

    /// A mapping model without mappings.
    public override init() { super.init() }

    /// The mapping model in a compiled file, a `.cdm`. Nil where there is none to be read.
    ///
    /// Xcode's source files (`.xcmappingmodel`) are compiled by Xcode, or by this package's `xcdatamodelc`.
    public init?(contentsOf url: URL?) {
        guard let url, let data = try? Data(contentsOf: url),
            let mappings = try? MappingModelDecoder.decode(data)
        else { return nil }
        super.init()
        entityMappings = mappings
    }

    /// The mappings of the entities by their names.
    open var entityMappingsByName: [String: NSEntityMapping] {
        Dictionary((entityMappings ?? []).map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    }

    /// The mapping model that can be told from the two models alone; neither they nor any store is touched.
    ///
    /// - Throws: NSInferredMappingModelError where they differ in what cannot be told.
    open class func inferredMappingModel(
        forSourceModel sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel
    ) throws -> NSMappingModel {
        let inferred = try InferredMapping(from: sourceModel.entities, to: destinationModel.entities)
        let model = NSMappingModel()
        model.entityMappings = InferredEntityMappings(inferred, sourceModel, destinationModel).all
        return model
    }
}

extension NSMappingModel {
    /// Whether it says no more than can be told from the two models.
    final func isInferable(from source: NSManagedObjectModel, to destination: NSManagedObjectModel) -> Bool {
        let inferred = try? NSMappingModel.inferredMappingModel(forSourceModel: source, destinationModel: destination)
        guard let others = inferred?.entityMappingsByName, others.count == entityMappings.count else { return false }
        return entityMappings.allSatisfy { mapping in others[mapping.name].map { mapping.saysSame(as: $0) } ?? false }
    }

    /// Whether the entities it names are those of the two models, by their version hashes.
    final func fits(_ source: NSManagedObjectModel, _ destination: NSManagedObjectModel) -> Bool {
        let (sources, destinations) = (source.entityVersionHashesByName, destination.entityVersionHashesByName)
        return entityMappings.allSatisfy { mapping in
            Self.fits(mapping.sourceEntityName, mapping.sourceEntityVersionHash, sources)
                && Self.fits(mapping.destinationEntityName, mapping.destinationEntityVersionHash, destinations)
        }
    }

    private static func fits(_ name: String?, _ hash: Data?, _ hashes: [String: Data]) -> Bool {
        guard let name else { return true }
        guard let known = hashes[name] else { return false }
        return hash == nil || hash == known
    }

    /// The mapping model as the content of a `.cdm` file, in the form that Xcode's compiler writes.
    ///
    /// - Note: Differs from Apple: there only the tools of Xcode write compiled mapping models.
    public final func compiledData() -> Data { MappingModelEncoder.encode(self) }
}
