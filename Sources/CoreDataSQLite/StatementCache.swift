/// Statements of one connection, found by the shape of what they do rather than by their text: who runs one again need not
/// write its SQL again.
///
/// Holds up to `limit` statements and then drops the ones that were not asked for since the last time it was full.
public final class StatementCache<Shape: Hashable> {
    private struct Entry {
        let statement: Statement
        var isRecent: Bool
    }
    private let connection: Connection
    private let limit: Int
    private var entries: [Shape: Entry] = [:]

    /// A cache for statements of that connection.
    public init(_ connection: Connection, limit: Int = 200) {
        self.connection = connection
        self.limit = limit
    }

    /// The statement of that shape, compiled from `sql` the first time. It has been reset; its parameters are as the last user left them.
    public func statement(_ shape: Shape, sql: () throws -> String) throws -> Statement {
        if let index = entries.index(forKey: shape) {
            entries.values[index].isRecent = true
            return entries.values[index].statement
        }
        if entries.count >= limit { makeRoom() }
        let statement = try connection.prepare(try sql())
        entries[shape] = Entry(statement: statement, isRecent: true)
        return statement
    }

    /// Forgets every statement: the schema has changed, or the connection is about to close.
    public func removeAll() { entries.removeAll() }

    private func makeRoom() {
        entries = entries.filter { $0.value.isRecent }
        if entries.count >= limit { entries.removeAll() }
        for key in entries.keys { entries[key]?.isRecent = false }
    }
}
