internal import CoreDataSQLite

/// Writes one save, from the first statement to the commit; this is the order in which it happens.
///
/// The new snapshots are made before anything is written, and the statements are bound from their memory: text and data
/// are copied once, into the place where the objects will read them.
struct SavePipeline {
    let store: SQLiteStore
    let request: SaveRequest

    func run() throws -> SaveOutcome {
        try Self.requireWritable(store)
        return try store.connections.write { session in
            do {
                return try write(session, parksUniqueValues: false)
            } catch let error as SQLiteError where error.isUniqueViolation {
                // Either somebody has the values, or rows of this save exchange them.
                let duplicates = try ConstraintCheck(store: store, request: request).duplicates(session)
                guard duplicates.isEmpty else { throw SaveConflicts(duplicates: duplicates) }
                return try write(session, parksUniqueValues: true)
            }
        }
    }

    private func write(_ session: StoreConnection.Session, parksUniqueValues: Bool) throws -> SaveOutcome {
        let transaction = SaveTransaction(session)
        try transaction.begin()
        do {
            try store.fileIdentity.check(session, store.location)
            let keys = try KeyAssignment(request, store: store, session)
            let drafts = try SnapshotDrafts(request, keys: keys, schema: store.schema)
            let left = try ExternalReferences(store.schema, session.connection)?.left(by: request) ?? []
            let rows = RowWriter(store: store, session: session)
            try rows.delete(request.deletes)
            if parksUniqueValues { try rows.parkUniqueValues(of: request.updates) }
            try rows.update(request.updates, drafts.updated)
            try rows.insert(request.inserts, drafts.inserted)
            try rows.throwConflicts()
            try RelationshipWriter(schema: store.schema, session: session, keys: keys).write(request)
            let history = try store.history?.record(request, drafts, session)
            let metadata = try writeMetadata(session)
            try transaction.commit()
            if store.schema.hasExternalData { store.removeFiles(left) }
            store.fileIdentity.noteCommit(session, store.location)
            history?.noteCommit()
            if let metadata {
                store.noteWrittenMetadata()
                store.fileIdentity.noteWritten(metadata)
            }
            drafts.publish(to: store.rowCache, deleted: request.deletes)
            store.forgetTriggeredRows()
            return SaveOutcome(
                inserted: drafts.inserted, updated: drafts.updated, chunks: drafts.chunks,
                transactionNumber: history?.number)
        } catch {
            transaction.rollback()
            _ = store.triggered.take()
            throw error
        }
    }

    /// Throws Apple's error of a store that is only read.
    static func requireWritable(_ store: SQLiteStore) throws {
        guard store.isReadOnly else { return }
        throw NSError(
            domain: NSCocoaErrorDomain, code: CocoaError.Code.fileWriteNoPermission.rawValue,
            userInfo: [
                "NSPersistentStoreOptions": store.options ?? [:], "reason": "The store was opened read only",
                "storeURL": store.url as Any,
            ])
    }

    private func writeMetadata(_ session: StoreConnection.Session) throws -> StoreMetadata? {
        let metadata = store.unwrittenMetadata
        try metadata?.write(session.connection)
        return metadata
    }
}
