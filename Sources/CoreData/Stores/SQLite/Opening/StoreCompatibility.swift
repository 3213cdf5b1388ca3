internal import CoreDataSQLite

/// Whether a store was made by the model that is to open it.
struct StoreCompatibility {
    let model: NSManagedObjectModel
    let entities: [NSEntityDescription]
    let options: StoreOptions
    let path: String?

    /// Answers nil where the hashes are equal, and the model of a store that can be migrated; throws Apple's error for others.
    func sourceModel(_ metadata: StoreMetadata, _ connection: Connection) throws -> NSManagedObjectModel? {
        try sourceModel(metadata.versionHashes, metadata.content) { try ModelCache.readIfSound(connection) }
    }

    /// The same of any store.
    ///
    /// - Parameter cached: reads the model that is kept in the store.
    func sourceModel(
        _ hashes: [String: Data]?, _ metadata: [String: Any], cached: () throws -> NSManagedObjectModel?
    ) throws -> NSManagedObjectModel? {
        guard let stored = hashes else {
            throw StoreErrors.make(
                NSPersistentStoreInvalidTypeError, reason: "The store's metadata name no version hashes", path: path)
        }
        if stored.count == entities.count, entities.allSatisfy({ stored[$0.name ?? ""] == $0.versionHash }) {
            return nil
        }
        let names = Set(entities.compactMap(\.name))
        // A hash that nobody can compute is trusted where the model kept in the store says the same as this one.
        let source = try cached()
        if let source, Set(stored.keys) == names, describesSame(source) { return nil }
        guard options.migrates else {
            throw NSError(
                domain: NSCocoaErrorDomain, code: NSPersistentStoreIncompatibleVersionHashError,
                userInfo: [
                    "metadata": metadata,
                    "reason": "The model used to open the store is incompatible with the one used to create the store",
                ])
        }
        if let stages = options.stages, path != nil, !options.isReadOnly { throw MigrationNeeded.stages(stages) }
        let held = source?.holds(Array(stored.keys)) == true ? source : ModelVersions.model(withHashes: stored)
        guard let source = held else {
            throw StoreErrors.make(
                NSMigrationMissingSourceModelError, reason: "Can't find model for source store", path: path,
                more: ["metadata": metadata])
        }
        guard options.infersMapping || mappingModel(from: source) != nil else {
            throw missingMapping(source, reason: "Can't find mapping model for migration", nil)
        }
        return source
    }

    /// The mapping model of the program that leads from that model to this one, if it is to be looked for.
    func mappingModel(from source: NSManagedObjectModel) -> NSMappingModel? {
        guard options.findsMapping, path != nil else { return nil }
        return NSMappingModel(from: nil, forSourceModel: source, destinationModel: model)
    }

    /// How a store of that model becomes one of this.
    func mapping(from source: [NSEntityDescription], of sourceModel: NSManagedObjectModel) throws -> InferredMapping {
        do {
            return try InferredMapping(from: source, to: entities)
        } catch {
            throw missingMapping(
                sourceModel, reason: "Can't find or automatically infer mapping model for migration", error)
        }
    }

    /// The mapping model that can be inferred, for a store of those entities that is migrated object by object.
    func inferredModel(from source: NSManagedObjectModel, _ stored: [String: Data]) throws -> NSMappingModel {
        let inferred = try mapping(from: source.entities.filter { stored[$0.name ?? ""] != nil }, of: source)
        let mappings = NSMappingModel()
        mappings.entityMappings = InferredEntityMappings(inferred, source, model).all
        return mappings
    }

    private func missingMapping(_ source: NSManagedObjectModel, reason: String, _ cause: (any Error)?) -> NSError {
        var info: [String: Any] = ["sourceModel": source, "destinationModel": model, "reason": reason]
        info[NSUnderlyingErrorKey] = cause
        return NSError(domain: NSCocoaErrorDomain, code: NSMigrationMissingMappingModelError, userInfo: info)
    }

    private func describesSame(_ source: NSManagedObjectModel) -> Bool {
        entities.allSatisfy { entity in
            guard let other = source.entitiesByName[entity.name ?? ""] else { return false }
            let (own, theirs) = (entity.propertiesByName, other.propertiesByName)
            return entity.isAbstract == other.isAbstract && entity.superentity?.name == other.superentity?.name
                && own.filter { !$0.value.isTransient }.allSatisfy {
                    theirs[$0.key]?.versionHash == $0.value.versionHash
                }
                && theirs.filter { !$0.value.isTransient }.count == own.filter { !$0.value.isTransient }.count
                && entity.versionHashModifier == other.versionHashModifier
                && Set(entity.constraintNames) == Set(other.constraintNames)
        }
    }
}

extension NSManagedObjectModel {
    fileprivate func holds(_ names: [String]) -> Bool {
        let entities = entitiesByName
        return names.allSatisfy { entities[$0] != nil }
    }
}
