import CoreDataC

/// A prepared statement, kept to be run again. Parameters count from 1, columns from 0, as SQLite counts them.
///
/// Readers and binders are inlined into their callers' loops: a row of six columns costs some 100 ns, of which a call
/// through a module boundary for each column would be a third.
public final class Statement {
    @usableFromInline let handle: OpaquePointer
    /// The connection it runs on.
    public let connection: Connection

    /// Compiles `sql`, which must be a single statement.
    public init(_ connection: Connection, sql: String) throws {
        var prepared: OpaquePointer?
        var code = SQLITE_OK
        repeat {
            code = sqlite3_prepare_v3(connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        } while try code != SQLITE_OK && connection.learnNames(after: code)
        guard code == SQLITE_OK, let prepared else {
            throw SQLiteError(connection.handle, code: code == SQLITE_OK ? SQLITE_MISUSE : code, sql: sql)
        }
        handle = prepared
        self.connection = connection
        if connection.explainsStatements { connection.explain(sql) }
    }

    deinit { sqlite3_finalize(handle) }

    /// The text it was compiled from.
    public var sql: String { String(cString: sqlite3_sql(handle)) }
    /// How many columns a row has.
    public var columnCount: Int { Int(sqlite3_column_count(handle)) }
    /// The name of a column.
    public func columnName(_ column: Int) -> String {
        sqlite3_column_name(handle, Int32(column)).map { String(cString: $0) } ?? ""
    }

    // MARK: Running

    /// Moves to the next row; false at the end, when the statement is ready to be run again.
    @inlinable
    public func step() throws -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        let reset = sqlite3_reset(handle)
        if code == SQLITE_DONE { return false }
        throw failure(reset == SQLITE_OK ? code : reset)
    }

    /// Runs a statement that answers no rows, or whose rows do not matter.
    @inlinable
    public func run() throws {
        let code = sqlite3_step(handle)
        let reset = sqlite3_reset(handle)
        if code == SQLITE_DONE || code == SQLITE_ROW { return }
        throw failure(reset == SQLITE_OK ? code : reset)
    }

    /// Stops before the last row.
    @inlinable public func reset() { sqlite3_reset(handle) }

    @usableFromInline
    func failure(_ code: Int32) -> SQLiteError { SQLiteError(connection.handle, code: code, sql: sql) }

    // MARK: Counting

    /// Makes the counts that follow be of what is done from here on.
    public func beginCounting() {
        _ = count(SQLITE_STMTSTATUS_FULLSCAN_STEP, isLast: true)
        _ = count(SQLITE_STMTSTATUS_SORT, isLast: true)
    }

    /// How many steps were made through tables or indexes of which no part was left out.
    public var scannedSteps: Int { count(SQLITE_STMTSTATUS_FULLSCAN_STEP) }
    /// Whether rows were sorted, rather than found in order.
    public var hasSorted: Bool { count(SQLITE_STMTSTATUS_SORT) > 0 }

    private func count(_ counter: Int32, isLast: Bool = false) -> Int {
        Int(sqlite3_stmt_status(handle, counter, isLast ? 1 : 0))
    }

    // MARK: Parameters

    /// Binds NULL.
    @inlinable public func bindNull(_ index: Int32) { sqlite3_bind_null(handle, index) }
    /// Binds an integer.
    @inlinable public func bind(_ value: Int64, _ index: Int32) { sqlite3_bind_int64(handle, index, value) }
    /// Binds a double.
    @inlinable public func bind(_ value: Double, _ index: Int32) { sqlite3_bind_double(handle, index, value) }

    /// Binds text whose bytes stay where they are until the statement has run.
    @inlinable
    public func bindText(_ bytes: UnsafeRawBufferPointer, _ index: Int32) {
        guard let base = bytes.baseAddress else {
            sqlite3_bind_text(handle, index, "", 0, core_data_sqlite_transient())
            return
        }
        sqlite3_bind_text(
            handle, index, base.assumingMemoryBound(to: CChar.self), Int32(bytes.count), core_data_sqlite_static())
    }

    /// Binds bytes that stay where they are until the statement has run.
    @inlinable
    public func bindBlob(_ bytes: UnsafeRawBufferPointer, _ index: Int32) {
        guard let base = bytes.baseAddress else {
            sqlite3_bind_zeroblob(handle, index, 0)
            return
        }
        sqlite3_bind_blob(handle, index, base, Int32(bytes.count), core_data_sqlite_static())
    }

    /// Binds a value; text and bytes are copied.
    public func bind(_ value: Value, _ index: Int32) {
        switch value {
        case .null: bindNull(index)
        case .integer(let value): bind(value, index)
        case .real(let value): bind(value, index)
        case .text(let value):
            sqlite3_bind_text(handle, index, value, Int32(value.utf8.count), core_data_sqlite_transient())
        case .blob(let value):
            if value.isEmpty {
                sqlite3_bind_zeroblob(handle, index, 0)
            } else {
                sqlite3_bind_blob(handle, index, value, Int32(value.count), core_data_sqlite_transient())
            }
        }
    }

    /// Binds values from the first parameter on.
    public func bind(_ values: [Value]) {
        for (index, value) in values.enumerated() { bind(value, Int32(index + 1)) }
    }

    // MARK: Columns

    /// Whether the column is NULL.
    @inlinable public func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
    /// The column as an integer, 0 for NULL.
    @inlinable public func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }
    /// The column as a double, 0 for NULL, whatever its storage class.
    @inlinable public func real(_ column: Int32) -> Double { sqlite3_column_double(handle, column) }

    /// The UTF-8 bytes of the column, nil for NULL; valid until the next step.
    @inlinable
    public func text(_ column: Int32) -> UnsafeRawBufferPointer? {
        // One look-up of the column for bytes and length. Such a value is for the thread that steps the statement alone.
        let value = sqlite3_column_value(handle, column)
        guard let base = sqlite3_value_text(value) else { return nil }
        return UnsafeRawBufferPointer(start: base, count: Int(sqlite3_value_bytes(value)))
    }

    /// The bytes of the column, nil for NULL; valid until the next step.
    @inlinable
    public func blob(_ column: Int32) -> UnsafeRawBufferPointer? {
        guard let base = sqlite3_column_blob(handle, column) else {
            return isNull(column) ? nil : UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return UnsafeRawBufferPointer(start: base, count: Int(sqlite3_column_bytes(handle, column)))
    }

    /// The storage class of the column.
    @inlinable
    public func type(_ column: Int32) -> StorageClass {
        StorageClass(rawValue: sqlite3_column_type(handle, column)) ?? .null
    }

    /// The column as text, nil for NULL.
    public func string(_ column: Int32) -> String? { text(column).map { String(decoding: $0, as: UTF8.self) } }

    /// The column in its own storage class.
    public func value(_ column: Int32) -> Value {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer(integer(column))
        case SQLITE_FLOAT: .real(real(column))
        case SQLITE_TEXT: .text(string(column) ?? "")
        case SQLITE_BLOB: .blob(blob(column).map(Array.init) ?? [])
        default: .null
        }
    }
}

/// What SQLite stores a value as; the numbers are SQLite's.
@frozen
public enum StorageClass: Int32, Sendable {
    /// A 64-bit integer.
    case integer = 1
    /// A double.
    case real = 2
    /// UTF-8 text.
    case text = 3
    /// Bytes.
    case blob = 4
    /// No value.
    case null = 5
}
