internal import CoreDataSQLite

extension SQLiteStore {
    /// Marks the state of the file: by the checksum of the last commit in its log, or where there is nothing in a log by the
    /// date of the file.
    ///
    /// A date that is younger than two seconds marks nothing: the file may change again before its clock moves on, which it does in
    /// steps of some milliseconds, on some file systems of a second or two. The file is not opened here: closing it would take
    /// away the locks that SQLite has on it in this process.
    func readContentMark() -> [UInt8]? {
        guard case .file(let path) = location else { return nil }
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let file = [UInt64(status.st_dev), UInt64(status.st_ino)]
        if connections.usesLog, !isReadOnly {
            guard let state = try? connections.read({ try $0.logState() }) else { return nil }
            if !state.isEmpty { return Self.bytes(file) + state }
        } else if Self.hasContent(path + "-wal") {
            return nil
        }
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let age = (now.tv_sec - status.st_mtim.tv_sec) * 1000 + (now.tv_nsec - status.st_mtim.tv_nsec) / 1_000_000
        guard age > 2000 else { return nil }
        return Self.bytes(
            file
                + [status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec].map { UInt64(bitPattern: Int64($0)) })
    }

    private static func hasContent(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_size > 0
    }

    private static func bytes(_ numbers: [UInt64]) -> [UInt8] { numbers.withUnsafeBytes { Array($0) } }
}

extension StoreConnection.Session {
    /// Of a connection that has read, as the log's index comes with the first reading.
    fileprivate func logState() throws -> [UInt8]? {
        _ = try connection.value("PRAGMA schema_version")
        return connection.logState()
    }
}
