/// What one save writes to one store: already validated, inverses set, delete rules applied.
struct SaveRequest {
    var inserts: [RowWrite] = []
    var updates: [RowWrite] = []
    var deletes: [RowWrite] = []
    /// Changes of to-many relationships that have rows or columns of their own: many-to-many, ordered, without inverse.
    /// Few objects have any; by the object's place in here.
    private(set) var toMany: [[ToManyWrite]] = []
    /// `transactionAuthor` and `name` of the context, for the history.
    var author: String?
    var contextName: String?

    var isEmpty: Bool { inserts.isEmpty && updates.isEmpty && deletes.isEmpty }

    /// The relationships to write of an object.
    @inline(__always)
    func toMany(of write: RowWrite) -> [ToManyWrite] { write.toMany < 0 ? [] : toMany[Int(write.toMany)] }

    /// Files the relationships to write of an object; answers their place.
    mutating func add(_ writes: [ToManyWrite]) -> Int32 {
        if writes.isEmpty { return -1 }
        toMany.append(writes)
        return Int32(toMany.count - 1)
    }
}

/// One object to write.
///
/// Unretained: from the request to the commit the context's change set holds the objects, and each object its layout, its
/// snapshot and its overlay; nothing of a user runs in between. A save makes one of these for every object, and each
/// reference that it retained would be counted up and down several times on the way.
struct RowWrite {
    unowned(unsafe) let object: NSManagedObject
    private let layoutReference: Unmanaged<EntityLayout>
    /// New values; nil where no slot was changed, and for a delete.
    let pending: PendingValues?
    /// The snapshot the object stood on when it was changed: its version goes into the WHERE of the statement. nil for an insert.
    let baseRow: WrittenRow?
    /// Place in the request's `toMany`, −1 where there is none.
    let toMany: Int32

    var base: RowReference? { baseRow?.reference }
    var layout: EntityLayout { layoutReference.takeUnretainedValue() }

    /// Whether the object is of just the entity with that layout; counts no references.
    @inline(__always)
    func isOf(_ layout: EntityLayout) -> Bool {
        layoutReference.toOpaque() == Unmanaged.passUnretained(layout).toOpaque()
    }

    /// Whether both objects are of just one entity; counts no references.
    @inline(__always)
    func isOfEntity(of other: RowWrite) -> Bool { layoutReference.toOpaque() == other.layoutReference.toOpaque() }

    init(_ object: NSManagedObject, base: WrittenRow?, pending: PendingValues?, toMany: Int32 = -1) {
        self.object = object
        layoutReference = object.homeReference._withUnsafeGuaranteedRef { .passUnretained($0.layout) }
        baseRow = base
        self.pending = pending
        self.toMany = toMany
    }

    /// Slots to write, where they are not all.
    @inline(__always) var changed: SlotSet { pending?.changed ?? SlotSet() }
}

/// A row snapshot that somebody else holds meanwhile: for an object that stands on it its object, for a new one the outcome.
struct WrittenRow {
    let chunk: Unmanaged<RowChunk>
    let row: Int

    @inline(__always) var primaryKey: Int64 { chunk._withUnsafeGuaranteedRef { $0.primaryKey(row) } }
    @inline(__always) var version: Int32 { chunk._withUnsafeGuaranteedRef { $0.version(row) } }
    var reference: RowReference { RowReference(chunk: chunk.takeUnretainedValue(), row: row) }
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
    var inserted: [WrittenRow] = []
    var updated: [WrittenRow] = []
    /// What the snapshots are rows of, which keeps them in memory.
    var chunks: [RowChunk] = []
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
