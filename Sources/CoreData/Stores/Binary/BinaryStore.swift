/// A store in memory that stands in one file as well: read as a whole when it is added, written as a whole at each save.
///
/// - Note: Differs from Apple: the file is of a format of our own, as Apple's is an archive of classes that are not public.
final class BinaryStore: InMemoryStore, @unchecked Sendable {
    // Sendable: as its superclass; the file is touched under the lock of the rows, and while the store is made.

    private let file: BinaryStoreFile
    /// The model that the rows were made with, as the file keeps it.
    private let cachedModel: Data?

    init(model: NSManagedObjectModel, configuration: String?, url: URL, options: [AnyHashable: Any]?) throws {
        file = BinaryStoreFile(path: url.path)
        let settings = StoreOptions(options)
        let content = try file.read()
        let isCached = content.map { $0.model != nil || settings.ignoresVersions } ?? false
        // A model that cannot be archived is looked for in the program when the store is migrated.
        cachedModel = isCached ? content?.model : try? CachedModel.encode(model)
        super.init(model: model, configuration: configuration, url: url, options: options, type: NSBinaryStoreType)
        isReadOnly = settings.isReadOnly
        guard let content else {
            if isReadOnly {
                throw StoreKinds.error(
                    CocoaError.Code.fileReadNoSuchFile.rawValue, reason: "Attempt to open missing file read only",
                    url: url)
            }
            // Its UUID is to be the same the next time.
            try file.write(self.content(InMemoryRows()))
            return
        }
        if !settings.ignoresVersions { try check(content, against: model, settings) }
        identifier = content.metadata[NSStoreUUIDKey] as? String ?? identifier
        metadata = content.metadata
        replaceRows(with: try content.rows(for: self))
    }

    /// Throws where the store is to be migrated first, or cannot be opened with that model.
    private func check(
        _ content: BinaryStoreContent, against model: NSManagedObjectModel, _ settings: StoreOptions
    ) throws {
        let compatibility = StoreCompatibility(
            model: model, entities: orderedLayouts.map(\.entity), options: settings, path: url?.path)
        let stored = NSManagedObjectModel.versionHashes(in: content.metadata)
        let source = try compatibility.sourceModel(stored, content.metadata) {
            content.model.flatMap { try? CachedModel.decode($0) }
        }
        guard let source else { return }
        source.freeze()
        let mappings =
            try compatibility.mappingModel(from: source) ?? compatibility.inferredModel(from: source, stored ?? [:])
        guard !isReadOnly else {
            throw MigrationErrors.make(
                NSMigrationError, reason: "Cannot migrate store: The store is opened read-only", from: url, to: url)
        }
        throw MigrationNeeded.mapping(source: source, mappings)
    }

    private func content(_ rows: InMemoryRows) -> BinaryStoreContent {
        BinaryStoreContent(metadata: metadata, model: cachedModel, rows: rows, of: self)
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
        try file.write(content(written))
        rows = written
        return outcome
    }

    // MARK: Without a coordinator

    /// The metadata of a file.
    static func metadata(at url: URL) throws -> [String: Any] { try BinaryTarget.content(at: url).metadata }

    /// The model that is kept in a file; nil where there is none to be read.
    static func cachedModel(at url: URL) -> NSManagedObjectModel? {
        try? BinaryTarget.content(at: url).model.map(CachedModel.decode)
    }

    /// Puts other metadata into a file.
    static func setMetadata(_ metadata: [String: Any]?, at url: URL) throws {
        let file = BinaryStoreFile(path: url.path)
        guard var content = try file.read() else { throw file.isMissing }
        let identifier = content.metadata[NSStoreUUIDKey]
        content.metadata = metadata ?? [:]
        content.metadata[NSStoreTypeKey] = NSBinaryStoreType
        if content.metadata[NSStoreUUIDKey] == nil { content.metadata[NSStoreUUIDKey] = identifier }
        try file.write(content)
    }
}
