internal import CoreDataSQLite

/// What a file holds: its tables with their columns, and the numbers of its entities.
///
/// Whether a table or column is there SQLite says out of the schema it has read anyway: statements that ask for it would cost
/// more than all the rest of opening a store.
struct FileSchema {
    private let connection: Connection
    /// Z_ENT by entity name.
    private(set) var numbers: [String: Int64] = [:]

    init(_ connection: Connection) throws {
        self.connection = connection
        do {
            try readNumbers()
        } catch let error as SQLiteError where error.code == 1 {
            // There was no such table: what there is will be asked. A statement that fails so holds no state of the file; the
            // next one does, and another process may have made the store in between.
            _ = try connection.value("SELECT 1 FROM sqlite_master")
            if isCoreDataStore { try readNumbers() }
        }
    }

    /// The first statement of a transaction reads the schema, in place of one that was read before and is old by now.
    private mutating func readNumbers() throws {
        let entities = try connection.prepare("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY")
        while try entities.step() { numbers[entities.string(0) ?? ""] = entities.integer(1) }
    }

    /// Whether there is no table at all.
    func isEmpty() throws -> Bool {
        if isCoreDataStore { return false }
        return try connection.value("SELECT 1 FROM sqlite_master WHERE type = 'table'") == nil
    }

    /// Whether there is a table of that name.
    func has(_ table: String) -> Bool { connection.has(table: table) }

    /// Whether that table has a column of that name.
    func has(_ column: String, in table: String) -> Bool { connection.has(table: table, column: column) }

    /// The names of a table's columns.
    func columns(of table: String) throws -> Set<String> {
        Set(try connection.rows("SELECT name FROM pragma_table_info(?)", [.text(table)]) { $0.string(0) ?? "" })
    }

    /// Whether the bookkeeping tables are there.
    var isCoreDataStore: Bool { has("Z_METADATA") && has("Z_PRIMARYKEY") }
    /// Whether history was ever on.
    var hasHistory: Bool { has("ACHANGE") && has("ATRANSACTION") }
    /// How many columns there are for values of deleted rows; they are numbered from 0.
    var tombstoneCount: Int {
        var count = 0
        while has("ZTOMBSTONE\(count)", in: "ACHANGE") { count += 1 }
        return count
    }
}
