internal import CoreDataSQLite

/// What SQLite itself finds wrong with a database, told by tables and indexes.
struct IntegrityCheck {
    let connection: Connection
    /// The names of entities by their tables.
    var entities: [String: String] = [:]

    /// More messages than these say no more.
    private static let limit = 100

    func findings() throws -> [StoreFinding] {
        let messages = try messages()
        guard !messages.isEmpty else { return [] }
        var found: [StoreFinding] = []
        for table in (try? tables()) ?? [] {
            let own = try self.messages(of: table)
            guard !own.isEmpty else { continue }
            let name = entities[table] ?? table
            found += try indexFindings(own, name)
            let rest = own.filter { index(in: $0) == nil }
            guard !rest.isEmpty else { continue }
            let kind: StoreFinding.Kind =
                try canRead(table) && !canReadIndexes(of: table) ? .damagedIndex : .damagedPages
            found.append(StoreFinding(kind, entity: name, count: rest.count, isRepairable: true, detail: rest[0]))
        }
        if found.isEmpty {
            // Pages of no table: what is free, or what leads to pages.
            found.append(StoreFinding(.damagedPages, count: messages.count, isRepairable: true, detail: messages[0]))
        }
        return found
    }

    private func messages() throws -> [String] { try messages(running: "PRAGMA integrity_check(\(Self.limit))") }

    private func messages(of table: String) throws -> [String] {
        try messages(running: "PRAGMA integrity_check(\(table.sqlName))")
    }

    private func messages(running text: String) throws -> [String] {
        do {
            let rows = try connection.rows(text) { $0.string(0) ?? "" }
            return rows == ["ok"] ? [] : rows.map(Self.shortened)
        } catch let error as SQLiteError where error.code == 11 {
            return [error.message]
        }
    }

    private static func shortened(_ message: String) -> String {
        message.replacing("*** in database main ***\n", with: "").split(separator: "\n").first.map(String.init) ?? ""
    }

    private func tables() throws -> [String] {
        try connection.rows("SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 ORDER BY name") {
            $0.string(0) ?? ""
        }
    }

    /// The index that a message of an intact one tells of: it lacks rows, or has others.
    private func index(in message: String) -> String? {
        let match =
            message.firstMatch(of: /row \d+ missing from index (.+)/)?.1
            ?? message.firstMatch(of: /(?:wrong # of|values differ from|non-unique) .*?index (.+)/)?.1
            ?? message.firstMatch(of: /rowid not at end-of-record for row \d+ of index (.+)/)?.1
        return match.map(String.init)
    }

    private func indexFindings(_ messages: [String], _ entity: String) throws -> [StoreFinding] {
        let byIndex = Dictionary(grouping: messages.filter { index(in: $0) != nil }) { index(in: $0) ?? "" }
        return byIndex.sorted { $0.key < $1.key }.map { name, messages in
            StoreFinding(
                .damagedIndex, entity: entity, property: name, count: messages.count, isRepairable: true,
                detail: messages[0])
        }
    }

    /// Whether every value of a table can be read.
    private func canRead(_ table: String) throws -> Bool {
        let columns = try connection.rows("SELECT name FROM pragma_table_info(?)", [.text(table)]) {
            $0.string(0) ?? ""
        }
        let sums = columns.prefix(1000).map { "total(length(t.\($0.sqlName)))" }.joined(separator: ", ")
        return try succeeds("SELECT \(sums) FROM \(table.sqlName) AS t NOT INDEXED")
    }

    private func canReadIndexes(of table: String) throws -> Bool {
        try connection.indexes(of: table).allSatisfy { index in
            try succeeds("SELECT count(DISTINCT rowid) FROM \(table.sqlName) INDEXED BY \(index.name.sqlName)")
        }
    }

    private func succeeds(_ text: String) throws -> Bool {
        do {
            _ = try connection.value(text)
            return true
        } catch let error as SQLiteError where error.code == 11 {
            return false
        }
    }
}

extension Connection {
    /// The indexes of a table that hold all its rows, with the columns they hold, as texts of a schema.
    func indexes(of table: String) throws -> [(name: String, columns: [String])] {
        let names = try rows(
            "SELECT name FROM pragma_index_list(?) WHERE partial = 0", [.text(table)]
        ) { $0.string(0) ?? "" }
        return try names.map { name in
            let columns = try rows("SELECT name FROM pragma_index_info(?) WHERE name IS NOT NULL", [.text(name)]) {
                $0.string(0) ?? ""
            }
            return (name, columns)
        }
    }
}
