import Synchronization

/// The rows that triggers have changed besides what a save wrote: owners of derived attributes.
///
/// Triggers that Apple's framework leaves in a file tell by calling a function; see `StoreFunctions`. One connection of a store
/// writes at a time, so what is noted between a save's beginning and its end is that save's.
final class TriggeredRows: Sendable {
    private let keys = Mutex<[Int64: Set<Int64>]>([:])

    /// Notes a row by its table's entity number and its primary key.
    func note(entity: Int64, primaryKey: Int64) {
        keys.withLock { _ = $0[entity, default: []].insert(primaryKey) }
    }

    /// The primary keys noted since the last call, by entity number.
    func take() -> [Int64: Set<Int64>] {
        keys.withLock { keys in
            if keys.isEmpty { return [:] }
            defer { keys = [:] }
            return keys
        }
    }
}

extension SQLiteStore {
    /// Forgets the snapshots of rows that triggers have changed since: whoever refreshes such an object reads the row.
    func forgetTriggeredRows() {
        for (number, keys) in triggered.take() {
            guard let map = schema.map(number: number) else { continue }
            rowCache.forget(family: map.layout.rootEntity, primaryKeys: keys)
        }
    }
}
