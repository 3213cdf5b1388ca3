internal import CoreDataSQLite

/// Whether a store was made by the model that is to open it.
struct StoreCompatibility {
    let model: NSManagedObjectModel
    let entities: [NSEntityDescription]
    let options: StoreOptions
    let path: String?

    /// Throws Apple's error where the hashes differ; the store would have to be migrated.
    func check(_ metadata: StoreMetadata, _ connection: Connection) throws {
        guard let stored = metadata.versionHashes else {
            throw StoreErrors.make(
                NSPersistentStoreInvalidTypeError, reason: "The store's metadata name no version hashes", path: path)
        }
        if stored.count == entities.count, entities.allSatisfy({ stored[$0.name ?? ""] == $0.versionHash }) { return }
        let names = Set(entities.compactMap(\.name))
        // A hash that nobody can compute is trusted where the model kept in the store says the same as this one.
        let source = try? ModelCache.read(connection)
        if let source, Set(stored.keys) == names, describesSame(source) { return }
        guard options.migrates else {
            throw NSError(
                domain: NSCocoaErrorDomain, code: NSPersistentStoreIncompatibleVersionHashError,
                userInfo: [
                    "metadata": metadata.content,
                    "reason": "The model used to open the store is incompatible with the one used to create the store",
                ])
        }
        guard let source else {
            throw StoreErrors.make(
                NSMigrationMissingSourceModelError, reason: "Can't find model for source store", path: path,
                more: ["metadata": metadata.content])
        }
        throw NSError(
            domain: NSCocoaErrorDomain, code: NSMigrationMissingMappingModelError,
            userInfo: [
                "sourceModel": source, "destinationModel": model,
                "reason": options.infersMapping
                    ? "Can't find or automatically infer mapping model for migration"
                    : "Can't find mapping model for migration",
            ])
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
