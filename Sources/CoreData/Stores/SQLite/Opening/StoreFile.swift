internal import CoreDataSQLite

/// The file of a store before SQLite writes to it.
///
/// Nothing here opens it but through SQLite: see `Connection.head`.
struct StoreFile {
    let path: String
    let options: StoreOptions

    /// Whether there is a file with something in it.
    var isFilled: Bool { (Self.size(of: path) ?? 0) > 0 }

    /// Whether the file may be written by whom the process acts for.
    var isWritable: Bool { Self.access(path, W_OK) || errno != EACCES && errno != EROFS && errno != EPERM }

    /// By the effective user, as opening the file is: `access` goes by the real one.
    private static func access(_ path: String, _ mode: Int32) -> Bool {
        faccessat(AT_FDCWD, path, mode, Int32(AT_EACCESS)) == 0
    }

    /// Makes an empty file where there is none, and runs `body`, which makes the store in it, while nobody else makes one in this
    /// folder. Where `body` fails, a file that was made here is left behind empty, like Apple's; what stands beside it goes.
    func making<Result>(_ body: () throws -> Result) throws -> Result {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) + "/"
        return try FolderLock.hold(folder, timeout: options.timeout) { isHeld in
            let isOurs = try create()
            do {
                return try body()
            } catch {
                // Without the lock another process may be making its store in the same file.
                if isOurs, isHeld { empty() }
                throw error
            }
        }
    }

    /// Answers whether there was none.
    ///
    /// A new file is readable by its owner alone, unlike SQLite's own; the files beside it take over its mode.
    private func create() throws -> Bool {
        if options.isReadOnly {
            guard !isFilled else { return false }
            throw Self.size(of: path) == nil
                ? StoreErrors.make(
                    CocoaError.Code.fileReadNoSuchFile.rawValue, reason: "Attempt to open missing file read only",
                    path: path)
                : StoreErrors.make(
                    CocoaError.Code.fileReadCorruptFile.rawValue, reason: "The file is empty", path: path)
        }
        var status = stat()
        if stat(path, &status) != 0, errno == EACCES {
            throw StoreErrors.make(
                CocoaError.Code.fileReadNoPermission.rawValue, reason: String(cString: strerror(EACCES)), path: path,
                more: [NSUnderlyingErrorKey: NSError(domain: NSPOSIXErrorDomain, code: Int(EACCES))])
        }
        if mknod(path, S_IFREG | 0o600, 0) == 0 { return true }
        let code = errno
        if code == EEXIST { return false }
        throw StoreErrors.make(
            CocoaError.Code.fileWriteUnknown.rawValue, reason: "Failed to create file; code = \(code)", path: path,
            more: [NSUnderlyingErrorKey: NSError(domain: NSPOSIXErrorDomain, code: Int(code))])
    }

    private func empty() {
        truncate(path, 0)
        for suffix in ["-journal", "-wal", "-shm"] { unlink(path + suffix) }
    }

    private static func size(of path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Opens the file, refusing one that is no database before SQLite reads it as one: it might leave files beside it.
    static func connect(_ path: String, access: Connection.Access, timeout: Double) throws -> Connection {
        var status = stat()
        guard stat(path, &status) == 0, Self.access(path, R_OK) else {
            let code = errno
            throw StoreErrors.make(
                code == ENOENT
                    ? CocoaError.Code.fileReadNoSuchFile.rawValue : CocoaError.Code.fileReadNoPermission.rawValue,
                reason: String(cString: strerror(code)), path: path,
                more: [NSUnderlyingErrorKey: NSError(domain: NSPOSIXErrorDomain, code: Int(code))])
        }
        guard status.st_mode & S_IFMT == S_IFREG else { throw notADatabase(path) }
        let connection = try Connection(path: path, access: access, timeout: timeout)
        guard try status.st_size == 0 || isDatabase(connection.head(16)) else { throw notADatabase(path) }
        if status.st_size > 0, try FileWitness(connection: connection, path: path).hasForeignLog() {
            connection.leaveLogOnClosing()
            throw foreignLog(path)
        }
        if access == .readOnly, try !canRead(connection), size(of: path + "-wal") ?? 0 == 0 {
            return try Connection(path: uri(ofUnchanging: path), access: .readOnly, timeout: timeout)
        }
        return connection
    }

    /// Whether SQLite can read the database as others may write it meanwhile: in WAL mode that takes files beside it, which
    /// it cannot make in a folder that may not be written.
    private static func canRead(_ connection: Connection) throws -> Bool {
        do {
            _ = try connection.value("PRAGMA schema_version")
            return true
        } catch let error as SQLiteError where error.code == 8 || error.code == 14 {
            return false
        }
    }

    /// By this name SQLite reads the file alone, taking it that nobody writes. To be used only where there is nothing in a
    /// log: it would be passed over.
    private static func uri(ofUnchanging path: String) -> String {
        "file:" + (path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path) + "?immutable=1"
    }

    private static func isDatabase(_ head: [UInt8]) -> Bool {
        head.elementsEqual(Array("SQLite format 3".utf8) + [0])
    }

    /// What keeps a log from being written into a file that it does not belong to. It names the log.
    static func foreignLog(_ path: String) -> NSError {
        StoreErrors.make(
            CocoaError.Code.fileReadCorruptFile.rawValue,
            reason:
                "The write-ahead log beside the file was written over another file: move it away, or put the file that it belongs to back",
            path: path + "-wal")
    }

    private static func notADatabase(_ path: String) -> NSError {
        StoreErrors.make(
            CocoaError.Code.fileReadCorruptFile.rawValue, reason: "The file is not a database", path: path,
            more: [NSSQLiteErrorDomain: NSNumber(value: 26)])
    }
}
