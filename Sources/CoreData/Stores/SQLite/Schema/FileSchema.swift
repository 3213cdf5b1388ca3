internal import CoreDataSQLite

/// What a file holds: its tables with their columns, its triggers, and the numbers of its entities.
struct FileSchema {
    /// Column names by table.
    private(set) var tables: [String: Set<String>] = [:]
    /// Tables whose rows triggers change behind our back.
    private(set) var tablesWithTriggers: Set<String> = []
    /// Z_ENT by entity name.
    private(set) var numbers: [String: Int64] = [:]

    init(_ connection: Connection) throws {
        let columns = try connection.prepare(
            "SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'")
        while try columns.step() { tables[columns.string(0) ?? "", default: []].insert(columns.string(1) ?? "") }
        let triggers = try connection.prepare("SELECT tbl_name, sql FROM sqlite_master WHERE type = 'trigger'")
        while try triggers.step() {
            tablesWithTriggers.insert(triggers.string(0) ?? "")
            // A trigger of one table writes to others, named in its text.
            let text = triggers.string(1) ?? ""
            for table in tables.keys where text.contains("UPDATE \(table) ") { tablesWithTriggers.insert(table) }
        }
        guard isCoreDataStore else { return }
        let entities = try connection.prepare("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY")
        while try entities.step() { numbers[entities.string(0) ?? ""] = entities.integer(1) }
    }

    /// Whether the bookkeeping tables are there.
    var isCoreDataStore: Bool { tables["Z_METADATA"] != nil && tables["Z_PRIMARYKEY"] != nil }
    /// Whether history was ever on.
    var hasHistory: Bool { tables["ACHANGE"] != nil && tables["ATRANSACTION"] != nil }
    /// Whether the strings of history are interned, as they are from framework 973 on.
    var internsHistoryStrings: Bool { tables["ATRANSACTIONSTRING"] != nil }
    /// Names of the columns that hold values of deleted rows.
    var tombstoneCount: Int { tables["ACHANGE"]?.count { $0.hasPrefix("ZTOMBSTONE") } ?? 0 }
}
