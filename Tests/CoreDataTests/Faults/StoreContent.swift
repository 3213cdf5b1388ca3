import CoreDataSQLite
import Foundation
import Testing

/// What a store's file holds, read by SQLite alone; two are equal if what applications see of them is.
struct StoreContent: Equatable, CustomStringConvertible {
    private(set) var description = "nothing"

    /// Opens the file as another process would, and checks that it is sound.
    init(_ url: URL) throws {
        guard FileManager.default.fileExists(atPath: url.path) else { return }
        let connection = try Connection(path: url.path, access: .readWrite, timeout: 1)
        try #expect(connection.value("PRAGMA integrity_check") == .text("ok"))
        let tables = Set(
            try connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'") { $0.string(0) ?? "" })
        guard !tables.isEmpty else { return }
        try #require(tables.isSuperset(of: ["Z_PRIMARYKEY", "Z_METADATA", "Z_MODELCACHE", "ZITEM"]), "\(tables)")
        try checkKeys(connection, tables)
        let title = connection.has(table: "ZITEM", column: "ZHEADING") ? "ZHEADING" : "ZTITLE"
        var parts = try connection.rows(
            """
            SELECT substr(i.\(title), 1, 12), length(i.\(title)), l.ZNAME, i.Z_OPT FROM ZITEM i \
            LEFT JOIN ZLIST l ON l.Z_PK = i.ZLIST ORDER BY i.\(title), i.Z_OPT
            """
        ) { row in (0..<4).map { "\(row.value(Int32($0)))" }.joined(separator: " ") }
        for table in tables.sorted() where table.hasPrefix("Z_") && table.hasSuffix("TAGS") {
            parts.append("links \(try connection.value("SELECT count(*) FROM \(table)")?.integer ?? -1)")
        }
        parts.append(title)
        if tables.contains("ACHANGE") {
            for table in ["ATRANSACTION", "ACHANGE"] {
                parts.append("\(table) \(try connection.value("SELECT count(*) FROM \(table)")?.integer ?? -1)")
            }
            let lost = "SELECT count(*) FROM ACHANGE WHERE ZTRANSACTIONID NOT IN (SELECT Z_PK FROM ATRANSACTION)"
            try #expect(connection.value(lost) == .integer(0))
            parts.append("kept \(connection.has(table: "ACHANGE", column: "ZTOMBSTONE0"))")
        }
        description = parts.joined(separator: "\n")
    }

    /// No row has a key that could be given out again.
    private func checkKeys(_ connection: Connection, _ tables: Set<String>) throws {
        let names = [("Item", "ZITEM"), ("List", "ZLIST"), ("CHANGE", "ACHANGE"), ("TRANSACTION", "ATRANSACTION")]
        for (entity, table) in names where tables.contains(table) {
            let test = """
                SELECT (SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = '\(entity)') \
                >= (SELECT ifnull(max(Z_PK), 0) FROM \(table))
                """
            try #expect(connection.value(test) == .integer(1), "\(table)")
        }
    }
}
