internal import CoreDataSQLite

/// Makes a store anew beside the one that is there, and puts its content in the place of the other in one transaction: who
/// reads the file sees the old store or the new, and so does who opens it after a process has ended on the way. A binary
/// store's file is put in the place of the other.
struct FileReplacement {
    private let location: StoreLocation
    private let path: String
    private let options: StoreOptions
    private let target: StoreTarget
    /// nil for a SQLite store.
    private let binary: BinaryTarget?
    private let folder: WorkFolder

    init(at url: URL, type: String = NSSQLiteStoreType, options: [AnyHashable: Any]?) throws {
        location = StoreLocation(url)
        path = try StoreTarget.path(of: location, url)
        self.options = StoreOptions(options)
        target = try StoreTarget(url, options)
        binary = try type == NSBinaryStoreType ? BinaryTarget(url, options) : nil
        folder = WorkFolder(beside: path, for: "migration")
    }

    /// - Parameters:
    ///   - isDue: asked under the lock: another process may have been quicker.
    ///   - make: makes the store at the URL it is given; once more where somebody has written to the old one meanwhile.
    func run(isDue: () throws -> Bool = { true }, _ make: (URL) throws -> Void) throws {
        if let binary { try binary.checkThatItCanBeWritten() } else { try target.checkThatItCanBeWritten() }
        try folder.use(timeout: options.timeout) { work in
            guard try isDue() else { return }
            for _ in 0..<10 {
                try WorkFolder.empty(work)
                if try replace(by: work.appendingPathComponent(URL(fileURLWithPath: path).lastPathComponent), make) {
                    return
                }
            }
            throw StoreErrors.make(
                NSPersistentStoreTimeoutError, reason: "Somebody goes on writing to the store", path: path)
        }
    }

    /// Answers whether nobody has written to the store since.
    private func replace(by place: URL, _ make: (URL) throws -> Void) throws -> Bool {
        if let binary {
            return try binary.replace {
                try make(place)
                return place
            }
        }
        return try location.reporting {
            let witness = try StoreFile.connect(path, access: .readWrite, timeout: options.timeout)
            let version = try witness.versionNow()
            try make(place)
            let made = try StoreFile.connect(place.path, access: .readOnly, timeout: options.timeout)
            return try target.copyContent(of: made, external: ExternalData(StoreLocation(place))) {
                try witness.versionNow() == version
            }
        }
    }
}

extension FileReplacement {
    /// Copies the store, as it is now, to another place, with its UUID and history.
    static func copy(_ url: URL, type: String, options: [AnyHashable: Any]?, to place: URL) throws {
        try NSPersistentStoreCoordinator().replacePersistentStore(
            at: place, withPersistentStoreFrom: url, sourceOptions: options, ofType: type)
    }
}

extension Connection {
    /// The number that changes with each commit of others.
    fileprivate func versionNow() throws -> UInt32 {
        _ = try read { try value("SELECT count(*) FROM sqlite_master") }
        return dataVersion
    }
}
