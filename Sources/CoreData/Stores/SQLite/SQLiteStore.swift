import Synchronization

internal import CoreDataSQLite

/// A store in a SQLite file of Apple's layout, or in a SQLite database in memory.
///
///     opening   | StoreOpening: what the file is, whether it fits the model, tables of a new store
///     fetching  | FetchCompiler: plan → SQL; RowReader: rows → chunks
///     saving    | SavePipeline
///     moving    | StoreTarget: what others have open is emptied or overwritten
///     history   | HistoryReader, HistoryRecorder; RemoteChangeWatch tells of what was saved, by whom ever
final class SQLiteStore: NSPersistentStore, @unchecked Sendable {
    // Sendable: all stored properties are immutable and guard their own state.

    let location: StoreLocation
    let connections: StoreConnections
    let schema: StoreSchema
    let rowCache = RowCache()
    let keys = KeySequences()
    let triggered: TriggeredRows
    let fileIdentity: FileIdentity
    /// nil where contexts cannot be pinned to a state of the store.
    let generations: QueryGenerations?
    /// nil where saves are not recorded.
    let history: StoreHistory?
    /// Files beside the store that no row leads to, but an older state of it may.
    let doomedFiles = Mutex<[String]>([])
    private let metadataState: Mutex<MetadataState>
    private let watch = Mutex<RemoteChangeWatch?>(nil)

    private struct MetadataState {
        /// What the file held on opening, until somebody asks for it.
        var unread: StoreMetadata?
        /// Whether the metadata are in the file.
        var isWritten = true
    }

    /// Opens the store at that URL, or makes it.
    ///
    /// - Parameter configuration: the configuration of the model whose entities it holds, nil for all.
    init(
        model: NSManagedObjectModel, configuration: String?, url: URL, options: [AnyHashable: Any]?
    ) throws {
        location = StoreLocation(url)
        let settings = StoreOptions(options)
        let opened = try StoreOpening(
            location: location, options: settings, model: model, configuration: configuration
        ).open()
        connections = opened.connections
        schema = opened.schema
        triggered = opened.triggered
        history = opened.recordsHistory ? StoreHistory(schema: schema, keys: keys) : nil
        generations =
            opened.connections.usesLog
            ? QueryGenerations { [connections = opened.connections] in try connections.openApart() } : nil
        fileIdentity = FileIdentity(opened.metadata)
        metadataState = Mutex(MetadataState(unread: opened.metadata))
        super.init(configurationName: configuration, url: url, options: options)
        identifier = opened.metadata.identifier
        isReadOnly = opened.isReadOnly
        if settings.postsRemoteChanges, history != nil { watchForChanges() }
    }

    /// Reads a store by other connections, as of another time, and with row snapshots of its own.
    init(reading store: SQLiteStore, by connections: StoreConnections) {
        location = store.location
        self.connections = connections
        schema = store.schema
        triggered = store.triggered
        history = store.history
        fileIdentity = store.fileIdentity
        generations = nil
        metadataState = Mutex(MetadataState())
        super.init(configurationName: store.configurationName, url: store.url, options: store.options)
        identifier = store.identifier
        isReadOnly = true
    }

    override var type: String { NSSQLiteStoreType }

    override var metadata: [String: Any]! {
        get {
            metadataState.withLock { state in
                if let unread = state.unread { super.metadata = unread.content }
                state.unread = nil
            }
            return super.metadata
        }
        set {
            metadataState.withLock { $0 = MetadataState(unread: nil, isWritten: false) }
            super.metadata = newValue
        }
    }

    /// The metadata to write with the next save; nil if they are in the file.
    var unwrittenMetadata: StoreMetadata? {
        guard !metadataState.withLock(\.isWritten) else { return nil }
        return StoreMetadata(content: metadata, in: fileIdentity.metadata)
    }

    /// The metadata have reached the file.
    func noteWrittenMetadata() { metadataState.withLock { $0.isWritten = true } }

