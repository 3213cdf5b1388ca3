internal import CoreDataSQLite

/// One transaction of the history, as the file has it.
struct HistoryTransaction: Sendable {
    let number: Int64
    /// Seconds since the reference date.
    let timestamp: Double
    let author: String?
    let bundleIdentifier: String?
    let contextName: String?
    let processIdentifier: String?
    var changes: [HistoryChange] = []
}

/// One change of one row.
struct HistoryChange: Sendable {
    let number: Int64
    let type: NSPersistentHistoryChangeType
    let layout: EntityLayout
    let primaryKey: Int64
    /// Of an update: names of the changed properties.
    let changedNames: [String]
    /// Of a deletion: values that outlive the row, by the name of their attribute.
    let tombstone: [(name: String, value: HistoryValue)]
}

/// A value of a tombstone in the form the file has it.
enum HistoryValue: Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob(Data)
}

/// Reads transactions and their changes.
struct HistoryReader {
    let history: StoreHistory
    let session: StoreConnection.Session

    /// The number of the newest transaction that was ever made; 0 before the first.
    func newestNumber() throws -> Int64 {
        let text = "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 16002"
        let statement = try session.reads.statement(text) { text }
        defer { statement.reset() }
        return try statement.step() ? statement.integer(0) : 0
    }

    /// The number of the oldest transaction that is there, nil without any.
    func oldestNumber() throws -> Int64? {
        let text = "SELECT min(Z_PK) FROM ATRANSACTION"
        let statement = try session.reads.statement(text) { text }
        defer { statement.reset() }
        return try statement.step() && !statement.isNull(0) ? statement.integer(0) : nil
    }

    /// The number of the newest transaction before a date, 0 without one.
    func newestNumber(before timestamp: Double) throws -> Int64 {
        let text = "SELECT max(Z_PK) FROM ATRANSACTION WHERE ZTIMESTAMP < ?"
        let statement = try session.reads.statement(text) { text }
        statement.bind(timestamp, 1)
        defer { statement.reset() }
        return try statement.step() ? statement.integer(0) : 0
    }

    /// Whether a transaction of that number is there.
    func has(_ number: Int64) throws -> Bool {
        let text = "SELECT 1 FROM ATRANSACTION WHERE Z_PK = ?"
        return try session.run(FetchCompiler.Query(text: text, parameters: [.integer(number)])) { try $0.step() }
    }

    /// Transactions after a number, with their changes if asked for: those that a filter picks, in its order, else the oldest
    /// first. Of a filter on changes these are the only ones, and their transactions.
    func transactions(
        after number: Int64, _ filter: HistoryFilter?, withChanges: Bool
    ) throws -> [HistoryTransaction] {
        let query = HistoryQuery(schema: history.schema, bound: .after(number), filter: filter)
        var transactions = try session.run(query.transactions()) { statement in
            var transactions: [HistoryTransaction] = []
            while try statement.step() {
                transactions.append(
                    HistoryTransaction(
                        number: statement.integer(0), timestamp: statement.real(1), author: statement.string(2),
                        bundleIdentifier: statement.string(3), contextName: statement.string(4),
                        processIdentifier: statement.string(5)))
            }
            return transactions
        }
        guard withChanges, !transactions.isEmpty else { return transactions }
        let places = Dictionary(
            transactions.indices.lazy.map { (transactions[$0].number, $0) }, uniquingKeysWith: { $1 })
        try readChanges(query) { number, change in
            if let at = places[number] { transactions[at].changes.append(change) }
        }
        return transactions
    }

    /// The changes in the order of a filter on them.
    func changes(after number: Int64, _ filter: HistoryFilter) throws -> [HistoryChange] {
        var changes: [HistoryChange] = []
        try readChanges(HistoryQuery(schema: history.schema, bound: .after(number), filter: filter)) { _, change in
            changes.append(change)
        }
        return changes
    }

    /// - Parameter body: is handed the number of the transaction, and the change.
    private func readChanges(_ query: HistoryQuery, _ body: (Int64, HistoryChange) -> Void) throws {
        try session.run(query.changes()) { statement in
            guard try statement.step() else { return }
            let columns = ChangeColumns(statement)
            repeat {
                if let change = change(statement, columns) { body(statement.integer(columns.transaction), change) }
            } while try statement.step()
        }
    }

    private func change(_ statement: Statement, _ columns: ChangeColumns) -> HistoryChange? {
        guard let map = history.schema.map(number: statement.integer(columns.entity)),
            let type = NSPersistentHistoryChangeType(rawValue: Int(statement.integer(columns.type)))
        else { return nil }
        var names: [String] = []
        if type == .update, let bits = statement.blob(columns.bits) {
            let changed = history.columns(of: map).changes(bits)
            names = changed.slots.map(map.layout.propertyName) + changed.toMany.map { map.layout.toMany[$0].name }
            // The entity of a destination has the name of its relationship, and leaves share that of their composite.
            var seen: Set<String> = []
            names = names.filter { seen.insert($0).inserted }
        }
        var tombstone: [(name: String, value: HistoryValue)] = []
        if type == .delete {
            for (slot, column) in zip(history.tombstoneSlots(of: map), columns.tombstones) {
                tombstone.append((map.layout.slots[slot].name, HistoryValue(statement.value(column))))
            }
        }
        return HistoryChange(
            number: statement.integer(columns.key), type: type, layout: map.layout,
            primaryKey: statement.integer(columns.entityKey), changedNames: names, tombstone: tombstone)
    }

    /// Where the columns stand: files differ in how many tombstones they have.
    private struct ChangeColumns {
        var key: Int32 = 0
        var type: Int32 = 0
        var entity: Int32 = 0
        var entityKey: Int32 = 0
        var transaction: Int32 = 0
        var bits: Int32 = 0
        var tombstones: [Int32] = []

        init(_ statement: Statement) {
            let names = (0..<statement.columnCount).map(statement.columnName)
            func position(_ name: String) -> Int32 { Int32(names.firstIndex(of: name) ?? 0) }
            key = position("Z_PK")
            type = position("ZCHANGETYPE")
            entity = position("ZENTITY")
            entityKey = position("ZENTITYPK")
            transaction = position("ZTRANSACTIONID")
            bits = position("ZCOLUMNS")
            var number = 0
            while let found = names.firstIndex(of: "ZTOMBSTONE\(number)") {
                tombstones.append(Int32(found))
                number += 1
            }
        }
    }
}

extension HistoryValue {
    fileprivate init(_ value: Value) {
        switch value {
        case .null: self = .null
        case .integer(let value): self = .integer(value)
        case .real(let value): self = .real(value)
        case .text(let value): self = .text(value)
        case .blob(let value): self = .blob(Data(value))
        }
    }
}
