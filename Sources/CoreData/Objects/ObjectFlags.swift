/// What an object is to its context, in 32 bits.
struct ObjectFlags: OptionSet {
    let rawValue: UInt32

    /// The values are not there yet: the next access fires the fault.
    static let fault = ObjectFlags(rawValue: 1 << 0)
    /// The object does not stand on its backing, which is a `FaultBatch`, or a chunk held for the row cache alone.
    static let offSnapshot = ObjectFlags(rawValue: 1 << 1)
    /// The key is the number of an unsaved object, not a primary key.
    static let temporary = ObjectFlags(rawValue: 1 << 2)
    /// Entered in the identity map.
    static let registered = ObjectFlags(rawValue: 1 << 3)

    /// Pending changes: in at most one list of the change set.
    static let inserted = ObjectFlags(rawValue: 1 << 4)
    static let updated = ObjectFlags(rawValue: 1 << 5)
    static let deleted = ObjectFlags(rawValue: 1 << 6)
    static let pending: ObjectFlags = [.inserted, .updated, .deleted]

    /// Changes since the last `processPendingChanges`.
    static let eventInserted = ObjectFlags(rawValue: 1 << 8)
    static let eventUpdated = ObjectFlags(rawValue: 1 << 9)
    static let eventDeleted = ObjectFlags(rawValue: 1 << 10)
    static let eventRefreshed = ObjectFlags(rawValue: 1 << 11)
    static let eventInvalidated = ObjectFlags(rawValue: 1 << 12)
    static let event: ObjectFlags = [
        .eventInserted, .eventUpdated, .eventDeleted, .eventRefreshed, .eventInvalidated,
    ]

    /// Changes are not tracked: inside `awakeFromFetch`, `awakeFromInsert` before registration, and primitive setters.
    static let untracked = ObjectFlags(rawValue: 1 << 16)
    /// The row is gone from the store: every attribute reads as nil, and validation is skipped.
    static let inaccessible = ObjectFlags(rawValue: 1 << 17)
    /// Deleted by another context: nothing is left to delete at the next save.
    static let deletedElsewhere = ObjectFlags(rawValue: 1 << 18)
    /// Delete rules have been applied, so that a cascade in a circle ends.
    static let rulesApplied = ObjectFlags(rawValue: 1 << 19)
    /// Made without a context; the defaults are filled in at the first access.
    static let unprepared = ObjectFlags(rawValue: 1 << 20)
    /// The object's version is checked at the next save though it has no changes.
    static let conflictChecked = ObjectFlags(rawValue: 1 << 21)
    /// The store could not be read: what is missing reads as nil or empty, and nothing is saved of the object until it has been
    /// refreshed.
    static let unreadable = ObjectFlags(rawValue: 1 << 24)
    /// The store has left the coordinator: a fault cannot fire any more.
    static let storeless = ObjectFlags(rawValue: 1 << 23)
    /// Made in this context and never saved from it, be its key temporary or obtained ahead of the save.
    static let unsaved = ObjectFlags(rawValue: 1 << 22)
    /// Its row was gone, and by the merge policy this context inserts it again: news of the deletion, and of what was before it, may
    /// be still to come.
    static let recreated = ObjectFlags(rawValue: 1 << 25)
}
