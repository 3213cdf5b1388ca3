internal import CoreDataSQLite

/// Repairs a store that nobody else has open.
///
///     lock    | the file is this process's alone from here on; who opens it meanwhile waits
///     mend    | a copy in a folder beside it is repaired, and checked
///     keep    | the file, and its log, are copied as they are, byte by byte
///     replace | the content of the repaired copy takes the place of the store's in one transaction: a process that ends on the
///             | way leaves the store as it was, and who has waited finds the same file
struct StoreReplacement {
    let location: StoreLocation
    let path: String
    let options: StoreOptions
    let model: NSManagedObjectModel?

    /// Seconds to wait for those who have the store open: it is not worth more.
    private static let patience = 1.0

    init(_ url: URL, _ model: NSManagedObjectModel?, _ options: [AnyHashable: Any]?) throws {
        location = StoreLocation(url)
        path = try StoreTarget.path(of: location, url)
        self.options = StoreOptions(options)
        self.model = model
    }

    /// - Parameter amend: handed the repaired copy before it is checked.
    func run(amend: (URL) throws -> Void) throws -> StoreRepair {
        try location.reporting {
            try WorkFolder(beside: path, for: "repair").use(timeout: options.timeout) { work in
                let store = try StoreFile.connect(
                    path, access: .readWrite, timeout: min(options.timeout, Self.patience))
                guard !store.isReadOnly else {
                    throw StoreErrors.make(
                        CocoaError.Code.fileWriteNoPermission.rawValue, reason: "The store may not be written",
                        path: path)
                }
                try store.lockForGood()
                let place = work.appendingPathComponent(URL(fileURLWithPath: path).lastPathComponent)
                var mending = StoreMending(store, external: ExternalData(location), given: model)
                try mending.run(into: Connection(path: place.path, access: .create))
                try amend(place)
                let copy = try Connection(path: place.path, access: .readWrite)
                guard try mending.check(copy) else { return mending.repair }
                mending.repair.original = try keep(store)
                try store.copyContent(of: copy)
                try mending.removeSurplusFiles(copy)
                return mending.repair
            }
        }
    }

    /// Copies the file as it is, with its log, to a place of its own: `NAME.damaged`, and so on.
    private func keep(_ store: Connection) throws -> URL {
        let kept =
            (1...).lazy.map { path + ".damaged" + ($0 == 1 ? "" : "-\($0)") }
            .first { access($0, F_OK) != 0 && access($0 + "-wal", F_OK) != 0 } ?? path + ".damaged"
        try write(to: kept) { file in try store.readFile { try file.write(contentsOf: Data($0)) } }
        // No lock is on the log, which closing it could drop.
        if let log = FileHandle(forReadingAtPath: path + "-wal") {
            defer { try? log.close() }
            guard try log.seekToEnd() > 0 else { return URL(fileURLWithPath: kept) }
            try log.seek(toOffset: 0)
            try write(to: kept + "-wal") { file in
                while let piece = try log.read(upToCount: 1 << 20), !piece.isEmpty { try file.write(contentsOf: piece) }
            }
        }
        return URL(fileURLWithPath: kept)
    }

    private func write(to path: String, _ body: (FileHandle) throws -> Void) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StoreErrors.cannotMake(path, errno) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try body(file)
            try file.synchronize()
        } catch {
            unlink(path)
            throw error
        }
    }
}

extension StoreErrors {
    /// A file that cannot be made.
    static func cannotMake(_ path: String, _ code: Int32) -> NSError {
        make(
            code == EEXIST ? CocoaError.Code.fileWriteFileExists.rawValue : CocoaError.Code.fileWriteUnknown.rawValue,
            reason: String(cString: strerror(code)), path: path,
            more: [NSUnderlyingErrorKey: NSError(domain: NSPOSIXErrorDomain, code: Int(code))])
    }
}

extension Connection {
    /// From here on the file is this connection's alone. Fails as busy where another has it open.
    fileprivate func lockForGood() throws {
        try execute("PRAGMA locking_mode = EXCLUSIVE")
        try execute("BEGIN EXCLUSIVE; COMMIT")
    }
}
