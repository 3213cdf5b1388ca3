extension NSManagedObject {
    /// Whether there is a snapshot to read from.
    @inline(__always)
    final var isOnSnapshot: Bool { backingReference != nil && !flags.contains(.offSnapshot) }

    /// The snapshot the object stands on; nil for an object never saved, and for a fault that has yet to find its row.
    @inline(__always)
    final var chunk: RowChunk? {
        guard let backing, !flags.contains(.offSnapshot) else { return nil }
        // A backing that is no batch is a row chunk: see the property.
        return unsafeDowncast(backing, to: RowChunk.self)
    }

    /// Reads a slot of the snapshot, uncounted: the object holds its chunk meanwhile. nil without a snapshot or a value.
    @inline(__always)
    final func stored<Value>(_ slot: Int, _ read: (RowChunk, _ row: Int) -> Value) -> Value? {
        guard let backingReference, !flags.contains(.offSnapshot) else { return nil }
        let row = Int(row)
        return backingReference._withUnsafeGuaranteedRef { backing in
            let chunk = unsafeDowncast(backing, to: RowChunk.self)
            return chunk.isNull(row: row, slot: slot) ? nil : read(chunk, row)
        }
    }

    /// The snapshot as chunk and row.
    final var snapshot: RowReference? { chunk.map { RowReference(chunk: $0, row: Int(row)) } }

    /// Whether the object has just this snapshot already.
    final func isStanding(on chunk: RowChunk, row: Int) -> Bool {
        guard let backingReference else { return false }
        return backingReference.toOpaque() == Unmanaged.passUnretained(chunk).toOpaque() && self.row == row
    }

    /// The snapshot, uncounted: the object holds it.
    @inline(__always)
    final var standingRow: WrittenRow? {
        guard let backingReference, !flags.contains(.offSnapshot) else { return nil }
        // A backing that is no batch is a row chunk: see the property.
        return WrittenRow(chunk: .fromOpaque(backingReference.toOpaque()), row: Int(row))
    }

    /// Stands the object on another snapshot of its row.
    final func stand(on reference: RowReference) {
        // What a fault was asked for, or had set, since it stood on its former row.
        if flags.contains(.fault) { state?.forgetRead() }
        backing = reference.chunk
        row = Int32(reference.row)
        flags.remove([.offSnapshot, .unreadable])
    }

    /// The slot to read after the object was made readable; nil where the property has none.
    @inline(__always)
    final func readableSlot(_ key: ManagedKey) -> Int? {
        prepareToRead()
        return homeReference._withUnsafeGuaranteedRef { key.slot(in: $0) }
    }

    /// Fires a fault; the first thing every access does.
    @inline(__always)
    final func prepareToRead() {
        if homeReference._withUnsafeGuaranteedRef({ $0.checksConfinement }) { home.context?.checkConfinement() }
        if !flags.isDisjoint(with: [.fault, .unprepared]) { fireFault() }
    }

    /// The value in the overlay; nil where the snapshot's counts.
    @inline(__always)
    final func overlaid(_ slot: Int) -> SlotValue? {
        withOverlay(slot) { $0 }
    }

    /// Lends the value in the overlay; nil where the snapshot's counts.
    @inline(__always)
    final func withOverlay<Result>(_ slot: Int, _ body: (SlotValue) -> Result) -> Result? {
        guard let stateReference else { return nil }
        let isUnsaved = backingReference == nil
        return stateReference._withUnsafeGuaranteedRef { state in
            guard let pending = state.pending, isUnsaved || state.overlays(slot) else { return nil }
            return pending.withValues { body($0[slot]) }
        }
    }

    /// The value of a slot, overlay first. For a to-one relationship that is not changed it is the destination's key.
    final func slotValue(_ slot: Int) -> SlotValue {
        if let value = overlaid(slot) { return value }
        guard let snapshot else { return .null }
        return snapshot.value(slot)
    }

    // MARK: Writing

    final var madeState: ObjectState {
        if let state { return state }
        let made = ObjectState.make(slotCount: 0)
        state = made
        return made
    }

    /// The state, with room for the values of all slots; uncounted, as the object holds it.
    @inline(__always)
    private final func editedState() -> Unmanaged<ObjectState> {
        if let stateReference, stateReference._withUnsafeGuaranteedRef({ $0.hasRoom }) { return stateReference }
        return makeRoom()
    }

    @inline(never)
    private final func makeRoom() -> Unmanaged<ObjectState> {
        let count = homeReference._withUnsafeGuaranteedRef { $0.layout.slots.count }
        let made = state.map { ObjectState.make(slotCount: count, from: $0) } ?? .make(slotCount: count)
        state = made
        // The object holds it.
        return .passUnretained(made)
    }

    /// The overlay, begun if there is none.
    final var madePending: PendingValues {
        editedState()._withUnsafeGuaranteedRef { $0.pending ?? $0.beginOverlay() }
    }

    /// Gives the object values in place of any it had pending.
    final func beginOverlay(holding values: [SlotValue]) {
        editedState()._withUnsafeGuaranteedRef { $0.beginOverlay(holding: values) }
    }

    /// Whether the snapshot has just this value.
    @inline(__always)
    private final func snapshotHolds(_ value: SlotValue, slot: Int) -> Bool {
        guard let backingReference, !flags.contains(.offSnapshot) else { return false }
        let row = Int(row)
        return backingReference._withUnsafeGuaranteedRef { backing in
            unsafeDowncast(backing, to: RowChunk.self).holds(value, row: row, slot: slot)
        }
    }

    /// Sets a slot and tracks the change; a value equal to the snapshot's is no change to save, but makes the object updated.
    final func write(_ value: SlotValue, slot: Int) {
        prepareToRead()
        writeReadable(value, slot: slot)
    }

    /// Keeps the unsaved value that a slot has before it changes for the first time in an event.
    @inline(__always)
    private final func noteFormerValue(slot: Int) {
        withState { state in
            guard state.overlays(slot), !state.eventSlots.contains(slot), let pending = state.pending else { return }
            state.formerValues[slot] = pending[slot]
        }
    }

    /// `write` of an object that was made readable.
    @inline(__always)
    final func writeReadable(_ value: SlotValue, slot: Int) {
        if flags.contains(.untracked) {
            editedState()._withUnsafeGuaranteedRef { $0.setPrimitive(value, slot: slot) }
            return
        }
        if flags.isDisjoint(with: [.eventInserted, .unsaved]) { noteFormerValue(slot: slot) }
        let isStored = snapshotHolds(value, slot: slot)
        editedState()._withUnsafeGuaranteedRef { $0.set(value, slot: slot, isStored: isStored) }
        trackUpdate()
    }

    /// Sets several slots of one property: a change to save if any of them is one.
    final func writeTogether(_ values: [(slot: Int, value: SlotValue)]) {
        if flags.contains(.untracked) {
            for (slot, value) in values {
                editedState()._withUnsafeGuaranteedRef { $0.setPrimitive(value, slot: slot) }
            }
            return
        }
        if flags.isDisjoint(with: [.eventInserted, .unsaved]) {
            for (slot, _) in values { noteFormerValue(slot: slot) }
        }
        let isStored = values.allSatisfy { snapshotHolds($0.value, slot: $0.slot) }
        for (slot, value) in values {
            editedState()._withUnsafeGuaranteedRef { $0.set(value, slot: slot, isStored: isStored) }
        }
        trackUpdate()
    }

    /// Tells the context of a change, once per object and event.
    @inline(__always)
    final func trackUpdate() {
        let flags = flags
        if !flags.isDisjoint(with: [.eventInserted, .eventUpdated]) && !flags.isDisjoint(with: .pending) { return }
        if !flags.contains(.untracked) {
            homeReference._withUnsafeGuaranteedRef { $0.withContext { $0.noteUpdate(of: self) } }
        }
    }

    /// Makes the present value of a property count as changed: what ends a custom accessor.
    final func noteChange(of name: String) {
        switch home.layout.place(of: name) {
        case .slot(let slot):
            let value = slotValue(slot)
            let isStored = snapshotHolds(value, slot: slot)
            editedState()._withUnsafeGuaranteedRef { $0.set(value, slot: slot, isStored: isStored) }
        case .toMany(let number): madeState.eventToMany.insert(number)
        case .composite(let number): writeTogether(home.layout.composites[number].slots.map { ($0, slotValue($0)) })
        default: break
        }
        trackUpdate()
    }
}

