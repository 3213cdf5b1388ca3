import Synchronization

internal import CoreDataSQLite

/// The connections of a store: in WAL mode one that writes and up to four that read, so that reading never waits for a save, nor
/// a short reading for a long one; else one for all.
final class StoreConnections: Sendable {
    private struct State {
        var writer: StoreConnection?
        /// Opened when all others were in use.
        var readers: [StoreConnection] = []
        var tracer: (@Sendable (String) -> Void)?
        var isClosed = false

        var others: [StoreConnection] { (writer.map { [$0] } ?? []) + readers }
    }

    /// As many as Apple's coordinator uses by default. More would not be faster than the disk.
    private static let readerLimit = 4

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

    /// Reads. What a save commits on another connection is seen by the next statement.
    ///
    /// - Parameter aside: leaves the first connection alone, and its cache: for what is long and read once.
    func read<Result>(
        aside: Bool = false, _ body: (StoreConnection.Session) throws -> Result
    ) throws -> Result {
        if !aside, let result = try first.useIfFree(body) { return result }
        guard openAnother != nil else { return try first.use(body) }
        for reader in state.withLock(\.readers) {
            if let result = try reader.useIfFree(body) { return result }
        }
        return try (furtherReader() ?? first).use(body)
    }

    /// Whether somebody is reading at this moment.
    var isReading: Bool {
        guard openAnother != nil else { return false }
        return ([first] + state.withLock(\.readers)).contains { connection in
            do { return try connection.useIfFree { _ in true } == nil } catch { return false }
        }
    }

    var isClosed: Bool { state.withLock(\.isClosed) }

    /// Writes, or reads what a writer must know.
    func write<Result>(_ body: (StoreConnection.Session) throws -> Result) throws -> Result { try writer().use(body) }

    /// The second connection is opened by the first save: a program that only reads does without.
    private func writer() throws -> StoreConnection {
        guard let openAnother else { return first }
        return try state.withLock { state in
            if let writer = state.writer { return writer }
            if state.isClosed { return first }
            let writer = try open(openAnother, state.tracer)
            state.writer = writer
            return writer
        }
    }

    /// nil when there are enough of them.
    private func furtherReader() throws -> StoreConnection? {
        guard let openAnother else { return nil }
        return try state.withLock { state in
            guard state.readers.count + 1 < Self.readerLimit, !state.isClosed else { return nil }
            let reader = try open(openAnother, state.tracer)
            // What is read beside the rest is mostly long, and once: it would only fill a cache.
            try reader.use { try $0.connection.execute("PRAGMA cache_size = -2048") }
            state.readers.append(reader)
            return reader
        }
    }

    /// A connection for a use of its own; nil where one must do for all.
    func openApart() throws -> StoreConnections? {
        guard let openAnother else { return nil }
        let connection = try location.reporting { try openAnother() }
        if let tracer = state.withLock(\.tracer) { connection.trace(tracer) }
        try connection.execute("PRAGMA cache_size = -2048")
        return StoreConnections(connection, location: location, openAnother: nil)
    }

    private func open(
        _ openAnother: @Sendable () throws -> Connection, _ tracer: (@Sendable (String) -> Void)?
    ) throws -> StoreConnection {
        let connection = StoreConnection(try location.reporting { try openAnother() }, location: location)
        if let tracer { try connection.use { $0.connection.trace(tracer) } }
        return connection
    }

    /// Calls `body` with each statement that any connection starts.
    func trace(_ body: (@Sendable (String) -> Void)?) throws {
        let others = state.withLock { state in
            state.tracer = body
            return state.others
        }
        for connection in [first] + others { try connection.use { $0.connection.trace(body) } }
    }

    /// From now on closing them leaves the file and its log as they are.
    func leaveLogOnClosing() {
        for connection in [first] + state.withLock(\.others) {
            try? connection.use { $0.connection.leaveLogOnClosing() }
        }
    }

    func close() {
        let others = state.withLock { state in
            state.isClosed = true
            return state.others
        }
        for connection in others + [first] { connection.close() }
    }
}
