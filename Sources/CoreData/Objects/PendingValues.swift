/// A value a slot has in memory and not yet in the store.
enum SlotValue {
    case null
    /// Int16, Int32, Int64, Bool.
    case integer(Int64)
    /// Double, Float, Date (seconds since the reference date).
    case real(Double)
    /// String and URI (absolute text).
    case text(String)
    /// Binary, UUID (16 bytes), transformable (the transformer's output).
    case blob(Data)
    case decimal(NSDecimalNumber)
    /// The destination of a to-one relationship, saved or not.
    case object(NSManagedObject)

    var isNull: Bool {
        if case .null = self { return true }
        return false
    }
}

/// The values of an object that differ from its row snapshot: an overlay, there only while the object has changes.
///
/// There is an element for every slot of the layout; only those in `changed` count. An inserted object has no snapshot, so
/// all do. One allocation holds everything: an edit makes an overlay for each object it touches.
final class PendingValues: ManagedBuffer<PendingValues.Header, SlotValue> {
    struct Header {
        let count: Int
        var changed = SlotSet()
        var primitive = SlotSet()
    }

    private static func make(_ count: Int) -> PendingValues {
        // `create` answers an instance of the class it is called on.
        unsafeDowncast(create(minimumCapacity: count) { _ in Header(count: count) }, to: PendingValues.self)
    }

    /// An overlay that holds nothing yet.
    static func empty(slotCount: Int) -> PendingValues {
        let made = make(slotCount)
        made.withUnsafeMutablePointerToElements { $0.initialize(repeating: .null, count: slotCount) }
        return made
    }

    /// Values to begin with: the defaults of a new object.
    static func holding(_ values: [SlotValue]) -> PendingValues {
        let made = make(values.count)
        made.withUnsafeMutablePointerToElements { elements in
            for (slot, value) in values.enumerated() { (elements + slot).initialize(to: value) }
        }
        return made
    }

    deinit {
        _ = withUnsafeMutablePointers { header, elements in elements.deinitialize(count: header.pointee.count) }
    }

    /// Slots whose value a save writes.
    var changed: SlotSet {
        @inline(__always) get { header.changed }
        @inline(__always) _modify { yield &header.changed }
    }
    /// Set by a primitive setter alone: seen by readers, and no change to save.
    var primitive: SlotSet {
        @inline(__always) get { header.primitive }
        @inline(__always) _modify { yield &header.primitive }
    }
    var slots: Range<Int> { 0..<header.count }
    var values: [SlotValue] { slots.map { self[$0] } }

    subscript(slot: Int) -> SlotValue {
        @inline(__always) get {
            precondition(slot < header.count)
            return withUnsafeMutablePointerToElements { $0[slot] }
        }
        @inline(__always) set {
            precondition(slot < header.count)
            withUnsafeMutablePointerToElements { $0[slot] = newValue }
        }
    }

    /// Sets a value that counts as a change unless the store has it already.
    @inline(__always)
    func setTracked(_ value: SlotValue, slot: Int, isStored: Bool) {
        withUnsafeMutablePointers { header, values in
            precondition(slot < header.pointee.count)
            values[slot] = value
            header.pointee.primitive.remove(slot)
            if isStored { header.pointee.changed.remove(slot) } else { header.pointee.changed.insert(slot) }
        }
    }

    /// Lends the values, by slot.
    @inline(__always)
    func withValues<Result>(_ body: (UnsafeBufferPointer<SlotValue>) throws -> Result) rethrows -> Result {
        try withUnsafeMutablePointers { header, elements in
            try body(UnsafeBufferPointer(start: elements, count: header.pointee.count))
        }
    }

    /// Whether a reader finds the slot's value here rather than in the snapshot.
    @inline(__always)
    func holds(_ slot: Int) -> Bool { changed.contains(slot) || (!primitive.isEmpty && primitive.contains(slot)) }
}
