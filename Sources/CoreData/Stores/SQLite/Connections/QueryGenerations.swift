internal import CoreDataSQLite

/// The states of a store that contexts are pinned to.
///
/// A state is what a read transaction sees for as long as it is open, on a connection that does nothing else: SQLite's snapshots
/// that outlive their transaction are not in every build of it. Whether the state of now is one that is held already a
/// further connection tells, which counts the commits of all others.
final class QueryGenerations: @unchecked Sendable {
    // Sendable: everything is reached under the lock.

    private struct Member {
        weak var generation: QueryGeneration?
    }
    /// The last to let a generation go may be in here.
    private let lock = NSRecursiveLock()
    private let open: @Sendable () throws -> StoreConnections?
    private var counter: StoreConnections?
    private var idle: [StoreConnections] = []
    private var members: [Member] = []
    private var isClosed = false

    /// - Parameter open: a connection to the same database; nil where reading would keep others from writing.
    init(open: @escaping @Sendable () throws -> StoreConnections?) { self.open = open }

    /// The state of now, shared with whoever holds it already; nil where the store cannot hold any.
    func current(of store: SQLiteStore) throws -> QueryGeneration? {
        try lock.withLock {
            guard !isClosed, let counter = try counter ?? open() else { return nil }
            self.counter = counter
            let held = members.compactMap(\.generation)
            members = held.map { Member(generation: $0) }
            var number = try counter.commitNumber()
            if let same = held.first(where: { $0.number == number }) { return same }
            guard let connections = try idle.popLast() ?? open() else { return nil }
            // Somebody may commit in between, but not for ever.
            for _ in 0..<1000 {
                try connections.beginReading()
                let after = try counter.commitNumber()
                if after == number { break }
                number = after
                try connections.endReading()
            }
            let generation = QueryGeneration(number, of: store, by: connections, in: self)
            members.append(Member(generation: generation))
            return generation
        }
    }

    /// The generation of that name, nil if nobody holds it any more.
    func generation(named name: String) -> QueryGeneration? {
        lock.withLock { members.lazy.compactMap(\.generation).first { $0.name == name } }
    }

    /// The last user of a generation has let it go.
    fileprivate func takeBack(_ connections: StoreConnections) {
        lock.withLock {
            guard !isClosed, idle.count < 2, (try? connections.endReading()) != nil else { return connections.close() }
            idle.append(connections)
        }
    }

    /// Whether somebody holds an older state of the store, or perhaps the present one.
    var isHeld: Bool { lock.withLock { members.contains { $0.generation != nil } } }

    func close() {
        lock.withLock {
            isClosed = true
            for connections in idle + (counter.map { [$0] } ?? []) { connections.close() }
            for generation in members.compactMap(\.generation) { generation.view.close() }
            idle = []
            counter = nil
        }
    }
}

/// One state of a store, held as long as anyone refers to it.
final class QueryGeneration: Sendable {
    /// How many commits there had been.
    let number: Int64
    let name = UUID().uuidString
    /// What reads the state: like the store itself, but for its rows in memory, which are of this state.
    let view: SQLiteStore
    private let store: ObjectIdentifier
    private let owner: QueryGenerations

    fileprivate init(
        _ number: Int64, of store: SQLiteStore, by connections: StoreConnections, in owner: QueryGenerations
    ) {
        self.number = number
        self.store = ObjectIdentifier(store)
        self.owner = owner
        view = SQLiteStore(reading: store, by: connections)
    }

    func isOf(_ other: NSPersistentStore) -> Bool { store == ObjectIdentifier(other) }

    deinit { owner.takeBack(view.connections) }
}

extension StoreConnections {
    /// Changes with each commit by any other connection.
    fileprivate func commitNumber() throws -> Int64 {
        try read { try $0.reads.statement("PRAGMA data_version") { "PRAGMA data_version" }.firstInteger() }
    }

    /// Begins a transaction; its first statement is what makes it see a state.
    fileprivate func beginReading() throws {
        try read { session in
            try session.reads.statement("BEGIN") { "BEGIN" }.run()
            let look = "SELECT count(*) FROM Z_METADATA"
            _ = try session.reads.statement(look) { look }.firstInteger()
        }
    }

    fileprivate func endReading() throws {
        try read { try $0.reads.statement("COMMIT") { "COMMIT" }.run() }
    }
}

extension Statement {
    fileprivate func firstInteger() throws -> Int64 {
        defer { reset() }
        return try step() ? integer(0) : 0
    }
}
