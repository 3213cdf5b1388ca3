import CoreDataC

extension Connection {
    /// Takes everything out of the database in one transaction, also if its content is damaged. Who reads it goes on seeing what
    /// was there, in WAL mode.
    public func removeContent() throws {
        // With the schema read the journal mode stays what it is (https://www.sqlite.org/c3ref/c_dbconfig_defensive.html).
        _ = has(table: "sqlite_schema")
        _ = core_data_sqlite_reset(handle, 1)
        defer { _ = core_data_sqlite_reset(handle, 0) }
        try waiting { try execute("VACUUM") }
    }

    /// Makes the database equal to another, as that is now, in one transaction. Who reads it goes on seeing what was there, in
    /// WAL mode; a process that ends on the way leaves what was there.
    ///
    /// - Parameter isWanted: asked when nobody else can write to this database any more; where it says no, it stays what it is.
    /// - Returns: Whether it was wanted.
    @discardableResult
    public func copyContent(of source: Connection, if isWanted: () throws -> Bool = { true }) throws -> Bool {
        guard let backup = sqlite3_backup_init(handle, "main", source.handle, "main") else {
            throw SQLiteError(handle, code: sqlite3_errcode(handle))
        }
        var pauses = LockPauses(timeout: timeout)
        // The first page takes the lock, which is held until the last is written.
        var code = sqlite3_backup_step(backup, 1)
        while code == SQLITE_BUSY || code == SQLITE_LOCKED, pauses.pause() { code = sqlite3_backup_step(backup, 1) }
        if code == SQLITE_OK || code == SQLITE_DONE {
            var isGoingOn = false
            defer { if !isGoingOn { sqlite3_backup_finish(backup) } }
            guard try isWanted() else { return false }
            isGoingOn = true
        }
        if code == SQLITE_OK { code = sqlite3_backup_step(backup, -1) }
        while code == SQLITE_BUSY || code == SQLITE_LOCKED, pauses.pause() { code = sqlite3_backup_step(backup, -1) }
        let finished = sqlite3_backup_finish(backup)
        if code != SQLITE_DONE || finished != SQLITE_OK {
            throw SQLiteError(handle, code: code == SQLITE_DONE ? finished : code)
        }
        return true
    }

    /// A number that changes with each commit, here or by another connection, as of the last transaction here.
    public var dataVersion: UInt32 {
        var version: UInt32 = 0
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version)
        return version
    }
}
