internal import CoreDataSQLite

/// One connection of a store with its statements, used by one thread at a time.
final class StoreConnection: @unchecked Sendable {
    // Sendable: everything is reached through `use`, under the lock.

    /// What a user of the connection holds while it is its own.
    struct Session {
        let connection: Connection
        /// Statements that read, by their text.
        let reads: StatementCache<String>
        /// Statements that write rows, by what they write.
        let writes: StatementCache<RowStatement>
        let shapes: RowShapes
        let files: ExternalFiles
    }

    private let lock = NSLock()
    private let location: StoreLocation
    private var session: Session?

    init(_ connection: Connection, location: StoreLocation) {
        self.location = location
        SQLDebug.watch(connection, location)
        session = Session(
            connection: connection, reads: StatementCache(connection), writes: StatementCache(connection),
            shapes: RowShapes(), files: ExternalFiles(location))
    }

    /// Runs `body` while no other thread uses the connection; SQLite's errors come out in Apple's form.
    func use<Result>(_ body: (Session) throws -> Result) throws -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try run(body)
    }

    /// The same; nil, and nothing is run, where another thread uses the connection.
    func useIfFree<Result>(_ body: (Session) throws -> Result) throws -> Result? {
        guard lock.try() else { return nil }
        defer { lock.unlock() }
        return try run(body)
    }

    private func run<Result>(_ body: (Session) throws -> Result) throws -> Result {
        guard let session else {
            throw StoreErrors.make(
                NSPersistentStoreOperationError, reason: "The store has left its coordinator", path: location.path)
        }
        return try location.reporting { try body(session) }
    }

    /// Closes the connection once its current user is done.
    func close() {
        lock.withLock { session = nil }
    }
}
