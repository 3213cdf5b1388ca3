/// Statements of one connection, found by the shape of what they do rather than by their text: who runs one again need not
/// write its SQL again.
///
/// Holds up to `limit` statements and then drops the ones that were not asked for since the last time it was full.
/// Inlinable, so that shapes are hashed by code made for their type: every save asks a handful of times.
public final class StatementCache<Shape: Hashable> {
    @usableFromInline
    struct Entry {
        @usableFromInline let statement: Statement
        @usableFromInline var isRecent: Bool

        @inlinable
        init(_ statement: Statement) {
            self.statement = statement
            isRecent = true
        }
    }
    @usableFromInline let connection: Connection
    @usableFromInline let limit: Int
    @usableFromInline var entries: [Shape: Entry] = [:]

    /// A cache for statements of that connection.
    @inlinable
    public init(_ connection: Connection, limit: Int = 200) {
        self.connection = connection
        self.limit = limit
    }

    /// The statement of that shape, compiled from `sql` the first time. It has been reset; its parameters are as the last user left them.
    @inlinable
    public func statement(_ shape: Shape, sql: () throws -> String) throws -> Statement {
        if let index = entries.index(forKey: shape) {
            let entry = entries.values[index]
            if !entry.isRecent { entries.values[index].isRecent = true }
            return entry.statement
        }
        if entries.count >= limit { makeRoom() }
        let statement = try connection.prepare(try sql())
        entries[shape] = Entry(statement)
        return statement
    }

    /// Forgets every statement: the schema has changed, or the connection is about to close.
    @inlinable
    public func removeAll() { entries.removeAll() }

    @inlinable
    func makeRoom() {
        entries = entries.filter { $0.value.isRecent }
        if entries.count >= limit { entries.removeAll() }
        for key in entries.keys { entries[key]?.isRecent = false }
    }
}
