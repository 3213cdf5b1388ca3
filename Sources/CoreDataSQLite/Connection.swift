import CoreDataC

/// A connection to one SQLite database, opened without SQLite's own mutexes: its owner lets one thread in at a time.
public final class Connection {
    /// What a connection may do with the file.
    public enum Access: Sendable {
        /// Read, and never touch the file.
        case readOnly
        /// Read and write a file that is there.
        case readWrite
        /// Read and write, making the file if it is missing.
        case create
    }

    /// SQLite's own handle.
    public let handle: OpaquePointer
    /// Path or URI as it was opened.
    public let path: String
    /// Seconds to wait for the lock of another connection.
    public let timeout: Double
    private let busyWait: UnsafeMutablePointer<core_data_busy_wait>
    private var tracer: StatementTracer?
    var log: StatementLog?
    var lesson: ((Connection) throws -> Void)?
    var explainsStatements = false

    /// Opens the database. `path` may be `:memory:` or a `file:` URI.
    ///
    /// - Parameter timeout: seconds to wait for the lock of another connection before a statement fails as busy.
    public init(path: String, access: Access, timeout: Double = 240) throws {
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI | SQLITE_OPEN_EXRESCODE
        switch access {
        case .readOnly: flags |= SQLITE_OPEN_READONLY
        case .readWrite: flags |= SQLITE_OPEN_READWRITE
        case .create: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        }
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            let error = SQLiteError(opened, code: code)
            sqlite3_close_v2(opened)
            throw error
        }
        handle = opened
        self.path = path
        self.timeout = timeout
        busyWait = .allocate(capacity: 1)
        busyWait.initialize(to: core_data_busy_wait(timeout: timeout))
        core_data_set_busy_wait(handle, busyWait)
    }

    deinit {
        sqlite3_close_v2(handle)
        busyWait.deallocate()
    }

    /// A statement that will be run many times.
    public func prepare(_ sql: String) throws -> Statement { try Statement(self, sql: sql) }

    /// Runs statements, separated by semicolons, whose rows nobody asks for.
    public func execute(_ sql: String) throws {
        try sql.withCString { text in
            var rest = text
            while rest.pointee != 0 {
                let (code, next) = run(first: rest)
                if code == SQLITE_OK {
                    rest = next
                } else if try !learnNames(after: code) {
                    throw SQLiteError(handle, code: code, sql: sql)
                }
            }
        }
    }

    /// Runs the first of several statements. Answers SQLite's code, and where the next one begins.
    private func run(first text: UnsafePointer<CChar>) -> (code: Int32, next: UnsafePointer<CChar>) {
        var statement: OpaquePointer?
        var next: UnsafePointer<CChar>?
        let prepared = sqlite3_prepare_v2(handle, text, -1, &statement, &next)
        // What holds blanks or a comment alone makes no statement.
        guard prepared == SQLITE_OK, let statement else { return (prepared, next ?? text) }
        while sqlite3_step(statement) == SQLITE_ROW {}
        return (sqlite3_finalize(statement), next ?? text)
    }

    /// The rows of a statement that is run once.
    public func rows<Row>(_ sql: String, _ values: [Value] = [], _ row: (Statement) throws -> Row) throws -> [Row] {
        let statement = try prepare(sql)
        statement.bind(values)
        var rows: [Row] = []
        while try statement.step() { rows.append(try row(statement)) }
        return rows
    }

    /// The first column of the first row, nil without a row.
    public func value(_ sql: String, _ values: [Value] = []) throws -> Value? {
        let statement = try prepare(sql)
        statement.bind(values)
        return try statement.step() ? statement.value(0) : nil
    }

    /// Runs a statement once with values.
    public func run(_ sql: String, _ values: [Value]) throws {
        let statement = try prepare(sql)
        statement.bind(values)
        try statement.run()
    }

    /// How many rows the last statement changed.
    @inlinable public var changes: Int { Int(sqlite3_changes(handle)) }
    /// Whether there is a table of that name, and in it a column of that name, by the schema as SQLite has read it last.
    public func has(table: String, column: String? = nil) -> Bool {
        sqlite3_table_column_metadata(handle, "main", table, column, nil, nil, nil, nil, nil) == SQLITE_OK
    }

    /// Whether a transaction is open.
    public var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }
    /// Whether the database may not be written.
    public var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

    /// Calls `body` with the text of each statement as it starts, nil to end that.
    public func trace(_ body: ((String) -> Void)?) {
        tracer = body.map(StatementTracer.init)
        guard let tracer else {
            sqlite3_trace_v2(handle, 0, nil, nil)
            return
        }
        sqlite3_trace_v2(
            handle, UInt32(SQLITE_TRACE_STMT),
            { _, context, _, text in
                guard let context, let text else { return 0 }
                let sql = String(cString: text.assumingMemoryBound(to: CChar.self))
                Unmanaged<StatementTracer>.fromOpaque(context).takeUnretainedValue().body(sql)
                return 0
            }, Unmanaged.passUnretained(tracer).toOpaque())
    }
}

private final class StatementTracer {
    let body: (String) -> Void
    init(body: @escaping (String) -> Void) { self.body = body }
}
