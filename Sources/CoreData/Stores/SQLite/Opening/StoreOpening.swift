internal import CoreDataSQLite

/// Opens or makes the database of a store, step by step; until the last step has gone well a file that was there is not changed.
struct StoreOpening {
    let location: StoreLocation
    let options: StoreOptions
    let model: NSManagedObjectModel
    let entities: [NSEntityDescription]

    /// What is there once a store is open.
    struct Opened {
        let connections: StoreConnections
        let schema: StoreSchema
        let metadata: StoreMetadata
        let recordsHistory: Bool
        let isReadOnly: Bool
    }

    init(location: StoreLocation, options: StoreOptions, model: NSManagedObjectModel, configuration: String?) throws {
        self.location = location
        self.options = options
        self.model = model
        guard let entities = model.entities(forConfigurationName: configuration) else {
            throw StoreErrors.make(
                NSPersistentStoreIncompatibleSchemaError,
                reason: "The model has no configuration named \(configuration ?? "nil")", path: location.path)
        }
        self.entities = entities
    }

    func open() throws -> Opened {
        let isNew = try StoreFile(location: location, options: options).prepare()
        do {
            let connection = try Connection(
                path: location.databaseName, access: options.isReadOnly ? .readOnly : .readWrite,
                timeout: options.timeout)
            return try location.reporting { try open(connection, isNew: isNew) }
        } catch let error as SQLiteError {
            throw StoreErrors.from(error, path: location.path)
        }
    }

    private func open(_ connection: Connection, isNew: Bool) throws -> Opened {
        // Before the journal mode is touched: what is found may be no store of ours.
        if isNew, location.path != nil { try connection.execute("PRAGMA auto_vacuum = 2") }
        var (file, metadata) = (nil as FileSchema?, nil as StoreMetadata?)
        if !isNew {
            try connection.read {
                let found = try FileSchema(connection)
                file = found
                if !found.tables.isEmpty { metadata = try check(connection, found) }
            }
        }
        let journal = try setJournalMode(of: connection)
        try setUp(connection)
        if file.map(\.tables.isEmpty) ?? true { file = try make(connection) }
        guard let file else { preconditionFailure("a store that was made has tables") }
        return try finish(connection, file, try metadata ?? StoreMetadata(connection), journal: journal)
    }

    private func finish(
        _ connection: Connection, _ found: FileSchema, _ metadata: StoreMetadata, journal: String
    ) throws -> Opened {
        var file = found
        let hadHistory = file.hasHistory
        let isForcedReadOnly = hadHistory && !options.tracksHistory && !options.isReadOnly
        if isForcedReadOnly { warnOfHistory() }
        if options.tracksHistory, !options.isReadOnly, !hadHistory {
            try connection.write { try HistorySchema.create(connection) }
            file = try FileSchema(connection)
        }
        guard let numbers = EntityNumbers(file.numbers, entities: entities) else {
            throw StoreErrors.make(
                NSPersistentStoreIncompatibleSchemaError, reason: "The store lacks entities of the model",
                path: location.path)
        }
        var plan = SchemaPlan(numbers)
        let missing = plan.reconcile(with: file)
        guard missing.isEmpty else {
            throw StoreErrors.make(
                NSPersistentStoreIncompatibleSchemaError,
                reason: "The store lacks tables or columns of the model: \(missing.sorted().joined(separator: ", "))",
                path: location.path)
        }
        if options.tracksHistory, !options.isReadOnly { try HistorySchema.addTombstones(connection, file, entities) }
        if options.vacuums, !options.isReadOnly { try connection.execute("PRAGMA incremental_vacuum; VACUUM") }
        if options.analyzes, !options.isReadOnly { try connection.execute("ANALYZE") }
        return Opened(
            connections: StoreConnections(
                connection, location: location, openAnother: journal == "wal" ? another() : nil),
            schema: StoreSchema(plan, file: file), metadata: metadata,
            recordsHistory: options.tracksHistory, isReadOnly: options.isReadOnly || isForcedReadOnly)
    }

