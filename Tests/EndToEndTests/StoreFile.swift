import CoreDataC
import Foundation

/// A store file looked at with raw SQL, past the program.
struct StoreFile {
    /// What SQLite says when it cannot be asked.
    struct Unreadable: Error {
        let message: String
    }

    let url: URL

    /// The first column of every row.
    func texts(_ sql: String) throws -> [String] {
        var database: OpaquePointer?
        defer { sqlite3_close(database) }
        guard sqlite3_open_v2(url.path, &database, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else {
            throw error(database)
        }
        sqlite3_busy_timeout(database, 10_000)
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK else { throw error(database) }
        var texts: [String] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: texts.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "")
            case SQLITE_DONE: return texts
            default: throw error(database)
            }
        }
    }

    func titles() throws -> [String] { try texts("SELECT ZTITLE FROM ZITEM") }

    /// “ok” when the file is whole.
    func integrity() throws -> String { try texts("PRAGMA integrity_check").joined(separator: "\n") }

    private func error(_ database: OpaquePointer?) -> Unreadable {
        Unreadable(message: String(cString: sqlite3_errmsg(database)))
    }
}
