import Synchronization

internal import CoreDataSQLite

/// The primary keys a store gives out: from Z_PRIMARYKEY on, and never twice, also when the save that spent them fails.
final class KeySequences: Sendable {
    /// The highest key given out by this process, by the number of the root entity.
    private let spent = Mutex<[Int64: Int64]>([:])

    /// Sets aside `count` keys of a family inside the caller's transaction; answers the first.
    ///
    /// - Parameter isSpentAnyway: false for keys that nobody sees before the commit, and that have no gaps.
    func reserve(
        _ count: Int, root: Int64, isSpentAnyway: Bool = true, _ session: StoreConnection.Session
    ) throws -> Int64 {
        let maximum = try session.writes.statement(.fixed(.readHighestKey)) { Self.read }
        maximum.bind(root, 1)
        guard try maximum.step() else {
            throw SQLiteError(code: 11, extendedCode: 11, message: "Z_PRIMARYKEY has no row \(root)", sql: Self.read)
        }
        let stored = maximum.integer(0)
        maximum.reset()
        let last =
            !isSpentAnyway
            ? stored + Int64(count)
            : spent.withLock { spent in
                let last = max(stored, spent[root] ?? 0) + Int64(count)
                spent[root] = last
                return last
            }
        let raise = try session.writes.statement(.fixed(.writeHighestKey)) { Self.write }
        raise.bind(last, 1)
        raise.bind(root, 2)
        try raise.run()
        return last - Int64(count) + 1
    }

    private static let read = "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?"
    private static let write = "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?"
}