    private func another() -> @Sendable () throws -> Connection {
        let (name, timeout, pragmas) = (location.databaseName, options.timeout, setUpStatements)
        return {
            let connection = try Connection(path: name, access: .readWrite, timeout: timeout)
            try StoreFunctions.register(on: connection)
            try connection.execute(pragmas)
            return connection
        }
    }

    private func warnOfHistory() {
        let text =
            "CoreData: warning: Store opened without NSPersistentHistoryTrackingKey but previously had been opened with "
            + "NSPersistentHistoryTrackingKey - Forcing into Read Only mode store at '\(location.databaseName)'\n"
        FileHandle.standardError.write(Data(text.utf8))
    }
}

// MARK: - Steps

extension StoreOpening {
    /// Makes sure that a file that holds tables is a store of this model; answers its metadata.
    @discardableResult
    private func check(_ connection: Connection, _ file: FileSchema) throws -> StoreMetadata {
        guard file.isCoreDataStore else {
            throw StoreErrors.make(
                NSPersistentStoreInvalidTypeError, reason: "The file is a SQLite database, but not a Core Data store",
                path: location.path)
        }
        let metadata = try StoreMetadata(connection)
        guard !options.ignoresVersions else { return metadata }
        try StoreCompatibility(model: model, entities: entities, options: options, path: location.path)
            .check(metadata, connection)
        return metadata
    }

    /// Answers the mode the database is in afterwards.
    private func setJournalMode(of connection: Connection) throws -> String {
        if options.isReadOnly {
            return try connection.value("PRAGMA journal_mode")?.text ?? ""
        }
        guard location.path != nil else { return "memory" }
        let wanted = options.journalMode
        guard wanted.allSatisfy(\.isLetter) else { throw invalidPragma("journal_mode", nil) }
        let mode = try connection.value("PRAGMA journal_mode = \(wanted)")?.text ?? ""
        if mode != wanted { throw invalidPragma("journal_mode", nil) }
        return mode
    }

    private func setUp(_ connection: Connection) throws {
        try StoreFunctions.register(on: connection)
        for pragma in options.pragmas where !isWellFormed(pragma) { throw invalidPragma(pragma.name, nil) }
        do {
            try connection.execute(setUpStatements)
        } catch let error as SQLiteError {
            throw error.isBusy ? error : invalidPragma("\(options.pragmas.map(\.name))", error)
        }
    }

    /// 16 MB of cache: enough for the inner pages of a large table's indexes, without holding the table itself.
    private var setUpStatements: String {
        let given = options.pragmas.filter { $0.name.lowercased() != "journal_mode" }
        return
            (["PRAGMA synchronous = NORMAL", "PRAGMA cache_size = -16384"]
            + given.map { "PRAGMA \($0.name) = \($0.value)" }).joined(separator: "; ")
    }

    /// A name, and a word, number or quoted text.
    private func isWellFormed(_ pragma: (name: String, value: String)) -> Bool {
        func isWord(_ text: Substring) -> Bool {
            !text.isEmpty && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        }
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

    /// Makes tables, numbers and metadata, unless another process was quicker.
    private func make(_ connection: Connection) throws -> FileSchema {
        try connection.write {
            let found = try FileSchema(connection)
            guard found.tables.isEmpty else {
                try check(connection, found)
                return
            }
            let numbers = EntityNumbers(numbering: entities)
            for statement in SchemaPlan(numbers).statements { try connection.execute(statement) }
            if options.tracksHistory { try HistorySchema.create(connection) }
            for entity in numbers.entities {
                try connection.run(
                    "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, 0)",
                    [
                        .integer(numbers[entity]), .text(entity.name ?? ""), .integer(numbers[entity.superentity]),
                    ])
            }
            try StoreMetadata(model: model, entities: entities).write(connection)
            try ModelCache.write(model, to: connection)
        }
        return try FileSchema(connection)
    }
}
