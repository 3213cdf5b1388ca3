/// What becomes of the objects at the other end of a relationship when an object is deleted; raw values are Apple's.
public enum NSDeleteRule: UInt, Sendable {
    /// Nothing, not even the inverse: whoever deletes puts things right.
    case noActionDeleteRule = 0
    /// They forget the deleted object.
    case nullifyDeleteRule = 1
    /// They are deleted too.
    case cascadeDeleteRule = 2
    /// The object cannot be deleted while there are any.
    case denyDeleteRule = 3
}
