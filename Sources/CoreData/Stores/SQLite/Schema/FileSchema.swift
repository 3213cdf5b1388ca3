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
        guard statement.hasPrefix("CREATE TABLE ") else { return nil }
        var statement = statement
        return statement.withUTF8 { text in
            guard let open = text.firstIndex(of: UInt8(ascii: "(")), let close = text.lastIndex(of: UInt8(ascii: ")")),
                open < close,
                text.allSatisfy({ isWord($0) || " ,()".utf8.contains($0) })
            else { return nil }
            var columns: Set<String> = []
            var start = open + 1
            var depth = 0
            for index in start...close {
                let byte = text[index]
                if index == close || byte == UInt8(ascii: ",") && depth == 0 {
                    let column = text[start..<index].drop { $0 == UInt8(ascii: " ") }.prefix(while: isWord)
                    let name = String(decoding: column, as: UTF8.self)
                    if name.isEmpty || name == "CONSTRAINT" { return nil }
                    if name != "PRIMARY" { columns.insert(name) }
                    start = index + 1
                } else if byte == UInt8(ascii: "(") {
                    depth += 1
                } else if byte == UInt8(ascii: ")") {
                    depth -= 1
                }
            }
            return columns
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
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
