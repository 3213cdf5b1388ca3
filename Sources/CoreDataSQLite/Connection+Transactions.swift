import CoreDataC

extension Connection {
    /// Runs `body` between BEGIN IMMEDIATE and COMMIT; rolls back when it throws.
    ///
    /// The write lock is taken at the start: a transaction that reads first and asks for the lock later can fail as busy
    /// without any waiting, because what it has read may be outdated by then.
    public func write<Result>(_ body: () throws -> Result) throws -> Result {
        try execute("BEGIN IMMEDIATE")
        do {
            let result = try body()
            try execute("COMMIT")
            return result
        } catch {
            rollback()
            throw error
        }
    }

    /// Ends a transaction without keeping anything; SQLite may have done so already.
    public func rollback() {
        if isInTransaction { sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
    }

    /// Runs `body` in one read transaction, so that all its statements see the same state.
    public func read<Result>(_ body: () throws -> Result) throws -> Result {
        try execute("BEGIN")
        defer { sqlite3_exec(handle, "COMMIT", nil, nil, nil) }
        return try body()
    }
}
