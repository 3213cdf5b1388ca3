import CoreDataC

extension Connection {
    /// The first bytes of the file, zero beyond its end.
    ///
    /// Read by SQLite's own descriptor: closing another one of the same file would drop the locks that the connections of this
    /// process hold on it (https://www.sqlite.org/howtocorrupt.html, section 2.2).
    public func head(_ count: Int) throws -> [UInt8] { try bytes(count, at: 0) }

    /// So many bytes of the file from a place on, zero beyond its end. See ``head(_:)``.
    public func bytes(_ count: Int, at place: Int) throws -> [UInt8] {
        var file: UnsafeMutablePointer<sqlite3_file>?
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        var bytes = [UInt8](repeating: 0, count: count)
        guard let file, let read = file.pointee.pMethods?.pointee.xRead else { return bytes }
        let code = read(file, &bytes, Int32(count), sqlite3_int64(place))
        guard code == SQLITE_OK || code == Self.shortRead else { throw SQLiteError(nil, code: code) }
        return bytes
    }

    /// Bytes in the file.
    public func fileSize() throws -> Int {
        var file: UnsafeMutablePointer<sqlite3_file>?
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        var size: sqlite3_int64 = 0
        guard let file, file.pointee.pMethods?.pointee.xFileSize?(file, &size) == SQLITE_OK else {
            throw SQLiteError(nil, code: SQLITE_IOERR)
        }
        return Int(size)
    }

    /// Hands over the bytes of the file, piece by piece; the log is another file.
    public func readFile(_ body: (ArraySlice<UInt8>) throws -> Void) throws {
        var file: UnsafeMutablePointer<sqlite3_file>?
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        var size: sqlite3_int64 = 0
        guard let file, let methods = file.pointee.pMethods?.pointee, let read = methods.xRead,
            methods.xFileSize?(file, &size) == SQLITE_OK
        else { throw SQLiteError(nil, code: SQLITE_IOERR) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        var place: sqlite3_int64 = 0
        while place < size {
            let count = Int(min(size - place, sqlite3_int64(bytes.count)))
            let code = read(file, &bytes, Int32(count), place)
            guard code == SQLITE_OK else { throw SQLiteError(nil, code: code) }
            try body(bytes[..<count])
            place += sqlite3_int64(count)
        }
    }

    /// Whether the file's header says that it is in WAL mode (https://www.sqlite.org/fileformat.html, section 1.3.3).
    public func isInLogMode() throws -> Bool { try head(20)[18...] == [2, 2] }

    /// SQLITE_IOERR_SHORT_READ, a macro with arithmetic.
    private static let shortRead = SQLITE_IOERR | 2 << 8

    /// From now on closing the connection leaves the file and its log as they are.
    public func leaveLogOnClosing() { _ = core_data_sqlite_keep_log(handle) }

    /// What tells the database's state from any other for as long as its log has something in it, in this process or another, now or
    /// later; empty where the log is. Nil where that cannot be told. Of a connection that has read in WAL mode alone.
    public func logState() -> [UInt8]? {
        var state = [UInt8](repeating: 0, count: Int(CORE_DATA_LOG_STATE))
        let frames = core_data_sqlite_log_state(handle, &state)
        return frames < 0 ? nil : frames == 0 ? [] : state
    }

    /// Whether the file no longer stands where it was opened.
    public var hasMoved: Bool {
        var answer: CInt = 0
        sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &answer)
        return answer != 0
    }

    /// Repeats what fails as busy until the connection's time is up: for statements that need the database for themselves, such as
    /// a change of journal mode, with which SQLite does not wait.
    public func waiting<Result>(_ body: () throws -> Result) throws -> Result {
        var pauses = LockPauses(timeout: timeout)
        while true {
            do {
                return try body()
            } catch let error as SQLiteError where error.isBusy && pauses.pause() {}
        }
    }
}
