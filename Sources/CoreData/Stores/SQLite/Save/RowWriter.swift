internal import CoreDataSQLite

/// Writes the rows of a save: one cached statement for each entity and set of columns, bound in a loop.
final class RowWriter {
    private let store: SQLiteStore
    private let session: StoreConnection.Session
    private var conflicts = SaveConflicts()

    init(store: SQLiteStore, session: StoreConnection.Session) {
        self.store = store
        self.session = session
    }

    /// Throws what the statements have met: rows that are not in the version the objects were read in.
    func throwConflicts() throws {
        if !conflicts.stale.isEmpty { throw conflicts }
    }

    private func noteStale(_ write: RowWrite, _ map: EntityMap, key: Int64) throws {
        let selection = store.schema.selection(map.layout.rootEntity, withSubentities: true)
        let text = "SELECT \(selection.list(alias: "t0")) FROM \(map.table) t0 WHERE t0.Z_PK = ?"
        let statement = try session.writes.statement(.text(text)) { text }
        statement.bind(key, 1)
        defer { statement.reset() }
        let persisted = try store.readOne(statement, selection)
        conflicts.stale.append(SaveConflicts.Stale(objectID: write.object.objectID, persisted: persisted))
    }

    // MARK: Inserts

    func insert(_ writes: [RowWrite], _ rows: [RowReference]) throws {
        var current: (layout: UInt32, statement: Statement, binder: RowBinder)?
        for (write, row) in zip(writes, rows) {
            if current?.layout != write.layout.id {
                let map = store.schema.map(write.layout.entity)
                let binder = RowBinder(map, first: 2)
                let statement = try session.writes.statement(.insert(layout: write.layout.id)) {
                    binder.insertText
                }
                current = (write.layout.id, statement, binder)
            }
            guard let (_, statement, binder) = current else { continue }
            statement.bind(row.primaryKey, 1)
            binder.bind(row, to: statement)
            do {
                try statement.run()
            } catch let error as SQLiteError where error.isPrimaryKeyViolation {
                try noteStale(write, binder.map, key: row.primaryKey)
            }
        }
    }

    // MARK: Updates

    func update(_ writes: [RowWrite], _ rows: [RowReference]) throws {
        var current: (layout: UInt32, slots: SlotSet, statement: Statement, binder: RowBinder)?
        for (write, row) in zip(writes, rows) {
            guard let base = write.base, let pending = write.pending else { continue }
            if current == nil || current?.layout != write.layout.id || current?.slots != pending.changed {
                let map = store.schema.map(write.layout.entity)
                let binder = RowBinder(map, first: 2, slots: pending.changed)
                let shape = RowStatement.update(layout: write.layout.id, slots: pending.changed)
                let statement = try session.writes.statement(shape) { binder.updateText }
                current = (write.layout.id, pending.changed, statement, binder)
            }
            guard let (_, _, statement, binder) = current else { continue }
            statement.bind(Int64(row.version), 1)
            binder.bind(row, to: statement)
            statement.bind(base.primaryKey, binder.next)
            statement.bind(Int64(base.version), binder.next + 1)
            try statement.run()
            if session.connection.changes == 0 { try noteStale(write, binder.map, key: base.primaryKey) }
        }
    }

    /// Takes unique values away from rows that are about to get others: two rows may be exchanging theirs.
    func parkUniqueValues(of writes: [RowWrite]) throws {
        for write in writes {
            guard let base = write.base, let pending = write.pending else { continue }
            let map = store.schema.map(write.layout.entity)
            let slots = Set(map.constraints.flatMap(\.slots)).filter(pending.changed.contains)
            let columns = slots.sorted().compactMap { map.columns[$0] }
            guard !columns.isEmpty else { continue }
            let list = columns.map { "\($0) = NULL" }.joined(separator: ", ")
            let text = "UPDATE \(map.table) SET \(list) WHERE Z_PK = ? AND Z_OPT = ?"
            let statement = try session.writes.statement(.text(text)) { text }
            statement.bind(base.primaryKey, 1)
            statement.bind(Int64(base.version), 2)
            try statement.run()
        }
    }

    // MARK: Deletes

    func delete(_ writes: [RowWrite]) throws {
        var current: (layout: UInt32, statement: Statement, map: EntityMap)?
        for write in writes {
            guard let base = write.base else { continue }
            if current?.layout != write.layout.id {
                let map = store.schema.map(write.layout.entity)
                let statement = try session.writes.statement(.delete(layout: write.layout.id)) {
                    "DELETE FROM \(map.table) WHERE Z_PK = ? AND Z_OPT = ?"
                }
                current = (write.layout.id, statement, map)
            }
            guard let (_, statement, map) = current else { continue }
            statement.bind(base.primaryKey, 1)
            statement.bind(Int64(base.version), 2)
            try statement.run()
            if session.connection.changes == 0 { try noteStale(write, map, key: base.primaryKey) }
            try deleteLinks(map, key: base.primaryKey)
        }
    }

    /// Takes a deleted row out of join tables, and out of the rows that hold its key for want of an inverse.
    private func deleteLinks(_ map: EntityMap, key: Int64) throws {
        for relationship in map.toMany {
            let text: String
            switch relationship {
            case .join(let join): text = "DELETE FROM \(join.table) WHERE \(join.ownerColumn) = ?"
            case .key(let column):
                guard column.isOwn else { continue }
                text = "UPDATE \(column.table) SET \(column.column) = NULL WHERE \(column.column) = ?"
            }
            let statement = try session.writes.statement(.text(text)) { text }
            statement.bind(key, 1)
            try statement.run()
        }
    }
}
