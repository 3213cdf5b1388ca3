/// Why an object was given other values.
public struct NSSnapshotEventType: OptionSet, Sendable {
    /// Apple's number.
    public let rawValue: UInt
    /// The events of that number.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// An insertion was undone.
    public static let undoInsertion = NSSnapshotEventType(rawValue: 1 << 1)
    /// A deletion was undone.
    public static let undoDeletion = NSSnapshotEventType(rawValue: 1 << 2)
    /// An update was undone.
    public static let undoUpdate = NSSnapshotEventType(rawValue: 1 << 3)
    /// The context was rolled back.
    public static let rollback = NSSnapshotEventType(rawValue: 1 << 4)
    /// The object was refreshed.
    public static let refresh = NSSnapshotEventType(rawValue: 1 << 5)
    /// A merge policy resolved a conflict.
    public static let mergePolicy = NSSnapshotEventType(rawValue: 1 << 6)
}

/// How a set is about to change.
public enum NSKeyValueSetMutationKind: UInt, Sendable {
    /// Objects come in.
    case union = 1
    /// Objects go.
    case minus = 2
    /// Only what is in both stays.
    case intersect = 3
    /// Everything is replaced.
    case set = 4
}
