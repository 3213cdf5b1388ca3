/// A store in memory that stands in one file as well: read as a whole when it is added, written as a whole at each save.
///
/// - Note: Differs from Apple: the file is of a format of our own, as Apple's is an archive of classes that are not public.
final class BinaryStore: InMemoryStore, @unchecked Sendable {
    // Sendable: as its superclass; the file is touched under the lock of the rows, and while the store is made.

    private let file: BinaryStoreFile

    init(model: NSManagedObjectModel, configuration: String?, url: URL, options: [AnyHashable: Any]?) throws {
        file = BinaryStoreFile(path: url.path)
        super.init(model: model, configuration: configuration, url: url, options: options, type: NSBinaryStoreType)
        let settings = StoreOptions(options)
        isReadOnly = settings.isReadOnly
        guard let content = try file.read() else {
            if isReadOnly {
                throw StoreKinds.error(
                    CocoaError.Code.fileReadNoSuchFile.rawValue, reason: "Attempt to open missing file read only",
                    url: url)
            }
            // Its UUID is to be the same the next time.
            try file.write(BinaryStoreContent(metadata: metadata, rows: InMemoryRows(), of: self))
            return
        }
        if !settings.ignoresVersions { try check(content.metadata) }
        identifier = content.metadata[NSStoreUUIDKey] as? String ?? identifier
        metadata = content.metadata
        replaceRows(with: try content.rows(for: self))
    }

    private func check(_ metadata: [String: Any]) throws {
        let hashes = self.metadata[NSStoreModelVersionHashesKey] as? [String: Data]
        guard NSManagedObjectModel.versionHashes(in: metadata) != hashes else { return }
        throw NSError(
            domain: NSCocoaErrorDomain, code: NSPersistentStoreIncompatibleVersionHashError,
            userInfo: [
                "metadata": metadata,
                "reason": "The model used to open the store is incompatible with the one used to create the store",
            ])
    }

    override var type: String { NSBinaryStoreType }

    /// The file first: where it cannot be written, the rows stay as they were.
    override func write(_ request: SaveRequest, into rows: inout InMemoryRows) throws -> SaveOutcome {
        guard !isReadOnly else {
            throw NSError(
                domain: NSCocoaErrorDomain, code: CocoaError.Code.fileWriteNoPermission.rawValue,
                userInfo: [
                    "NSPersistentStoreOptions": options ?? [:], "reason": "The store was opened read only",
                    "storeURL": url as Any,
                ])
        }
        var written = rows
        let outcome = try written.save(request, in: self)
        try file.write(BinaryStoreContent(metadata: metadata, rows: written, of: self))
        rows = written
        return outcome
    }

    // MARK: Without a coordinator

    /// The metadata of a file.
    static func metadata(at url: URL) throws -> [String: Any] {
        guard let content = try BinaryStoreFile(path: url.path).read() else {
            throw StoreKinds.error(
                CocoaError.Code.fileReadNoSuchFile.rawValue, reason: "There is no such file", url: url)
        }
        return content.metadata
    }

    /// Puts other metadata into a file.
    static func setMetadata(_ metadata: [String: Any]?, at url: URL) throws {
        let file = BinaryStoreFile(path: url.path)
        guard var content = try file.read() else {
            throw StoreKinds.error(
                CocoaError.Code.fileReadNoSuchFile.rawValue, reason: "There is no such file", url: url)
        }
        let identifier = content.metadata[NSStoreUUIDKey]
        content.metadata = metadata ?? [:]
        content.metadata[NSStoreTypeKey] = NSBinaryStoreType
        if content.metadata[NSStoreUUIDKey] == nil { content.metadata[NSStoreUUIDKey] = identifier }
        try file.write(content)
    }
}
