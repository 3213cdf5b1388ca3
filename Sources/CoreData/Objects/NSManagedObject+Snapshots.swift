extension NSManagedObject {
    /// What a child context sees: the row's snapshot if nothing is pending, else one of the present values.
    ///
    /// References to unsaved objects stand in it as negative keys, which parent and child agree on.
    final func snapshotForChildren() -> RowReference? {
        prepareToRead()
        if let snapshot, state?.pending == nil { return snapshot }
        let chunk = RowChunk(layout: home.layout, capacity: 1)
        return RowReference(chunk: chunk, row: appendValues(to: chunk))
    }

    /// Adds a row with the present values, changes included, to a chunk of the object's entity; answers its number.
    final func appendValues(to chunk: RowChunk) -> Int {
        if let row = appendChanges(to: chunk) { return row }
        let snapshot = snapshot
        let row = chunk.appendRow(primaryKey: key, version: snapshot?.version ?? 0)
        for (slot, shape) in home.layout.slots.enumerated() where shape.storage != .destinationEntity {
            let value = slotValue(slot)
            chunk.set(value, row: row, slot: slot, store: home.store)
            // An unchanged destination keeps the entity that the snapshot names.
            if case .integer = value, shape.entitySlot >= 0, let snapshot {
                chunk.set(snapshot.value(shape.entitySlot), row: row, slot: shape.entitySlot, store: home.store)
            }
        }
        return row
    }

    /// The same as a copy of the snapshot with the changes; nil where that is not of the very entity and key.
    private final func appendChanges(to chunk: RowChunk) -> Int? {
        guard let standing = standingRow, standing.primaryKey == key else { return nil }
        return standing.chunk._withUnsafeGuaranteedRef { base in
            guard base.layout === chunk.layout else { return nil }
            return withState { state in
                guard let pending = state.pending else { return nil }
                let slots = pending.changed.union(pending.primitive)
                let row = chunk.appendCopy(of: standing.row, in: base, except: slots, raisesVersion: false)
                pending.withValues { values in
                    slots.forEach { chunk.set(values[$0], row: row, slot: $0, store: home.store) }
                }
                return row
            } ?? nil
        }
    }
}

/// The snapshots that objects stand on whose changes have gone to a parent context.
struct PassedSnapshots {
    private var chunk: RowChunk?
    /// How many objects there are still to come, at most.
    private var left: Int

    init(count: Int) { left = count }

    /// A snapshot of the object's present values.
    mutating func snapshot(of object: NSManagedObject) -> RowReference {
        left -= 1
        if let chunk, chunk.layout === object.home.layout, !chunk.isFull {
            return RowReference(chunk: chunk, row: object.appendValues(to: chunk))
        }
        let made = RowChunk(layout: object.home.layout, capacity: max(1, min(RowChunk.capacity, left + 1)))
        chunk = made
        return RowReference(chunk: made, row: object.appendValues(to: made))
    }
}

extension RowChunk {
    /// Sets a slot to a value of the overlay; for a to-one relationship the slot of the destination's entity as well.
    func set(_ value: SlotValue, row: Int, slot: Int, store: @autoclosure () -> NSPersistentStore?) {
        switch value {
        case .null: break
        case .integer(let number): set(number, row: row, slot: slot)
        case .real(let number): set(number, row: row, slot: slot)
        case .text(var text): text.withUTF8 { set(UnsafeRawBufferPointer($0), row: row, slot: slot) }
        case .blob(let data): data.withUnsafeBytes { set($0, row: row, slot: slot) }
        case .decimal(let number):
            var text = number.stringValue
            text.withUTF8 { set(UnsafeRawBufferPointer($0), row: row, slot: slot) }
        case .object(let destination):
            if destination.key < 0 { destination.registerTemporary() }
            set(destination.key, row: row, slot: slot)
            let entitySlot = layout.slots[slot].entitySlot
            if entitySlot >= 0,
                let number = (destination.home.store ?? store())?.entityNumber(of: destination.home.layout)
            {
                set(number, row: row, slot: entitySlot)
            }
        }
    }
}
