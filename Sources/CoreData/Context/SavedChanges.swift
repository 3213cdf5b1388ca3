/// What a save wrote, object by object.
struct SavedChanges {
    /// The objects that were pending.
    let changes: ContextChanges
    /// IDs of the objects, as far as they were made while the store was writing.
    var earlyIDs: [EarlyIDs] = []
    /// Of the save's transaction in the history.
    private(set) var historyToken: Any?
    /// What each store wrote; nothing where the changes went to a parent.
    private(set) var rows = SavedRows()

    init(of pending: ChangeSet) {
        var changes = ContextChanges()
        changes.inserted = pending.inserted
        changes.updated = pending.updated
        changes.deleted = pending.deleted
        self.changes = changes
    }

    /// Files what a store answered.
    mutating func take(_ outcome: SaveOutcome, of request: SaveRequest, from store: NSPersistentStore) {
        if let number = outcome.transactionNumber { historyToken = store.historyToken(ofTransaction: number) }
        rows.add(outcome, of: request, from: store)
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

/// The new snapshots of saved objects, handed out in the order of the change set: each request has its objects in that order,
/// of several stores each has some of them.
struct SavedRows {
    /// Some objects of one request with their new rows, and how far they have been handed out.
    private struct Part {
        let writes: [RowWrite]
        let rows: [WrittenRow]
        var next = 0

        /// The row of the object if it is the next one.
        @inline(__always)
        mutating func row(of object: NSManagedObject) -> WrittenRow? {
            guard next < writes.count, writes[next].object === object else { return nil }
            defer { next &+= 1 }
            return rows[next]
        }
    }
    private var stores: [NSPersistentStore] = []
    /// Keeps the rows in memory until each has its object.
    private var chunks: [RowChunk] = []
    /// By store.
    private var inserted: [Part] = []
    private var updated: [Part] = []
    /// Which store wrote the new object asked for last.
    private var last = 0
    /// The home that the last new object came from, and the one it went to.
    private var homes: (from: Unmanaged<ObjectHome>, to: ObjectHome, store: Int)?

    fileprivate mutating func add(_ outcome: SaveOutcome, of request: SaveRequest, from store: NSPersistentStore) {
        stores.append(store)
        chunks += outcome.chunks
        inserted.append(Part(writes: request.inserts, rows: outcome.inserted))
        updated.append(Part(writes: request.updates, rows: outcome.updated))
    }

    /// The row of the next inserted object, nil where no store has written it.
    mutating func next(insertedFor object: NSManagedObject) -> WrittenRow? {
        for store in inserted.indices {
            guard let row = inserted[store].row(of: object) else { continue }
            last = store
            return row
        }
        return nil
    }

    /// The home in its store of the new object whose row was answered last.
    mutating func home(of object: NSManagedObject, in registry: ObjectRegistry) -> ObjectHome {
        if let homes, homes.store == last, homes.from.toOpaque() == object.homeReference.toOpaque() { return homes.to }
        let home = registry.home(of: object.entity, in: stores[last])
        homes = (object.homeReference, home, last)
        return home
    }

    /// The row of the next updated object, nil where nothing was written of it.
    mutating func next(updatedFor object: NSManagedObject) -> WrittenRow? {
        for store in updated.indices {
            if let row = updated[store].row(of: object) { return row }
        }
        return nil
    }
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
        // What the store has derived is not in the snapshot.
        snapshot = object.key < 0 || object.home.layout.hasDerivedSlots ? nil : object.snapshot
    }

    init(entity: NSEntityDescription, store: NSPersistentStore?, key: Int64) {
        self.entity = entity
        self.store = store
        self.key = key
        snapshot = nil
    }
}
