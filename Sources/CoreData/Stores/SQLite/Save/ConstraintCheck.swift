internal import CoreDataSQLite

/// Finds out which objects of a save share unique values with rows of the store, or with each other.
///
/// Run only after SQLite has refused a row, outside of the transaction that failed.
struct ConstraintCheck {
    let store: SQLiteStore
    let request: SaveRequest

    func duplicates(_ session: StoreConnection.Session) throws -> [SaveConflicts.Duplicate] {
        var found: [SaveConflicts.Duplicate] = []
        var seen: [[Value]: RowWrite] = [:]
        let released = releasedRows()
        for write in request.inserts + request.updates {
            let map = store.schema.map(write.layout.entity)
            for constraint in map.constraints where concerns(write, constraint) {
                guard let values = values(of: write, constraint) else { continue }
                let name: [Value] = [.text(map.table), .text(constraint.names.joined(separator: "\u{0}"))]
                if let twin = seen.updateValue(write, forKey: name + values) {
                    found.append(
                        SaveConflicts.Duplicate(
                            constraint: constraint.names, objectID: write.object.objectID, twin: twin.object.objectID))
                }
                if let twin = try row(holding: values, constraint, map, besides: write, released, session) {
                    found.append(
                        SaveConflicts.Duplicate(
                            constraint: constraint.names, objectID: write.object.objectID, twin: twin))
                }
            }
        }
        return found
    }

    private struct RowName: Hashable {
        let root: Int64
        let key: Int64
    }

    /// Rows whose values are free once the save is written: they are deleted, or change them.
    private func releasedRows() -> [RowName: SlotSet?] {
        var released: [RowName: SlotSet?] = [:]
        for write in request.updates + request.deletes {
            guard let base = write.base else { continue }
            let name = RowName(root: store.schema.map(write.layout.entity).rootNumber, key: base.primaryKey)
            released.updateValue(write.pending?.changed, forKey: name)
        }
        return released
    }

    /// A row that stays as it is was unique before.
    private func concerns(_ write: RowWrite, _ constraint: UniqueConstraint) -> Bool {
        write.base == nil || constraint.slots.contains { write.pending?.changed.contains($0) ?? false }
    }

    /// nil where a value is NULL: such rows collide with nothing.
    private func values(of write: RowWrite, _ constraint: UniqueConstraint) -> [Value]? {
        var values: [Value] = []
        for slot in constraint.slots {
            let value =
                if let pending = write.pending, write.base == nil || pending.changed.contains(slot) {
                    pending[slot].statementValue
                } else {
                    write.base?.statementValue(slot) ?? .null
                }
            if value == .null { return nil }
            values.append(value)
        }
        return values
    }

    private func row(
        holding values: [Value], _ constraint: UniqueConstraint, _ map: EntityMap, besides write: RowWrite,
        _ released: [RowName: SlotSet?], _ session: StoreConnection.Session
    ) throws -> NSManagedObjectID? {
        let columns = constraint.slots.compactMap { map.columns[$0] }
        let test = columns.map { "\($0) = ?" }.joined(separator: " AND ")
        let text = "SELECT Z_PK, Z_ENT FROM \(map.table) WHERE \(test)"
        let statement = try session.writes.statement(.text(text)) { text }
        statement.bind(values)
        defer { statement.reset() }
        while try statement.step() {
            let key = statement.integer(0)
            if key == write.base?.primaryKey { continue }
            if let release = released[RowName(root: map.rootNumber, key: key)],
                release.map({ slots in constraint.slots.contains(where: slots.contains) }) ?? true
            {
                continue
            }
            let entity = store.schema.map(number: statement.integer(1))?.layout.entity ?? map.layout.entity
            return NSManagedObjectID(entity: entity, store: store, key: .permanent(key))
        }
        return nil
    }
}

extension SlotValue {
    /// The value as a parameter; an object that has no key yet equals no row.
    fileprivate var statementValue: Value {
        switch self {
        case .null: .null
        case .integer(let number): .integer(number)
        case .real(let number): .real(number)
        case .text(let text): .text(text)
        case .blob(let data): .blob(Array(data))
        case .decimal(let number): .text(number.stringValue)
        case .object(let object): object.savedKey.map(Value.integer) ?? .null
        }
    }
}

extension RowReference {
    fileprivate func statementValue(_ slot: Int) -> Value {
        guard !chunk.isNull(row: row, slot: slot) else { return .null }
        switch chunk.layout.slots[slot].storage {
        case .integer, .toOne, .destinationEntity: return .integer(chunk.integer(row: row, slot: slot))
        case .real: return .real(chunk.real(row: row, slot: slot))
        case .text, .decimal: return .text(chunk.string(row: row, slot: slot))
        case .blob: return .blob(Array(chunk.bytes(row: row, slot: slot)))
        }
    }
}
