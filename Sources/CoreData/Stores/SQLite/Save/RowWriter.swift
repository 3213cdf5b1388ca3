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
        // A save through this store takes the snapshot that the object stands on out of the row cache.
        let cached = store.rowCache.row(family: map.layout.rootEntity, primaryKey: key)
        let wasCached = cached?.version != write.base?.version
        let persisted = try store.readOne(statement, selection)
        conflicts.stale.append(
            SaveConflicts.Stale(objectID: write.object.objectID, persisted: persisted, wasCached: wasCached))
    }

    // MARK: Inserts

    func insert(_ writes: [RowWrite], _ rows: [WrittenRow]) throws {
        var start = 0
        while start < writes.count {
            let layout = writes[start].layout
            var end = start + 1
            while end < writes.count, writes[end].isOf(layout) { end += 1 }
            let shape = try session.shapes.shape(of: layout, nil) { try insertion(layout) }
            try insert(writes, rows, start..<end, shape.binder, shape.statement)
            start = end
        }
    }

    private func insertion(_ layout: EntityLayout) throws -> RowShape {
        let binder = RowBinder(store.schema.map(layout.entity), first: 2, files: session.files)
        let statement = try session.writes.statement(.insert(layout: layout.id)) { binder.insertText }
        return RowShape(layout: layout, slots: nil, binder: binder, statement: statement)
    }

    private func insert(
        _ writes: [RowWrite], _ rows: [WrittenRow], _ range: Range<Int>, _ binder: RowBinder, _ statement: Statement
    ) throws {
        for at in range {
            let row = rows[at]
            statement.bind(row.primaryKey, 1)
            try binder.bind(row, to: statement)
            do {
                try statement.run()
            } catch let error as SQLiteError where error.isPrimaryKeyViolation {
                try noteStale(writes[at], binder.map, key: row.primaryKey)
            }
        }
    }

    // MARK: Updates

    func update(_ writes: [RowWrite], _ rows: [WrittenRow]) throws {
        var start = 0
        while start < writes.count {
            let (layout, slots) = (writes[start].layout, writes[start].changed)
            var end = start + 1
            while end < writes.count, writes[end].isOf(layout), writes[end].changed == slots { end += 1 }
            let shape = try session.shapes.shape(of: layout, slots) { try change(layout, slots) }
            try update(writes, rows, start..<end, shape)
            forgetDerived(rows[start..<end], slots, shape.binder.map)
            start = end
        }
    }

    /// Where somebody has set a derived attribute, the store and the snapshot differ: the store is right.
    private func forgetDerived(_ rows: ArraySlice<WrittenRow>, _ slots: SlotSet, _ map: EntityMap) {
        guard map.derivedSlots.contains(where: slots.contains) else { return }
        for row in rows { store.triggered.note(entity: map.number, primaryKey: row.primaryKey) }
    }

    private func change(_ layout: EntityLayout, _ slots: SlotSet) throws -> RowShape {
        let binder = RowBinder(store.schema.map(layout.entity), first: 2, slots: slots, files: session.files)
        let statement = try session.writes.statement(RowStatement.update(layout: layout.id, slots: slots)) {
            binder.updateText
        }
        return RowShape(layout: layout, slots: slots, binder: binder, statement: statement)
    }

    private func update(
        _ writes: [RowWrite], _ rows: [WrittenRow], _ range: Range<Int>, _ shape: RowShape
    ) throws {
        let (statement, binder, connection) = (shape.statement, shape.binder, session.connection)
        for at in range {
            let row = rows[at]
            let (key, version) = (row.primaryKey, Int64(row.version))
            statement.bind(version, 1)
            try binder.bind(row, to: statement)
            statement.bind(key, binder.next)
            // The version of the snapshot that the object stood on: the new one is one higher.
            statement.bind(version - 1, binder.next + 1)
            try statement.run()
            if connection.changes == 0 { try noteStale(writes[at], binder.map, key: key) }
        }
    }

    /// Takes unique values away from rows that are about to get others: two rows may be exchanging theirs.
    func parkUniqueValues(of writes: [RowWrite]) throws {
        for write in writes {
            guard let base = write.base else { continue }
            let map = store.schema.map(write.layout.entity)
            let slots = Set(map.constraints.flatMap(\.slots)).filter(write.changed.contains)
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
        var start = 0
        while start < writes.count {
            let layout = writes[start].layout
            var end = start + 1
            while end < writes.count, writes[end].isOf(layout) { end += 1 }
            let map = store.schema.map(layout.entity)
            let statement = try session.writes.statement(.delete(layout: layout.id)) {
                "DELETE FROM \(map.table) WHERE Z_PK = ? AND Z_OPT = ?"
            }
            try delete(writes, start..<end, map, statement)
            start = end
        }
    }

    private func delete(_ writes: [RowWrite], _ range: Range<Int>, _ map: EntityMap, _ statement: Statement) throws {
        let connection = session.connection
        for at in range {
            guard let base = writes[at].baseRow else { continue }
            let (key, version) = (base.primaryKey, Int64(base.version))
            statement.bind(key, 1)
            statement.bind(version, 2)
            try statement.run()
            if connection.changes == 0 { try noteStale(writes[at], map, key: key) }
            if !map.toMany.isEmpty { try deleteLinks(map, key: key) }
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
