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
/// `values` has an element for every slot of the layout; only those in `changed` count. An inserted object has no snapshot, so all do.
final class PendingValues {
    var changed = SlotSet()
    /// Set by a primitive setter alone: seen by readers, and no change to save.
    var primitive = SlotSet()
    var values: [SlotValue]

    init(slotCount: Int) { values = Array(repeating: .null, count: slotCount) }

    /// Values to begin with: the defaults of a new object.
    init(values: [SlotValue]) { self.values = values }

    /// Whether a reader finds the slot's value here rather than in the snapshot.
    @inline(__always)
    func holds(_ slot: Int) -> Bool { changed.contains(slot) || (!primitive.isEmpty && primitive.contains(slot)) }
}
