internal import CoreDataSQLite

/// Opens or makes the database of a store, step by step; until the last step has gone well a file that was there is not changed.
///
/// Many may open one store at once, be it there or not. A store that is there is looked at and used. Else one makes it, while
/// the others wait at the lock of the folder; and whatever is written is decided under SQLite's write lock.
struct StoreOpening {
    let location: StoreLocation
    private(set) var options: StoreOptions
    let model: NSManagedObjectModel
    let entities: [NSEntityDescription]
    let triggered = TriggeredRows()
    /// What each connection begins with.
    private let setUpStatements: String

    /// What is there once a store is open.
    struct Opened {
        let connections: StoreConnections
        let schema: StoreSchema
        let metadata: StoreMetadata
        let triggered: TriggeredRows
        let recordsHistory: Bool
        let isReadOnly: Bool
    }

    init(location: StoreLocation, options: StoreOptions, model: NSManagedObjectModel, configuration: String?) throws {
        self.location = location
        self.options = options
        self.model = model
        setUpStatements = Self.setUpStatements(options.pragmas)
        guard let entities = model.entities(forConfigurationName: configuration) else {
            throw StoreErrors.make(
                NSPersistentStoreIncompatibleSchemaError,
                reason: "The model has no configuration named \(configuration ?? "nil")", path: location.path)
        }
        self.entities = entities
    }

    /// A database that was looked at, with its tables in it.
    struct Found {
        let connection: Connection
        let file: FileSchema
        let metadata: StoreMetadata
        /// The model of a store that is to be migrated.
        var source: NSManagedObjectModel?
        /// The journal mode, once the connection is set up.
        var journal: String?
    }

    func open() throws -> Opened {
        try location.reporting {
            guard let path = location.path else {
                return try finish(
                    make(Connection(path: location.databaseName, access: access, timeout: options.timeout)))
            }
            let file = StoreFile(path: path, options: options)
            if file.isFilled, !options.isReadOnly, !file.isWritable { return try readOnlyAsFile() }
            if file.isFilled, let found = try look(connect(path)) {
                guard !lacksTracking(found.file) else { return try readOnly(instead: found) }
                return try finish(found.source.map { try migrate(found, from: $0) } ?? found)
            }
            // Once the tables are there, the store is anybody's: what fails after that leaves it alone.
            return try finish(file.making { try make(connect(path)) })
        }
    }

    /// Whether the store is to be read only because who opens it would leave its changes out of the history there is.
    private func lacksTracking(_ file: FileSchema) -> Bool {
        file.hasHistory && !options.tracksHistory && !options.isReadOnly
    }

    /// Opens the store anew by a connection that writes nothing, neither a mode nor, when it is closed, the log.
    private func readOnly(instead found: Found) throws -> Opened {
        found.connection.leaveLogOnClosing()
        warnOfHistory()
        var opening = self
        opening.options.isReadOnly = true
        return try opening.open()
    }

    /// As Apple's framework does, in its words.
    private func readOnlyAsFile() throws -> Opened {
        warn(
            "CoreData: error: Attempt to add read-only file at path \(location.databaseName) read/write. Adding it read-only "
                + "instead. This will be a hard error in the future; you must specify the NSReadOnlyPersistentStoreOption."
        )
        var opening = self
        opening.options.isReadOnly = true
        return try opening.open()
    }

    private var access: Connection.Access { options.isReadOnly ? .readOnly : .readWrite }

    private func connect(_ path: String) throws -> Connection {
        try StoreFile.connect(path, access: access, timeout: options.timeout)
    }

    /// What a file holds, nil where no store is in it yet. The journal mode is not touched: it may be no store of ours.
    func look(_ connection: Connection) throws -> Found? {
        try connection.read {
            let file = try FileSchema(connection)
            // Tables that were read through the log of another file, where this one has been taken away again.
            guard try !file.isEmpty(), !connection.hasMoved else { return nil }
            let metadata = try metadata(connection, file)
            var opening = self
            if lacksTracking(file) { opening.options.isReadOnly = true }
            return Found(
                connection: connection, file: file, metadata: metadata,
                source: try opening.sourceModel(of: metadata, connection))
        }
    }

    /// Makes the store, unless somebody else was quicker.
    private func make(_ connection: Connection) throws -> Found {
        if location.path != nil {
            if let found = try look(connection) { return found }
            // Both hold for a database without a page only, and a change of the journal mode writes the first.
            if let size = options.pageSize { try connection.execute("PRAGMA page_size = \(size)") }
            try connection.execute("PRAGMA auto_vacuum = 2")
        }
        let journal = try setUp(connection)
        return try complete(connection, journal: journal)
    }

