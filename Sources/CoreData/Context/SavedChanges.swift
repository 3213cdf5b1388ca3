/// What a save wrote, object by object.
struct SavedChanges {
    /// The objects that were pending.
    let changes: ContextChanges
    /// The rows of `changes.inserted`; nil where they went to a parent and have none yet.
    private(set) var insertedRows: [SavedRow]?
    /// The new snapshots of `changes.updated`; nil where nothing was written.
    private(set) var updatedRows: [RowReference?]
    /// Of the save's transaction in the history.
    private(set) var historyToken: Any?

    init(of pending: ChangeSet) {
        var changes = ContextChanges()
        changes.inserted = pending.inserted
        changes.updated = pending.updated
        changes.deleted = pending.deleted
        self.changes = changes
        updatedRows = Array(repeating: nil, count: changes.updated.count)
    }

    /// Files what a store answered.
    mutating func take(_ outcome: SaveOutcome, of request: SaveRequest, from store: NSPersistentStore) {
        var rows = insertedRows ?? changes.inserted.map { _ in SavedRow(store: nil, key: 0, snapshot: nil) }
        // The request has the inserted objects in the order of the change set; of several stores each has some of them.
        var at = 0
        for (write, snapshot) in zip(request.inserts, outcome.snapshots) {
            while changes.inserted[at] !== write.object { at += 1 }
            rows[at] = SavedRow(store: store, key: snapshot.primaryKey, snapshot: snapshot)
            at += 1
        }
        insertedRows = rows
        at = 0
        for (write, snapshot) in zip(request.updates, outcome.snapshots.dropFirst(request.inserts.count)) {
            while at < changes.updated.count, changes.updated[at] !== write.object { at += 1 }
            // What follows are objects checked for conflicts only.
            if at == changes.updated.count { break }
            updatedRows[at] = snapshot
            at += 1
        }
        if let number = outcome.transactionNumber { historyToken = store.historyToken(ofTransaction: number) }
    }

    /// The rows as other contexts merge them.
    var rowsForOthers: MergedRows {
        var rows = MergedRows()
        rows.inserted = changes.inserted.map { MergedRow($0) }
        rows.updated = changes.updated.map { MergedRow($0) }
        rows.deleted = changes.deleted.map { MergedRow($0) }
        return rows
    }
}

/// Where an inserted object was saved to.
struct SavedRow {
    let store: NSPersistentStore?
    let key: Int64
    let snapshot: RowReference?
}

/// Rows that one context saved and another merges: nothing of either context, only what may cross between queues.
struct MergedRows: Sendable {
    var inserted: [MergedRow] = []
    var updated: [MergedRow] = []
    var deleted: [MergedRow] = []
    /// Whether the row cache may be behind the store: the rows were written by a batch request or another process.
    var mustReread = false

    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
}

/// One such row.
struct MergedRow: Sendable {
    let entity: NSEntityDescription
    let store: NSPersistentStore?
    let key: Int64
    let snapshot: RowReference?

    init(_ object: NSManagedObject) {
        entity = object.home.entity
        store = object.home.store
        key = object.key
        snapshot = object.key < 0 ? nil : object.snapshot
    }

    init(entity: NSEntityDescription, store: NSPersistentStore?, key: Int64) {
        self.entity = entity
        self.store = store
        self.key = key
        snapshot = nil
    }
}
