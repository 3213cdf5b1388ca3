internal import CoreDataSQLite

/// The row of Z_METADATA: a property list of keys that are ours and keys that are the application's, and the store's UUID beside it.
struct StoreMetadata {
    /// As a coordinator shows it: the UUID stands in it under NSStoreUUID.
    var content: [String: Any]

    /// Metadata of a new store for those entities of a model.
    init(model: NSManagedObjectModel, entities: [NSEntityDescription]) {
        let names = Set(entities.compactMap(\.name))
        let hashes = model.entityVersionHashesByName.filter { names.contains($0.key) }
        let identifiers = model.versionIdentifiers.map { "\($0.base)" }.sorted()
        content = [
            NSStoreTypeKey: NSSQLiteStoreType,
            NSStoreUUIDKey: UUID().uuidString,
            "NSPersistenceFrameworkVersion": 1347,
            NSStoreModelVersionHashesKey: hashes,
            "NSStoreModelVersionHashesVersion": 3,
            NSStoreModelVersionIdentifiersKey: identifiers.isEmpty ? [""] : identifiers,
            "NSStoreModelVersionHashesDigest": VersionHash.digest(of: hashes),
            "NSStoreModelVersionChecksumKey": VersionHash.checksum(of: hashes),
            "_NSAutoVacuumLevel": "2",
        ]
    }

    /// The metadata of a file.
    init(_ connection: Connection) throws {
        let row = try connection.prepare("SELECT Z_UUID, Z_PLIST FROM Z_METADATA WHERE Z_VERSION = 1")
        guard try row.step(), let plist = row.blob(1) else {
            throw StoreErrors.make(
                NSPersistentStoreInvalidTypeError, reason: "The store has no metadata", path: connection.path)
        }
        // Opening a store should not take longer over this list than over the file.
        let list =
            BinaryPropertyListReader.readValue(Data(plist))
            ?? (try? PropertyListSerialization.propertyList(from: Data(plist), format: nil))
        let uuid = row.string(0) ?? ""
        row.reset()
        guard let content = list as? [String: Any] else {
            throw StoreErrors.make(
                CocoaError.Code.fileReadCorruptFile.rawValue, reason: "The store's metadata cannot be read",
                path: connection.path)
        }
        self.content = content
        self.content[NSStoreUUIDKey] = uuid
        if content[NSStoreTypeKey] == nil { self.content[NSStoreTypeKey] = NSSQLiteStoreType }
    }

    /// Metadata as an application set them; it may have left out what makes them ours.
    init(content: [String: Any], identifier: String) {
        self.content = content
        self.content[NSStoreTypeKey] = NSSQLiteStoreType
        if content[NSStoreUUIDKey] == nil { self.content[NSStoreUUIDKey] = identifier }
    }

    var identifier: String { content[NSStoreUUIDKey] as? String ?? "" }

    /// Puts the row into the file, inside the caller's transaction. Keys that mean nothing to us go along.
    func write(_ connection: Connection) throws {
        var list = content
        list[NSStoreUUIDKey] = nil
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        try connection.run(
            "INSERT OR REPLACE INTO Z_METADATA (Z_VERSION, Z_UUID, Z_PLIST) VALUES (1, ?, ?)",
            [.text(identifier), .blob(Array(data))])
    }
}