    private func watchForChanges() {
        let paths: [String] =
            switch location {
            case .file(let path): connections.usesLog ? [path + "-wal"] : [path]
            case .sharedMemory, .privateMemory: []
            }
        let made = RemoteChangeWatch(
            paths, newest: { [weak self] in try? self?.newestTransactionNumber() },
            post: { [weak self] in self?.postRemoteChange($0) })
        if case .sharedMemory(let name) = location { SharedMemoryStores.join(made, name: name) }
        watch.withLock { $0 = made }
    }

    /// A save was committed. Of one to a file the kernel tells everybody, ourselves too.
    func noteCommit() {
        switch location {
        case .file: break
        case .sharedMemory(let name): SharedMemoryStores.signal(name)
        case .privateMemory: watch.withLock { $0 }?.signal()
        }
    }

    private func postRemoteChange(_ number: Int64) {
        guard let coordinator = persistentStoreCoordinator else { return }
        var userInfo: [AnyHashable: Any] = [
            NSStoreUUIDKey: identifier as Any, NSPersistentHistoryTokenKey: token(ofTransaction: number),
        ]
        userInfo[NSPersistentStoreURLKey] = url
        NotificationCenter.default.post(name: .NSPersistentStoreRemoteChange, object: coordinator, userInfo: userInfo)
    }

    private func token(ofTransaction number: Int64) -> NSPersistentHistoryToken {
        NSPersistentHistoryToken([identifier: number])
    }

    // MARK: What a coordinator asks for; an override cannot stand in an extension

    override func layout(entityNumber: Int64) -> EntityLayout? { schema.map(number: entityNumber)?.layout }
    override func entityNumber(of layout: EntityLayout) -> Int64? { schema.mapIfHeld(layout.entity)?.number }

    override func historyToken(ofTransaction number: Int64) -> Any? { token(ofTransaction: number) }

    override func fetchRows(_ plan: FetchPlan) throws -> FetchedRows { try readRows(plan) }
    override func fetchKeys(_ plan: FetchPlan) throws -> FetchedKeys { try readKeys(plan) }
    override func sortKeyReader(_ plan: FetchPlan, _ shape: KeyShape) -> any SortKeyReader {
        SQLiteSortKeyReader(self, plan, shape)
    }
    override func contentMark() -> [UInt8]? { readContentMark() }
    override func fetchDictionaries(
        _ plan: FetchPlan, _ shape: DictionaryShape, owner: NSPersistentStore
    ) throws -> [NSDictionary] { try readDictionaries(plan, shape, owner: owner) }
    override func rowReader(_ plan: FetchPlan) -> @Sendable (ReadCancellation) throws -> FetchedRows {
        rowsReader(plan)
    }
    override func keyReader(_ plan: FetchPlan) -> @Sendable (ReadCancellation) throws -> FetchedKeys {
        keysReader(plan)
    }
    override func count(_ plan: FetchPlan) throws -> Int { try countRows(plan) }

    override func row(family: NSEntityDescription, primaryKey: Int64, staleness: Double) throws -> RowReference? {
        try snapshot(family: family, primaryKey: primaryKey, staleness: staleness)
    }

    override func rows(family: NSEntityDescription, primaryKeys: [Int64]) throws -> FetchedRows {
        try readRows(family: family, primaryKeys: primaryKeys)
    }

    override func members(of relationship: NSRelationshipDescription, owners: [Int64]) throws -> [FetchedKeys] {
        try readMembers(of: relationship, owners: owners)
    }

    override func save(_ request: SaveRequest) throws -> SaveOutcome {
        let outcome = try SavePipeline(store: self, request: request).run()
        noteCommit()
        return outcome
    }

    override func reservePrimaryKeys(family: NSEntityDescription, count: Int) throws -> Int64 {
        let root = schema.map(family).rootNumber
        return try connections.write { session in
            try session.connection.write { try keys.reserve(count, root: root, session) }
        }
    }

    override func close() {
        watch.withLock { watch in
            watch?.close()
            watch = nil
        }
        if fileIdentity.isLost { connections.leaveLogOnClosing() }
        generations?.close()
        connections.close()
        removeFiles([])
    }

    /// Calls `body` with the text of each statement that the store runs; nil ends it.
    func trace(_ body: (@Sendable (String) -> Void)?) throws { try connections.trace(body) }
}
