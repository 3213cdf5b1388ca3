/// The values of an object that differ from its row snapshot: an overlay, there only while the object has changes.
///
/// There is an element for every slot of the layout; only those in `changed` and `primitive` count. An inserted object has no
/// snapshot, so all do.
///
/// A view of the object's state, lent: who uses it sees to it that the object keeps its state meanwhile.
struct PendingValues {
    private let state: Unmanaged<ObjectState>
    private var content: UnsafeMutablePointer<ObjectState.Content> {
        @inline(__always) get { state._withUnsafeGuaranteedRef { $0.content } }
    }

    @inline(__always)
    fileprivate init(of state: ObjectState) { self.state = .passUnretained(state) }

    /// Slots whose value a save writes.
    var changed: SlotSet {
        @inline(__always) get { content.pointee.changed }
        @inline(__always) nonmutating _modify { yield &content.pointee.changed }
    }
    /// Slots set by a primitive setter alone: seen by readers, and no change to save.
    var primitive: SlotSet {
        @inline(__always) get { content.pointee.primitive }
        @inline(__always) nonmutating _modify { yield &content.pointee.primitive }
    }
    var values: [SlotValue] { withValues(Array.init) }

    subscript(slot: Int) -> SlotValue {
        @inline(__always) get { withValues { $0[slot] } }
        @inline(__always) nonmutating set {
            state._withUnsafeGuaranteedRef { state in
                state.withUnsafeMutablePointers { header, values in
                    precondition(slot < header.pointee.slotCount)
                    values[slot] = newValue
                }
            }
        }
    }

    /// Lends the values, by slot.
    @inline(__always)
    func withValues<Result>(_ body: (UnsafeBufferPointer<SlotValue>) throws -> Result) rethrows -> Result {
        try state._withUnsafeGuaranteedRef { state in
            try state.withUnsafeMutablePointers { header, elements in
                try body(UnsafeBufferPointer(start: elements, count: header.pointee.slotCount))
            }
        }
    }

    /// Whether a reader finds the slot's value here rather than in the snapshot.
    @inline(__always)
    func holds(_ slot: Int) -> Bool { state._withUnsafeGuaranteedRef { $0.overlays(slot) } }
}

extension ObjectState {
    /// Values that differ from the snapshot.
    @inline(__always)
    var pending: PendingValues? { content.pointee.hasOverlay ? PendingValues(of: self) : nil }

    @inline(__always) var hasOverlay: Bool { content.pointee.hasOverlay }
    /// Whether a save has a value to write.
    @inline(__always) var hasChangedSlots: Bool { content.pointee.hasOverlay && !content.pointee.changed.isEmpty }

    /// Whether a reader finds the slot's value here rather than in the snapshot.
    @inline(__always)
    func overlays(_ slot: Int) -> Bool {
        content.pointee.changed.contains(slot)
            || (!content.pointee.primitive.isEmpty && content.pointee.primitive.contains(slot))
    }

    /// Begins an overlay, of which no slot counts.
    func beginOverlay() -> PendingValues {
        content.pointee.hasOverlay = true
        return PendingValues(of: self)
    }

    /// Begins an overlay with those values, in place of any other: the defaults of a new object.
    func beginOverlay(holding values: [SlotValue]) {
        withUnsafeMutablePointers { header, elements in
            precondition(values.count == header.pointee.slotCount, "an overlay has a value for each slot")
            header.pointee.hasOverlay = true
            header.pointee.changed = SlotSet()
            header.pointee.primitive = SlotSet()
            // Most are null before and after: then there is nothing to let go of, and nothing to set.
            for slot in values.indices where !(values[slot].isNull && elements[slot].isNull) {
                elements[slot] = values[slot]
            }
        }
    }

    /// Sets a value that counts as a change unless the store has it already; tells the event.
    @inline(__always)
    func set(_ value: SlotValue, slot: Int, isStored: Bool) {
        withUnsafeMutablePointers { header, values in
            precondition(slot < header.pointee.slotCount)
            header.pointee.hasOverlay = true
            values[slot] = value
            if !header.pointee.primitive.isEmpty { header.pointee.primitive.remove(slot) }
            if isStored { header.pointee.changed.remove(slot) } else { header.pointee.changed.insert(slot) }
            header.pointee.eventSlots.insert(slot)
        }
    }

    /// Sets a value that is seen by readers, and is no change to save.
    func setPrimitive(_ value: SlotValue, slot: Int) {
        withUnsafeMutablePointers { header, values in
            precondition(slot < header.pointee.slotCount)
            header.pointee.hasOverlay = true
            values[slot] = value
            header.pointee.primitive.insert(slot)
        }
    }

    /// Ends the overlay.
    func dropOverlay() {
        guard content.pointee.hasOverlay else { return }
        withUnsafeMutablePointers { header, values in
            header.pointee.hasOverlay = false
            header.pointee.changed = SlotSet()
            header.pointee.primitive = SlotSet()
            for slot in 0..<header.pointee.slotCount where !values[slot].isNull { values[slot] = .null }
        }
    }
}
