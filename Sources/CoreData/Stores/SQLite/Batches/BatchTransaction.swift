internal import CoreDataSQLite

/// What surrounds the statements of one batch request on one store: a transaction, with its history.
struct BatchTransaction {
    let store: SQLiteStore
    let author: String?
    let contextName: String?

    /// Runs `body` on the connection that writes; it answers how many rows it has written. Where these are none, nothing is left
    /// of it.
    func run<Result>(
        _ body: (StoreConnection.Session, BatchHistory?) throws -> (Result, count: Int)
    ) throws -> Result {
        try SavePipeline.requireWritable(store)
        let result = try store.connections.write { session in
            let transaction = SaveTransaction(session)
            try transaction.begin()
            do {
                try store.fileIdentity.check(session, store.location)
                let history = try store.history.map { try BatchHistory($0, session) }
                let references = ExternalReferences(store.schema, session.connection)
                let before = try references?.all() ?? []
                let result = try body(session, history)
                guard result.count > 0 else {
                    transaction.rollback()
                    return result
                }
                try history?.finish(author: author, contextName: contextName)
                // A row of the batch may have taken the place of another one of it.
                let known = before.union(session.files.made)
                let left = try known.isEmpty ? [] : known.subtracting(references?.all() ?? [])
                try transaction.commit()
                if store.schema.hasExternalData { store.removeFiles(left) }
                store.fileIdentity.noteCommit(session, store.location)
                history?.noteCommit()
                store.forgetTriggeredRows()
                return result
            } catch {
                transaction.rollback()
                _ = store.triggered.take()
                throw Self.explained(error)
            }
        }
        if result.count > 0 { store.noteCommit() }
        return result.0
    }

    private static func explained(_ error: any Error) -> any Error {
        guard let error = error as? SQLiteError else { return error }
        if error.isUniqueViolation {
            return StoreErrors.make(
                NSManagedObjectConstraintMergeError,
                reason: "A row of the batch has unique values that another row has",
                sqlite: error)
        }
        if error.isPrimaryKeyViolation {
            return StoreErrors.make(
                NSManagedObjectMergeError, reason: "A row of the next primary key is there already", sqlite: error)
        }
        return error
    }
}

/// The history of one batch request: rows are recorded by the statement that finds them, not one by one.
final class BatchHistory {
    private let recorder: HistoryRecorder
    private let history: StoreHistory
    private let session: StoreConnection.Session

    init(_ history: StoreHistory, _ session: StoreConnection.Session) throws {
        self.history = history
        self.session = session
        recorder = try HistoryRecorder(history, changes: 0, session)
    }

    func finish(author: String?, contextName: String?) throws {
        try recorder.writeTransaction(author: author, contextName: contextName)
    }

    func noteCommit() { recorder.noteCommit() }

    /// Records the rows of a concrete entity that a condition picks: before they are changed or deleted.
    ///
    /// - Parameters:
    ///   - place: the table, with the alias it goes by.
    ///   - slots: of an update, what it changes.
    func record(
        _ type: NSPersistentHistoryChangeType, _ map: EntityMap, slots: SlotSet = SlotSet(), in place: String,
        as alias: String, where condition: String, _ parameters: [Value]
    ) throws {
        let tombstones = type == .delete ? history.tombstoneSlots(of: map) : []
        let names = tombstones.indices.map { ", ZTOMBSTONE\($0)" }.joined()
        let columns = tombstones.map { slot in ", " + (map.columns[slot].map { "\(alias).\($0)" } ?? "NULL") }.joined()
        let first = parameters.count + 1
        let text = """
            INSERT INTO ACHANGE (Z_PK, Z_ENT, Z_OPT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS\(names)) \
            SELECT ?\(first) + row_number() OVER (ORDER BY \(alias).Z_PK), 16001, NULL, \(type.rawValue), \(map.number), \(alias).Z_PK, \
            ?\(first + 1), ?\(first + 2)\(columns) FROM \(place) WHERE \(condition)
            """
        let bits: Value =
            type == .update ? .blob(history.columns(of: map).bits(slots: slots, toMany: [])) : .null
        let next = try history.keys.reserve(0, root: HistorySchema.changeNumber, session)
        let statement = try session.writes.statement(.text(text)) { text }
        statement.bind(parameters + [.integer(next - 1), .integer(recorder.number), bits])
        try statement.run()
        _ = try history.keys.reserve(session.connection.changes, root: HistorySchema.changeNumber, session)
    }

    /// Records new rows whose keys follow each other.
    func recordInserts(_ map: EntityMap, _ keys: ClosedRange<Int64>) throws {
        let first = try history.keys.reserve(keys.count, root: HistorySchema.changeNumber, session)
        let text = """
            INSERT INTO ACHANGE (Z_PK, Z_ENT, Z_OPT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS) \
            SELECT Z_PK + ?1, 16001, NULL, 0, ?2, Z_PK, ?3, NULL FROM \(map.table) WHERE Z_PK BETWEEN ?4 AND ?5
            """
        let statement = try session.writes.statement(.text(text)) { text }
        statement.bind([
            .integer(first - keys.lowerBound), .integer(map.number), .integer(recorder.number),
            .integer(keys.lowerBound), .integer(keys.upperBound),
        ])
        try statement.run()
    }
}
