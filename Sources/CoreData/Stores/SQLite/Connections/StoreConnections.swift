import Synchronization

internal import CoreDataSQLite

/// The connections of a store: in WAL mode one that reads and one that writes, so that reading never waits for a save; else one for both.
final class StoreConnections: Sendable {
    private struct State {
        var second: StoreConnection?
        var tracer: (@Sendable (String) -> Void)?
        var isClosed = false
    }

    private let first: StoreConnection
    /// Opens a further connection to the same database; nil where one must do.
    private let openAnother: (@Sendable () throws -> Connection)?
    private let location: StoreLocation
    private let state = Mutex(State())

    init(_ first: Connection, location: StoreLocation, openAnother: (@Sendable () throws -> Connection)?) {
        self.first = StoreConnection(first, location: location)
        self.location = location
        self.openAnother = openAnother
    }

    /// Whether commits go to a write-ahead log.
    var usesLog: Bool { openAnother != nil }

    /// Reads. What a save commits on the other connection is seen by the next statement.
    func read<Result>(_ body: (StoreConnection.Session) throws -> Result) throws -> Result { try first.use(body) }

    /// Writes, or reads what a writer must know.
    func write<Result>(_ body: (StoreConnection.Session) throws -> Result) throws -> Result { try writer().use(body) }

    /// The second connection is opened by the first save: a program that only reads does without.
    private func writer() throws -> StoreConnection {
        guard let openAnother else { return first }
        return try state.withLock { state in
            if let second = state.second { return second }
            if state.isClosed { return first }
            let second = StoreConnection(try location.reporting { try openAnother() }, location: location)
            if let tracer = state.tracer { try second.use { $0.connection.trace(tracer) } }
            state.second = second
            return second
        }
    }

    /// Calls `body` with each statement that either connection starts.
    func trace(_ body: (@Sendable (String) -> Void)?) throws {
        let second = state.withLock { state in
            state.tracer = body
            return state.second
        }
        try first.use { $0.connection.trace(body) }
        try second?.use { $0.connection.trace(body) }
    }

    func close() {
        let second = state.withLock { state in
            state.isClosed = true
            return state.second
        }
        second?.close()
        first.close()
    }
}
