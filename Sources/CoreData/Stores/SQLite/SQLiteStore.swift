import Synchronization

internal import CoreDataSQLite

/// A store in a SQLite file of Apple's layout, or in a SQLite database in memory.
///
///     opening   | StoreOpening: what the file is, whether it fits the model, tables of a new store
///     fetching  | FetchCompiler: plan → SQL; RowReader: rows → chunks
///     saving    | SavePipeline
///     history   | HistoryReader, HistoryRecorder; RemoteChangeWatch tells of what was saved, by whom ever
final class SQLiteStore: NSPersistentStore, @unchecked Sendable {
    // Sendable: all stored properties are immutable and guard their own state.

    let location: StoreLocation
    let connections: StoreConnections
    let schema: StoreSchema
    let rowCache = RowCache()
    let keys = KeySequences()
    let recordsHistory: Bool
    private let writtenMetadata: Mutex<Bool>

    /// Opens the store at that URL, or makes it.
    ///
    /// - Parameter configuration: the configuration of the model whose entities it holds, nil for all.
    init(
        model: NSManagedObjectModel, configuration: String?, url: URL, options: [AnyHashable: Any]?
    ) throws {
        location = StoreLocation(url)
        let opened = try StoreOpening(
            location: location, options: StoreOptions(options), model: model, configuration: configuration
        ).open()
        connections = opened.connections
        schema = opened.schema
        recordsHistory = opened.recordsHistory
        writtenMetadata = Mutex(true)
        super.init(configurationName: configuration, url: url, options: options)
        identifier = opened.metadata.identifier
        super.metadata = opened.metadata.content
        isReadOnly = opened.isReadOnly
    }

    override var type: String { NSSQLiteStoreType }

    override var metadata: [String: Any]! {
        get { super.metadata }
        set {
            super.metadata = newValue
            writtenMetadata.withLock { $0 = false }
        }
    }

    /// The metadata to write with the next save; nil if they are in the file.
    var unwrittenMetadata: StoreMetadata? {
        guard !writtenMetadata.withLock({ $0 }) else { return nil }
        return StoreMetadata(content: metadata, identifier: identifier)
    }

    /// The metadata have reached the file.
    func noteWrittenMetadata() { writtenMetadata.withLock { $0 = true } }

    override func layout(entityNumber: Int64) -> EntityLayout? { schema.map(number: entityNumber)?.layout }

    // MARK: What a coordinator asks for; an override cannot stand in an extension

    override func fetchRows(_ plan: FetchPlan) throws -> FetchedRows { try readRows(plan) }
    override func fetchKeys(_ plan: FetchPlan) throws -> FetchedKeys { try readKeys(plan) }
    override func fetchSortKeys(_ plan: FetchPlan) throws -> FetchedSortKeys { try readSortKeys(plan) }
    override func count(_ plan: FetchPlan) throws -> Int { try countRows(plan) }

    override func row(family: NSEntityDescription, primaryKey: Int64, staleness: Double) throws -> RowReference? {
        try snapshot(family: family, primaryKey: primaryKey, staleness: staleness)
    }

    override func rows(family: NSEntityDescription, primaryKeys: [Int64]) throws -> [RowReference] {
        try snapshots(family: family, primaryKeys: primaryKeys)
    }

    override func members(of relationship: NSRelationshipDescription, owners: [Int64]) throws -> [FetchedKeys] {
        try readMembers(of: relationship, owners: owners)
    }

    override func close() { connections.close() }

    /// Calls `body` with the text of each statement that the store runs; nil ends it.
    func trace(_ body: (@Sendable (String) -> Void)?) throws { try connections.trace(body) }
}
