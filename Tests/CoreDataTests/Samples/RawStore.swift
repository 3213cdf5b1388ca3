import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// All that a store's file holds, read by SQLite alone, and the rules of Apple's format that it is checked by: by the names of
/// tables and columns, not by what the stack makes of them.
struct RawStore {
    typealias Row = [String: Value]

    /// Rows by table and key: Z_PK, or in a join table both columns.
    private(set) var tables: [String: [[Value]: Row]] = [:]
    /// The text of each table, index and trigger.
    private(set) var schema: [String: String] = [:]
    let metadata: [String: Any]
    let identifier: String?
    private let connection: Connection

    init(_ url: URL) throws {
        connection = try Connection(path: url.path, access: .readWrite, timeout: 1)
        try #expect(connection.value("PRAGMA integrity_check") == .text("ok"))
        for (type, name, text) in try connection.rows(
            "SELECT type, name, sql FROM sqlite_master", [],
            { row in
                (row.string(0) ?? "", row.string(1) ?? "", row.string(2) ?? "")
            })
        {
            schema["\(type) \(name)"] = text
            guard type == "table", !name.hasPrefix("sqlite_") else { continue }
            tables[name] = try Self.rows(of: name, connection)
        }
        let content = try connection.value("SELECT Z_PLIST FROM Z_METADATA")
        guard case .blob(let bytes)? = content else { throw CocoaError(.fileReadCorruptFile) }
        let list = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
        metadata = list as? [String: Any] ?? [:]
        identifier = try connection.value("SELECT Z_UUID FROM Z_METADATA")?.text
    }

    private static func rows(of table: String, _ connection: Connection) throws -> [[Value]: Row] {
        let rows = try connection.rows("SELECT * FROM \"\(table)\"") { row in
            Row(
                uniqueKeysWithValues: (0..<row.columnCount).map { (row.columnName($0), row.value(Int32($0))) })
        }
        var found: [[Value]: Row] = [:]
        for row in rows {
            let keys =
                row["Z_PK"].map { [$0] }
                ?? row.sorted { $0.key < $1.key }.filter { !$0.key.hasPrefix("Z_FOK") }.map(\.value)
            found[keys] = row
        }
        return found
    }

    // MARK: Entities

    /// Number, name and parent of each entity.
    var entities: [(number: Int64, name: String, parent: Int64)] {
        (tables["Z_PRIMARYKEY"] ?? [:]).values.map {
            ($0["Z_ENT"]?.integer ?? 0, $0["Z_NAME"]?.text ?? "", $0["Z_SUPER"]?.integer ?? 0)
        }.filter { $0.number < 16_000 }.sorted { $0.number < $1.number }
    }

    private func root(of number: Int64) -> (number: Int64, table: String)? {
        guard let entity = entities.first(where: { $0.number == number }) else { return nil }
        return entity.parent == 0 ? (number, "Z" + entity.name.uppercased()) : root(of: entity.parent)
    }

    func table(ofEntity number: Int64) -> String? { root(of: number)?.table }

    /// The rows of a table by their key.
    func rows(_ table: String) -> [Int64: Row] {
        Dictionary(
            uniqueKeysWithValues: (tables[table] ?? [:]).compactMap { key, row in key.first?.integer.map { ($0, row) } }
        )
    }

    // MARK: Rules

