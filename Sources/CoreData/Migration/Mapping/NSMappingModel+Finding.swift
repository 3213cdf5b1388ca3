extension NSMappingModel {
    /// The mapping model in the bundles, in the main bundle or the program itself for nil, that leads from the one model to the
    /// other by the version hashes of their entities. Nil if there is none.
    public convenience init?(
        from bundles: [Bundle]?, forSourceModel sourceModel: NSManagedObjectModel?,
        destinationModel: NSManagedObjectModel?
    ) {
        guard let sourceModel, let destinationModel else { return nil }
        let fitting = Self.models(in: bundles).filter { model in
            !model.entityMappings.isEmpty && model.namesHashes && model.fits(sourceModel, destinationModel)
        }
        // One that says more of the two models is meant for them, if others fit as well.
        guard let found = fitting.max(by: { $0.entityMappings.count < $1.entityMappings.count }) else { return nil }
        self.init()
        entityMappings = found.entityMappings
    }

    /// Whether each mapping names the version of its entities; one that does not fits too many models.
    private final var namesHashes: Bool {
        entityMappings.allSatisfy { mapping in
            (mapping.sourceEntityName == nil) == (mapping.sourceEntityVersionHash == nil)
                && (mapping.destinationEntityName == nil) == (mapping.destinationEntityVersionHash == nil)
        }
    }

    private class func models(in bundles: [Bundle]?) -> [NSMappingModel] {
        let files = (bundles ?? [.main]).flatMap { bundle in
            bundle.urls(forResourcesWithExtension: "cdm", subdirectory: nil) ?? []
        }
        return (bundles == nil ? EmbeddedMappingModels.all : [])
            + files.map { $0 as URL }.sorted { $0.path < $1.path }.compactMap { NSMappingModel(contentsOf: $0) }
    }
}
