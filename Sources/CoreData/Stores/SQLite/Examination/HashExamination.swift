internal import CoreDataSQLite

/// Looks at what the metadata of a store say of the version of each entity: the hashes must be those of its model, and digest
/// and checksum say the same.
///
/// Entities are those that are numbered in the store: without a hash one is passed over, and its rows with it.
struct HashExamination {
    private(set) var faults: [StoreFault] = []

    /// - Parameter model: the model that the store was made with.
    init(_ metadata: StoreMetadata, _ file: FileSchema, _ model: NSManagedObjectModel?) {
        let stored = metadata.versionHashes ?? [:]
        var right = stored
        for (name, hash) in model?.entityVersionHashesByName ?? [:]
        where stored[name] != hash && (stored[name] != nil || file.numbers[name] != nil) {
            right[name] = hash
        }
        let hashes = right
        let remedy: (Connection) throws -> Void = { try StoreMetadata.rewrite(hashes, in: $0) }
        let wrong = right.keys.filter { right[$0] != stored[$0] }.sorted()
        faults = wrong.map { StoreFault(.wrongHashes, entity: $0, remedy: remedy) }
        guard wrong.isEmpty, !metadata.content.agree(with: stored) else { return }
        faults = [StoreFault(.wrongHashes, remedy: remedy)]
    }
}

private let digestKey = "NSStoreModelVersionHashesDigest"

extension [String: Any] {
    /// Older stores have no digest, still older ones no checksum.
    fileprivate func agree(with hashes: [String: Data]) -> Bool {
        let (digest, checksum) = (self[digestKey], self[NSPersistentStoreModelVersionChecksumKey])
        return (digest == nil || digest as? String == VersionHash.digest(of: hashes))
            && (checksum == nil || checksum as? String == VersionHash.checksum(of: hashes))
    }
}

extension StoreMetadata {
    /// Puts hashes into the metadata, and what is computed from them as far as the store has it.
    fileprivate static func rewrite(_ hashes: [String: Data], in connection: Connection) throws {
        let metadata = try StoreMetadata(connection)
        var content = metadata.content
        content[NSStoreModelVersionHashesKey] = hashes
        if content[digestKey] != nil { content[digestKey] = VersionHash.digest(of: hashes) }
        if content[NSPersistentStoreModelVersionChecksumKey] != nil {
            content[NSPersistentStoreModelVersionChecksumKey] = VersionHash.checksum(of: hashes)
        }
        content[NSStoreUUIDKey] = nil
        try StoreMetadata(content: content, identifier: metadata.identifier).write(connection)
    }
}