    private func finish(_ seen: Found) throws -> Opened {
        var found = seen
        let connection = found.connection
        // Another process may have made the store while this one was about to.
        let isForcedReadOnly = lacksTracking(found.file)
        if isForcedReadOnly { warnOfHistory() }
        let journal = try found.journal ?? setUp(connection)
        if lacksHistory(found.file) { found = try complete(connection, journal: journal) }
        let schema = StoreSchema(try plan(found.file, of: entities))
        let triggers = try connectionTriggers(schema, connection)
        if options.vacuums, !options.isReadOnly { try connection.execute("PRAGMA incremental_vacuum; VACUUM") }
        if options.analyzes, !options.isReadOnly { try connection.execute("ANALYZE") }
        return Opened(
            connections: StoreConnections(
                connection, location: location, openAnother: journal == "wal" ? another(triggers) : nil),
            schema: schema, metadata: found.metadata,
            triggered: triggered, recordsHistory: options.tracksHistory,
            isReadOnly: options.isReadOnly || isForcedReadOnly)
    }

    private func lacksHistory(_ file: FileSchema) -> Bool {
        options.tracksHistory && !options.isReadOnly
            && (HistorySchema.isIncomplete(file) || file.tombstoneCount < HistorySchema.tombstoneCount(of: entities))
    }

    /// Where everything lies by the names and numbers of the file.
    func plan(_ file: FileSchema, of entities: [NSEntityDescription]) throws -> SchemaPlan {
        guard let numbers = EntityNumbers(file.numbers, entities: entities) else {
            throw StoreErrors.make(
                NSPersistentStoreIncompatibleSchemaError, reason: "The store lacks entities of the model",
                path: location.path)
        }
        var plan = SchemaPlan(numbers)
        let missing = try plan.reconcile(with: file)
        guard missing.isEmpty else {
            throw StoreErrors.make(
                NSPersistentStoreIncompatibleSchemaError,
                reason:
                    "The store lacks tables or columns of the model: \(Set(missing).sorted().joined(separator: ", "))",
                path: location.path)
        }
        return plan
    }

    /// The triggers that are not in the file, ready to be run by further connections; this one has them afterwards.
    private func connectionTriggers(_ schema: StoreSchema, _ connection: Connection) throws -> String {
        guard !options.isReadOnly, schema.maps.contains(where: { !$0.derivedSlots.isEmpty }) else { return "" }
        let kept = try connection.rows("SELECT name FROM sqlite_master WHERE type = 'trigger'") { $0.string(0) ?? "" }
        let statements = DerivedTriggers(schema, lackingIn: kept).triggers.map(\.connectionStatement).joined()
        try connection.execute(statements)
        return statements
    }

    private func another(_ triggers: String) -> @Sendable () throws -> Connection {
        let (name, access, timeout, pragmas) = (location.databaseName, access, options.timeout, setUpStatements)
        return { [triggered, location] in
            let connection = try Connection(path: name, access: access, timeout: timeout)
            StoreFunctions.offer(to: connection, noting: triggered, ExternalData(location))
            try connection.execute(pragmas)
            if !triggers.isEmpty { try connection.execute(triggers) }
            return connection
        }
    }

    private func warnOfHistory() {
        warn(
            "CoreData: warning: Store opened without NSPersistentHistoryTrackingKey but previously had been opened with "
                + "NSPersistentHistoryTrackingKey - Forcing into Read Only mode store at '\(location.databaseName)'")
    }

    private func warn(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}

// MARK: - Steps

extension StoreOpening {
    /// The metadata of a file that holds tables; throws where it is no store.
    private func metadata(_ connection: Connection, _ file: FileSchema) throws -> StoreMetadata {
        guard file.isCoreDataStore else {
            throw StoreErrors.make(
                NSPersistentStoreInvalidTypeError, reason: "The file is a SQLite database, but not a Core Data store",
                path: location.path)
        }
        return try StoreMetadata(connection)
    }

    /// nil for a store of this model.
    func sourceModel(of metadata: StoreMetadata, _ connection: Connection) throws -> NSManagedObjectModel? {
        options.ignoresVersions ? nil : try compatibility.sourceModel(metadata, connection)
    }

    var compatibility: StoreCompatibility {
        StoreCompatibility(model: model, entities: entities, options: options, path: location.path)
    }

