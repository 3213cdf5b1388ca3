import CoreDataC

/// What SQLite answered to a statement that failed.
public struct SQLiteError: Error, Sendable, CustomStringConvertible {
    /// The primary result code, such as 19 for a violated constraint.
    public let code: Int32
    /// The extended result code, such as 2067 for a violated UNIQUE constraint.
    public let extendedCode: Int32
    /// SQLite's own words.
    public let message: String
    /// The statement, where there was one.
    public let sql: String?

    /// An error of these parts.
    public init(code: Int32, extendedCode: Int32, message: String, sql: String? = nil) {
        self.code = code
        self.extendedCode = extendedCode
        self.message = message
        self.sql = sql
    }

    /// The error a connection is in.
    init(_ handle: OpaquePointer?, code: Int32, sql: String? = nil) {
        self.code = code & 0xFF
        if let handle {
            let extended = sqlite3_extended_errcode(handle)
            extendedCode = extended & 0xFF == code & 0xFF ? extended : code
            message = String(cString: sqlite3_errmsg(handle))
        } else {
            extendedCode = code
            message = String(cString: sqlite3_errstr(code))
        }
        self.sql = sql
    }

    /// Whether another connection holds the lock that was waited for.
    public var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }
    // SQLite's extended codes are macros with arithmetic, which Swift does not import: UNIQUE is 8, PRIMARYKEY 6, ROWID 10.

    /// Whether a UNIQUE constraint or index was violated.
    public var isUniqueViolation: Bool { extendedCode == SQLITE_CONSTRAINT | 8 << 8 }
    /// Whether a row of that primary key is there already.
    public var isPrimaryKeyViolation: Bool {
        extendedCode == SQLITE_CONSTRAINT | 6 << 8 || extendedCode == SQLITE_CONSTRAINT | 10 << 8
    }
    /// Whether the file is no database at all.
    public var isNotADatabase: Bool { code == SQLITE_NOTADB }

    /// Code, message and statement in one line.
    public var description: String {
        "SQLite error \(extendedCode): \(message)" + (sql.map { " – while executing `\($0)`" } ?? "")
    }
}
