extension NSManagedObjectModel {
    /// The version hash of each entity by its name: 32 bytes each.
    public final var entityVersionHashesByName: [String: Data] {
        var hashes = VersionHash()
        return Dictionary(storedEntities.map { ($0.name ?? "", hashes.hash(of: $0)) }, uniquingKeysWith: { $1 })
    }

    /// One text for the version hashes of all entities: the Base64 form of 32 bytes.
    public final var versionChecksum: String { VersionHash.checksum(of: entityVersionHashesByName) }

    /// Whether a store of that metadata holds exactly the entities of that configuration (nil: of the model), each as it is here.
    public final func isConfiguration(
        withName configuration: String?, compatibleWithStoreMetadata metadata: [String: Any]
    ) -> Bool {
        guard let entities = entities(forConfigurationName: configuration) else { return false }
        guard let stored = Self.versionHashes(in: metadata) else { return false }
        var hashes = VersionHash()
        return stored == Dictionary(entities.map { ($0.name ?? "", hashes.hash(of: $0)) }, uniquingKeysWith: { $1 })
    }

    /// The hashes that a store's metadata names, nil if it names none.
    static func versionHashes(in metadata: [String: Any]) -> [String: Data]? {
        metadata[NSStoreModelVersionHashesKey] as? [String: Data]
    }
}

/// The key of a store's metadata under which the version hash of each entity stands.
public let NSStoreModelVersionHashesKey = "NSStoreModelVersionHashes"
/// The key of a store's metadata under which the version identifiers of its model stand.
public let NSStoreModelVersionIdentifiersKey = "NSStoreModelVersionIdentifiers"
/// The key of a store's metadata under which the version checksum of its model stands, a Base64 text.
public let NSPersistentStoreModelVersionChecksumKey = "NSStoreModelVersionChecksumKey"
