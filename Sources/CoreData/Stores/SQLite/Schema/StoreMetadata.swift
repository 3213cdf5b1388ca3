internal import CoreDataSQLite

/// The row of Z_METADATA: a property list of keys that are ours and keys that are the application's, and the store's UUID beside it.
struct StoreMetadata: @unchecked Sendable {
    // Sendable: metadata are property list values, which never change.

    private enum Source {
        /// As it was read: opening a store looks at little of it, and few programs ask for the rest.
        case list(PropertyListNode)
        case content([String: Any])
    }

    private let source: Source
    /// The store's UUID.
    let identifier: String

    /// Metadata of a new store for those entities of a model.
    init(model: NSManagedObjectModel, entities: [NSEntityDescription]) {
        let names = Set(entities.compactMap(\.name))
        let hashes = model.entityVersionHashesByName.filter { names.contains($0.key) }
        let identifiers = model.versionIdentifiers.map { "\($0.base)" }.sorted()
        identifier = UUID().uuidString
        source = .content([
            NSStoreTypeKey: NSSQLiteStoreType,
            "NSPersistenceFrameworkVersion": 1347,
            NSStoreModelVersionHashesKey: hashes,
            "NSStoreModelVersionHashesVersion": 3,
            NSStoreModelVersionIdentifiersKey: identifiers.isEmpty ? [""] : identifiers,
            "NSStoreModelVersionHashesDigest": VersionHash.digest(of: hashes),
            NSPersistentStoreModelVersionChecksumKey: VersionHash.checksum(of: hashes),
            "_NSAutoVacuumLevel": "2",
        ])
    }

    /// The metadata of a file.
    init(_ connection: Connection) throws {
        let row = try connection.prepare("SELECT Z_UUID, Z_PLIST FROM Z_METADATA WHERE Z_VERSION = 1")
        guard try row.step(), let plist = row.blob(1) else {
            throw StoreErrors.make(
                NSPersistentStoreInvalidTypeError, reason: "The store has no metadata", path: connection.path)
        }
        let bytes = [UInt8](plist)
        let identifier = row.string(0) ?? ""
        row.reset()
        guard let metadata = StoreMetadata(list: bytes, identifier: identifier) else {
            throw StoreErrors.make(
                CocoaError.Code.fileReadCorruptFile.rawValue, reason: "The store's metadata cannot be read",
                path: connection.path)
        }
        self = metadata
    }

    /// Metadata as they lie in a file; nil where they are no dictionary.
    init?(list bytes: [UInt8], identifier: String) {
        self.identifier = identifier
        // Opening a store should not take longer over this list than over the file.
        if let list = BinaryPropertyListReader.readPlain(bytes), case .dictionary = list {
            source = .list(list)
        } else if let content = PropertyListDictionary.read(bytes) {
            source = .content(content)
        } else {
            return nil
        }
    }

    /// Metadata as an application set them, in the place of those. What the store needs and they leave out stays as it was.
    init(content: [String: Any], in present: StoreMetadata) {
        let kept = present.content.filter { Self.needed.contains($0.key) }
        self.init(
            content: content.merging(kept) { given, _ in given },
            identifier: content[NSStoreUUIDKey] as? String ?? present.identifier)
    }

    /// Metadata under that UUID.
    init(content: [String: Any], identifier: String) {
        self.identifier = identifier
        var content = content
        content[NSStoreTypeKey] = NSSQLiteStoreType
        source = .content(content)
    }

    /// The keys without which the file is no store of its model.
    private static let needed: Set = [
        "NSPersistenceFrameworkVersion", NSStoreModelVersionHashesKey, "NSStoreModelVersionHashesVersion",
        NSStoreModelVersionIdentifiersKey, "NSStoreModelVersionHashesDigest", NSPersistentStoreModelVersionChecksumKey,
        "_NSAutoVacuumLevel",
    ]

    /// As a coordinator shows it: the UUID stands in it under NSStoreUUID.
    var content: [String: Any] {
        var content: [String: Any] =
            switch source {
            case .list(let list): list.foundationValue as? [String: Any] ?? [:]
            case .content(let content): content
            }
        content[NSStoreUUIDKey] = identifier
        if content[NSStoreTypeKey] == nil { content[NSStoreTypeKey] = NSSQLiteStoreType }
        return content
    }

    /// The version hash of each entity; nil if the metadata name none.
    var versionHashes: [String: Data]? {
        switch source {
        case .content(let content): NSManagedObjectModel.versionHashes(in: content)
        case .list(let list): list[NSStoreModelVersionHashesKey]?.dataByName
        }
    }

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

extension PropertyListNode {
    /// The members of a dictionary of data, nil for anything else.
    fileprivate var dataByName: [String: Data]? {
        guard case .dictionary(let members) = self else { return nil }
        var found = [String: Data](minimumCapacity: members.count)
        for (name, member) in members {
            guard case .data(let data) = member else { return nil }
            found[name] = data
        }
        return found
    }
}