extension RowReference {
    /// The value of a slot, as an overlay would hold it; of a to-one relationship the destination's key.
    func value(_ slot: Int) -> SlotValue {
        guard !chunk.isNull(row: row, slot: slot) else { return .null }
        switch chunk.layout.slots[slot].storage {
        case .integer, .toOne, .destinationEntity: return .integer(chunk.integer(row: row, slot: slot))
        case .real: return .real(chunk.real(row: row, slot: slot))
        case .text: return .text(chunk.string(row: row, slot: slot))
        case .blob: return chunk.data(row: row, slot: slot).map(SlotValue.blob) ?? .null
        case .decimal: return .decimal(NSDecimalNumber(string: chunk.string(row: row, slot: slot)))
        }
    }

    /// Whether the snapshot has just this value.
    func holds(_ value: SlotValue, slot: Int) -> Bool { chunk.holds(value, row: row, slot: slot) }

    /// Whether two snapshots of rows of one layout have the same value in a slot.
    func agrees(with other: RowReference, slot: Int) -> Bool {
        let null = chunk.isNull(row: row, slot: slot)
        if null || other.chunk.isNull(row: other.row, slot: slot) {
            return null == other.chunk.isNull(row: other.row, slot: slot)
        }
        switch chunk.layout.slots[slot].storage {
        case .integer, .toOne, .destinationEntity, .real:
            return chunk.integer(row: row, slot: slot) == other.chunk.integer(row: other.row, slot: slot)
        case .text, .blob, .decimal:
            if let file = chunk.file(row: row, slot: slot), file === other.chunk.file(row: other.row, slot: slot) {
                return true
            }
            return other.chunk.holds(chunk.bytes(row: row, slot: slot), row: other.row, slot: slot)
        }
    }
}

extension RowChunk {
    /// Whether a row has just this value in a slot.
    func holds(_ value: SlotValue, row: Int, slot: Int) -> Bool {
        if isNull(row: row, slot: slot) { return value.isNull }
        switch value {
        case .null: return false
        case .integer(let number): return integer(row: row, slot: slot) == number
        case .real(let number): return real(row: row, slot: slot) == number
        case .text(var text): return text.withUTF8 { holds(UnsafeRawBufferPointer($0), row: row, slot: slot) }
        case .blob(let data): return data.withUnsafeBytes { holds($0, row: row, slot: slot) }
        case .decimal(let number):
            return NSDecimalNumber(string: string(row: row, slot: slot)).compare(number) == .orderedSame
        // Keys are unique within a family, and a relationship leads to one family.
        case .object(let destination):
            return !destination.flags.contains(.temporary) && integer(row: row, slot: slot) == destination.key
        }
    }

    fileprivate func holds(_ bytes: UnsafeRawBufferPointer, row: Int, slot: Int) -> Bool {
        let stored = self.bytes(row: row, slot: slot)
        guard bytes.count == stored.count else { return false }
        guard let start = bytes.baseAddress, let storedStart = stored.baseAddress else { return true }
        return memcmp(start, storedStart, bytes.count) == 0
    }
}