    /// What does not keep to the format.
    func violations() -> Set<String> {
        var found: Set<String> = []
        let entityTables = Set(entities.compactMap { table(ofEntity: $0.number) })
        for entity in entities where entity.parent == 0 {
            guard let table = table(ofEntity: entity.number), let rows = tables[table] else { continue }
            let highest = rows.keys.compactMap { $0.first?.integer }.max() ?? 0
            let given = (tables["Z_PRIMARYKEY"] ?? [:]).values.first { $0["Z_ENT"] == .integer(entity.number) }
            if (given?["Z_MAX"]?.integer ?? 0) < highest { found.insert("\(table): Z_MAX is less than \(highest)") }
            for (key, row) in rows {
                let number = row["Z_ENT"]?.integer ?? 0
                if root(of: number)?.number != entity.number { found.insert("\(table) \(key): Z_ENT \(number)") }
                if (row["Z_OPT"]?.integer ?? 0) < 1 { found.insert("\(table) \(key): Z_OPT") }
            }
        }
        for (table, rows) in tables where table.hasPrefix("Z") {
            let columns = Set(rows.values.first?.keys.map(\.self) ?? [])
            for column in columns {
                if entityTables.contains(table) { checkEntityColumn(column, columns, table, rows, &found) }
                if column.hasPrefix("Z_FOK_") { checkPositions(column, columns, table, rows, &found) }
            }
        }
        return found
    }

    /// `Z7_OWNER` tells which entity the row has that `ZOWNER` is the key of.
    private func checkEntityColumn(
        _ column: String, _ columns: Set<String>, _ table: String, _ rows: [[Value]: Row], _ found: inout Set<String>
    ) {
        guard let match = column.firstMatch(of: /^Z(\d+)_(.+)$/), columns.contains("Z\(match.2)") else { return }
        for (key, row) in rows {
            guard let destination = row["Z\(match.2)"]?.integer else {
                if row[column] != .null { found.insert("\(table) \(key): \(column) without a key") }
                continue
            }
            let number = row[column]?.integer ?? 0
            let target = self.table(ofEntity: number).flatMap { tables[$0]?[[.integer(destination)]] }
            if target?["Z_ENT"] != .integer(number) { found.insert("\(table) \(key): \(column) \(number)") }
        }
    }

    /// Every member of an ordered relationship has a place of its own.
    private func checkPositions(
        _ column: String, _ columns: Set<String>, _ table: String, _ rows: [[Value]: Row], _ found: inout Set<String>
    ) {
        let end = column.dropFirst("Z_FOK_".count)
        // Of a join table the position is among the objects of the other column.
        let key = columns.contains("Z\(end)") ? "Z\(end)" : "Z_\(end)"
        guard columns.contains(key) else { return }
        let isJoin = !columns.contains("Z_PK")
        let owner = isJoin ? columns.first { $0 != key && !$0.hasPrefix("Z_FOK") } ?? key : key
        var places: Set<[Value?]> = []
        for (rowKey, row) in rows where row[key] != .null {
            if row[column] == .null { found.insert("\(table) \(rowKey): no \(column)") }
            if !places.insert([row[owner], row[column]]).inserted {
                found.insert("\(table): two members of \(row[owner] ?? .null) at one \(column)")
            }
        }
    }

    /// Keys of to-one relationships, by the names of the model, and of join tables, that lead to no row.
    func danglingKeys(_ model: NSManagedObjectModel) -> Set<String> {
        var found: Set<String> = []
        for entity in model.entities {
            guard let number = entities.first(where: { $0.name == entity.name })?.number,
                let table = table(ofEntity: number)
            else { continue }
            for (name, relationship) in entity.relationshipsByName where !relationship.isToMany {
                guard let destination = relationship.destinationEntity?.rootEntity.name,
                    let targets = tables["Z" + destination.uppercased()]
                else { continue }
                for (key, row) in tables[table] ?? [:] where row["Z_ENT"] == .integer(number) {
                    guard let value = row["Z" + name.uppercased()], value != .null else { continue }
                    if targets[[value]] == nil { found.insert("\(table) \(key): \(name) \(value)") }
                }
            }
        }
        for (table, rows) in tables where table.firstMatch(of: /^Z_\d/) != nil {
            for (key, row) in rows {
                for (column, value) in row {
                    guard let match = column.firstMatch(of: /^Z_(\d+)/), let number = Int64(match.1),
                        let target = self.table(ofEntity: number)
                    else { continue }
                    if tables[target]?[[value]] == nil { found.insert("\(table) \(key): \(column)") }
                }
            }
        }
        return found
    }
}
