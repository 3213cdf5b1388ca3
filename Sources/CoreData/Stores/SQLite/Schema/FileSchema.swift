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
        var triggers: [(table: String, text: String)] = []
        let master = try connection.prepare(
            "SELECT type, tbl_name, sql, name FROM sqlite_master WHERE type IN ('table', 'trigger')")
        while try master.step() {
            let (table, text) = (master.string(1) ?? "", master.string(2) ?? "")
            if master.string(0) == "trigger" {
                triggers.append((table, text))
            } else {
                tables[table] = try Self.columns(text) ?? Self.columns(of: table, connection)
            }
        }
        for trigger in triggers {
            tablesWithTriggers.insert(trigger.table)
            // A trigger of one table writes to others, named in its text.
            for table in tables.keys where trigger.text.contains("UPDATE \(table) ") {
                tablesWithTriggers.insert(table)
            }
        }
        guard isCoreDataStore else { return }
        let entities = try connection.prepare("SELECT Z_NAME, Z_ENT FROM Z_PRIMARYKEY")
        while try entities.step() { numbers[entities.string(0) ?? ""] = entities.integer(1) }
    }

    /// The columns of a table made by a statement in Apple's plain style: names and types, separated by commas. nil for any other
    /// style. SQLite's own answer costs more than all the rest of opening a store.
    private static func columns(_ statement: String) -> Set<String>? {
        let isPlain = statement.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "_"), UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: "("), UInt8(ascii: ")"):
                true
            default: false
            }
        }
        guard isPlain, let open = statement.utf8.firstIndex(of: UInt8(ascii: "(")),
            let close = statement.utf8.lastIndex(of: UInt8(ascii: ")")),
            !statement.contains("CONSTRAINT"), !statement.contains("USING")
        else { return nil }
        var columns: Set<String> = []
        var depth = 0
        for part in statement[open..<close].dropFirst().utf8.split(whereSeparator: { byte in
            if byte == UInt8(ascii: "(") { depth += 1 }
            if byte == UInt8(ascii: ")") { depth -= 1 }
            return depth == 0 && byte == UInt8(ascii: ",")
        }) {
            guard let name = part.split(separator: UInt8(ascii: " ")).first, let text = String(name) else { return nil }
            if text != "PRIMARY" { columns.insert(text) }
        }
        return columns
    }

    private static func columns(of table: String, _ connection: Connection) throws -> Set<String> {
        Set(try connection.rows("SELECT name FROM pragma_table_info(?)", [.text(table)]) { $0.string(0) ?? "" })
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
