/// The file of a store before SQLite sees it.
struct StoreFile {
    let location: StoreLocation
    let options: StoreOptions

    /// Makes an empty file where there is none, and refuses one that is no database. Answers whether the store is to be made.
    ///
    /// A new file is readable by its owner alone, unlike SQLite's own; the files beside it take over its mode.
    func prepare() throws -> Bool {
        guard let path = location.path else { return true }
        guard let size = Self.size(of: path) else {
            if options.isReadOnly {
                throw StoreErrors.make(
                    CocoaError.Code.fileReadNoSuchFile.rawValue, reason: "Attempt to open missing file read only",
                    path: path)
            }
            return try create(path)
        }
        if size == 0 {
            guard options.isReadOnly else { return true }
            throw StoreErrors.make(
                CocoaError.Code.fileReadCorruptFile.rawValue, reason: "The file is empty", path: path)
        }
        try Self.requireDatabase(path)
        return false
    }

    private func create(_ path: String) throws -> Bool {
        let descriptor = Foundation.open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            Foundation.close(descriptor)
            return true
        }
        let code = errno
        // Another process has made it meanwhile.
        if code == EEXIST { return true }
        throw StoreErrors.make(
            CocoaError.Code.fileWriteUnknown.rawValue, reason: "Failed to create file; code = \(code)", path: path,
            more: [NSUnderlyingErrorKey: NSError(domain: NSPOSIXErrorDomain, code: Int(code))])
    }

    private static func size(of path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Reads the first bytes: opening another kind of file as a database might leave files beside it.
    static func requireDatabase(_ path: String) throws {
        let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = errno
            throw StoreErrors.make(
                code == ENOENT
                    ? CocoaError.Code.fileReadNoSuchFile.rawValue : CocoaError.Code.fileReadNoPermission.rawValue,
                reason: String(cString: strerror(code)), path: path,
                more: [NSUnderlyingErrorKey: NSError(domain: NSPOSIXErrorDomain, code: Int(code))])
        }
        defer { Foundation.close(descriptor) }
        var head = [UInt8](repeating: 0, count: 16)
        let count = Foundation.read(descriptor, &head, 16)
        guard count == 16, head.elementsEqual(Array("SQLite format 3".utf8) + [0]) else {
            throw StoreErrors.make(
                CocoaError.Code.fileReadCorruptFile.rawValue, reason: "The file is not a database", path: path,
                more: [NSSQLiteErrorDomain: NSNumber(value: 26)])
        }
    }
}
