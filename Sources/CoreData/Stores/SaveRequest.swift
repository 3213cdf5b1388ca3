/// What one save writes to one store: already validated, inverses set, delete rules applied.
struct SaveRequest {
    var inserts: [RowWrite] = []
    var updates: [RowWrite] = []
    var deletes: [RowWrite] = []
    /// `transactionAuthor` and `name` of the context, for the history.
    var author: String?
    var contextName: String?
}

/// One object to write.
///
/// Unretained: from the request to the commit the context's change set holds the objects, and each object its layout, its
/// snapshot and its overlay; nothing of a user runs in between. A save makes one of these for every object, and each
/// reference that it retained would be counted up and down several times on the way.
struct RowWrite {
    unowned(unsafe) let object: NSManagedObject
    unowned(unsafe) let layout: EntityLayout
    /// The snapshot the object stood on when it was changed: its version goes into the WHERE of the statement. nil for an insert.
    var base: RowReference? { baseChunk.map { RowReference(chunk: $0, row: baseRow) } }
    /// New values; nil where no slot was changed, and for a delete.
    unowned(unsafe) let pending: PendingValues?
    /// Changes of to-many relationships that have rows or columns of their own: many-to-many, ordered, without inverse.
    var toMany: [ToManyWrite] = []
    unowned(unsafe) let baseChunk: RowChunk?
    let baseRow: Int

    init(_ object: NSManagedObject, base: RowReference?, pending: PendingValues?, toMany: [ToManyWrite] = []) {
        self.object = object
        layout = object.home.layout
        baseChunk = base?.chunk
        baseRow = base?.row ?? 0
        self.pending = pending
        self.toMany = toMany
    }

    /// Slots to write, where they are not all.
    var changed: SlotSet { pending?.changed ?? SlotSet() }
}

/// The change of one to-many relationship of one object.
struct ToManyWrite {
    let relationship: NSRelationshipDescription
    var added: [NSManagedObject] = []
    var removed: [NSManagedObject] = []
    /// For an ordered relationship: all members in their new order.
    var order: [NSManagedObject]?
}

/// What a save brought about.
struct SaveOutcome {
    /// New snapshots of the inserted and of the updated objects, in the order of the request, entered in the row cache.
    var inserted: [RowReference] = []
    var updated: [RowReference] = []
    /// Number of the history transaction, nil without history.
    var transactionNumber: Int64?
}

/// Thrown by a store that found rows changed since they were read, or unique values taken; nothing was written.
/// Objects are named by the ID they have in the request's context: temporary for inserted ones.
struct SaveConflicts: Error {
    struct Stale {
        let objectID: NSManagedObjectID
        /// The row as it stands in the store now, nil if it was deleted.
        let persisted: RowReference?
        /// Whether the change went through this store, so that its row cache has had it; else somebody else wrote the file.
        let wasCached: Bool
    }
    struct Duplicate {
        let constraint: [String]
        let objectID: NSManagedObjectID
        /// What holds the same values: a row of the store, or another object of the same save.
        let twin: NSManagedObjectID
    }
    var stale: [Stale] = []
    var duplicates: [Duplicate] = []
}
