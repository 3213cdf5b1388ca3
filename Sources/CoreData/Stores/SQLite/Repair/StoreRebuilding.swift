internal import CoreDataSQLite

/// Makes the file of a damaged store anew: the tables with what can be read of them, and, once the rows are in order, indexes
/// and triggers.
struct StoreRebuilding {
    let source: Connection
    let made: Connection

    private struct Part {
        let type: String
        let name: String
        let sql: String
    }

    private let parts: [Part]

    /// Throws where not even the schema can be read.
    init(of source: Connection, into made: Connection) throws {
        self.source = source
        self.made = made
        parts = try source.rows("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid") {
            Part(type: $0.string(0) ?? "", name: $0.string(1) ?? "", sql: $0.string(2) ?? "")
        }
    }

    /// The tables that are to be, by name; those that a virtual table keeps for itself come with it.
    private var tables: [Part] {
        let virtual = parts.filter { $0.sql.uppercased().hasPrefix("CREATE VIRTUAL") }.map(\.name)
        return parts.filter { part in
            part.type == "table" && !part.name.hasPrefix("sqlite_")
                && !virtual.contains { part.name.hasPrefix($0 + "_") }
        }
    }

    /// Writes what can be read of each table; answers what cannot, by table.
    func copyRows() throws -> [(table: String, outcome: RowSalvage.Outcome)] {
        var outcomes: [(table: String, outcome: RowSalvage.Outcome)] = []
        for table in tables {
            try made.execute(table.sql)
            let salvage = try RowSalvage(source, table: table.name)
            let marks = Array(repeating: "?", count: salvage.columns.count).joined(separator: ", ")
            let names = salvage.columns.map(\.sqlName).joined(separator: ", ")
            // What makes no sense may be there twice.
            let statement = try made.prepare(
                "INSERT OR IGNORE INTO \(table.name.sqlName) (\(names)) VALUES (\(marks))")
            let outcome = try salvage.run { row in
                statement.bind(row)
                try statement.run()
            }
            outcomes.append((table.name, outcome))
        }
        return outcomes
    }

    /// Makes the indexes, and last the triggers, which were not to run before.
    func makeIndexes() throws {
        for part in parts where part.type == "index" { try made.execute(part.sql) }
        for part in parts where part.type == "trigger" { try made.execute(part.sql) }
    }
}
