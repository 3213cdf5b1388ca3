import Synchronization

internal import CoreDataSQLite

/// The tables whose rows triggers change behind our back, without raising their version.
///
/// Looked up when that first matters: as a store is opened every statement counts.
final class StoreTriggers: Sendable {
    private let tables = Mutex<Set<String>?>(nil)
    /// Tables with derived attributes: a connection may have triggers for them that are not in the file.
    private let derived: Set<String>

    init(derived: Set<String>) { self.derived = derived }

    func change(_ table: String, _ connection: Connection) throws -> Bool {
        if let tables = tables.withLock({ $0 }) { return tables.contains(table) }
        let found = try Self.find(connection).union(derived)
        tables.withLock { $0 = found }
        return found.contains(table)
    }

    private static func find(_ connection: Connection) throws -> Set<String> {
        let triggers = try connection.rows("SELECT tbl_name, sql FROM sqlite_master WHERE type = 'trigger'") {
            (table: $0.string(0) ?? "", text: $0.string(1) ?? "")
        }
        guard !triggers.isEmpty else { return [] }
        let names = try connection.rows("SELECT name FROM sqlite_master WHERE type = 'table'") { $0.string(0) ?? "" }
        var tables: Set<String> = []
        for trigger in triggers {
            tables.insert(trigger.table)
            // A trigger of one table writes to others, named in its text.
            for name in names where trigger.text.contains("UPDATE \(name) ") { tables.insert(name) }
        }
        return tables
    }
}