    /// Answers the mode the database is in afterwards.
    private func setJournalMode(of connection: Connection) throws -> String {
        if options.isReadOnly {
            return try connection.value("PRAGMA journal_mode")?.text ?? ""
        }
        guard location.path != nil else { return "memory" }
        let wanted = options.journalMode
        guard isWord(wanted[...]) else { throw invalidPragma("journal_mode", nil) }
        // The file has been looked at, and SQLite has gone by its header.
        if wanted == "wal", try connection.isInLogMode() { return wanted }
        let mode = try connection.waiting { try connection.value("PRAGMA journal_mode = \(wanted)")?.text ?? "" }
        if mode != wanted { throw invalidPragma("journal_mode", nil) }
        return mode
    }

    /// Answers the journal mode the database is in.
    private func setUp(_ connection: Connection) throws -> String {
        let journal = try setJournalMode(of: connection)
        StoreFunctions.offer(to: connection, noting: triggered, ExternalData(location))
        for pragma in options.pragmas where !isWellFormed(pragma) { throw invalidPragma(pragma.name, nil) }
        do {
            try connection.execute(setUpStatements)
        } catch let error as SQLiteError {
            throw error.isBusy ? error : invalidPragma("\(options.pragmas.map(\.name))", error)
        }
        return journal
    }

    /// 16 MB of cache: enough for the inner pages of a large table's indexes, without holding the table itself.
    private static let pragmas = [(name: "synchronous", value: "NORMAL"), (name: "cache_size", value: "-16384")]

    /// Ours, in place of which those given come, and last the others given.
    private static func setUpStatements(_ given: [(name: String, value: String)]) -> String {
        let names = given.map { $0.name.lowercased() }
        var text = ""
        for pragma in pragmas.filter({ !names.contains($0.name) }) + given
        where pragma.name.lowercased() != "journal_mode" {
            text += "PRAGMA \(pragma.name) = \(pragma.value);"
        }
        return text
    }

    private func isWord(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }

    /// A name, and a word or number.
    private func isWellFormed(_ pragma: (name: String, value: String)) -> Bool {
        let value = pragma.value.hasPrefix("-") ? pragma.value.dropFirst() : pragma.value[...]
        guard isWord(pragma.name[...]), isWord(value) else { return false }
        switch pragma.name.lowercased() {
        case "synchronous": return ["0", "1", "2", "3", "off", "normal", "full", "extra"].contains(value.lowercased())
        case "cache_size", "page_size", "wal_autocheckpoint", "journal_size_limit", "mmap_size", "busy_timeout":
            return Int(value) != nil
        default: return true
        }
    }

    private func invalidPragma(_ name: String, _ error: SQLiteError?) -> NSError {
        let code = error ?? SQLiteError(code: 1, extendedCode: 1, message: "invalid value of pragma \(name)")
        return StoreErrors.make(
            CocoaError.Code.fileReadUnknown.rawValue, reason: code.message, path: location.path, sqlite: code)
    }

    /// Makes what the file lacks. What that is is seen under the write lock: another process may have been quicker.
    private func complete(_ connection: Connection, journal: String) throws -> Found {
        try connection.write {
            let file = try FileSchema(connection)
            if try file.isEmpty() {
                try makeTables(connection)
            } else {
                let metadata = try metadata(connection, file)
                guard try sourceModel(of: metadata, connection) == nil else {
                    throw cannotMigrate("It was made by another process this moment", nil)
                }
                _ = try plan(file, of: entities)
            }
            if options.tracksHistory {
                try HistorySchema.create(connection)
                try HistorySchema.addTombstones(connection, entities)
            }
            return Found(
                connection: connection, file: try FileSchema(connection), metadata: try StoreMetadata(connection),
                journal: journal)
        }
    }

    /// Tables, numbers, metadata and the model.
    private func makeTables(_ connection: Connection) throws {
        let numbers = EntityNumbers(numbering: entities)
        let plan = SchemaPlan(numbers)
        for statement in plan.statements { try connection.execute(statement) }
        let triggers = try DerivedTriggers(StoreSchema(plan), path: location.path).triggers
        for trigger in triggers where !trigger.isOurs { try connection.execute(trigger.statement) }
        for entity in numbers.entities {
            try connection.run(
                "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, 0)",
                [.integer(numbers[entity]), .text(entity.name ?? ""), .integer(numbers[entity.superentity])])
        }
        try StoreMetadata(model: model, entities: entities).write(connection)
        try ModelCache.write(model, to: connection)
    }
}
