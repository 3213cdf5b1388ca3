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
