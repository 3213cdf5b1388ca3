internal import CoreDataSQLite

/// A copy of a store in use, made beside its place, checked, and put there at one stroke.
struct StoreBackup {
    private let origin: StoreOrigin
    private let location: StoreLocation
    private let path: String
    private let target: StoreTarget
    private let timeout: Double

    init(of url: URL, at destination: URL, _ options: [AnyHashable: Any]?) throws {
        origin = try StoreOrigin(url, options)
        location = StoreLocation(destination)
        path = try StoreTarget.path(of: location, destination)
        target = try StoreTarget(destination, nil)
        timeout = StoreOptions(options).timeout
    }

    func run(overwriting: Bool) throws {
        guard !isOrigin else {
            throw StoreErrors.make(
                CocoaError.Code.fileWriteFileExists.rawValue, reason: "A store is no copy of itself", path: path)
        }
        let isThere = access(path, F_OK) == 0
        guard overwriting || !isThere else { throw StoreErrors.cannotMake(path, EEXIST) }
        if isThere { try target.checkThatItCanBeWritten() }
        try location.reporting {
            try WorkFolder(beside: path, for: "backup").use(timeout: timeout) { work in
                let made = work.appendingPathComponent(URL(fileURLWithPath: path).lastPathComponent)
                try makeCopy(at: made.path)
                if isThere, !target.isVacant {
                    // By SQLite, for somebody may have it open.
                    let copy = try StoreFile.connect(made.path, access: .readOnly, timeout: timeout)
                    try target.copyContent(of: copy, external: ExternalData(origin.location))
                } else {
                    try publish(made.path, overwriting: overwriting)
                }
            }
        }
    }

    /// By whatever names.
    private var isOrigin: Bool {
        var (own, other) = (stat(), stat())
        guard let from = origin.location.path, stat(from, &own) == 0, stat(path, &other) == 0 else { return false }
        return own.st_ino == other.st_ino && own.st_dev == other.st_dev
    }

    private func makeCopy(at place: String) throws {
        guard mknod(place, S_IFREG | 0o600, 0) == 0 else { throw StoreErrors.cannotMake(place, errno) }
        let copy = try Connection(path: place, access: .readWrite)
        try copy.copyContent(of: origin.connection)
        let answer = try copy.rows("PRAGMA integrity_check(1)") { $0.string(0) ?? "" }
        guard answer == ["ok"] else {
            throw StoreErrors.make(
                CocoaError.Code.fileReadCorruptFile.rawValue, reason: "The store is damaged: \(answer.first ?? "")",
                path: origin.location.path, more: [NSSQLiteErrorDomain: NSNumber(value: 11)])
        }
        _ = try StoreMetadata(copy)
    }

    /// Gives the copy its name, which nothing must have.
    private func publish(_ made: String, overwriting: Bool) throws {
        // A log of another file would be taken for this one's.
        for suffix in ["-wal", "-journal"] where access(path + suffix, F_OK) == 0 {
            throw StoreErrors.cannotMake(path + suffix, EEXIST)
        }
        try ExternalData(location).copyFiles(of: ExternalData(origin.location))
        try Self.sync(made)
        if overwriting {
            // An empty file may be there.
            guard rename(made, path) == 0 else { throw StoreErrors.cannotMake(path, errno) }
        } else if link(made, path) != 0 {
            // Some file systems know no second name of a file.
            guard errno != EEXIST, access(path, F_OK) != 0, rename(made, path) == 0 else {
                throw StoreErrors.cannotMake(path, errno)
            }
        }
        try Self.sync(URL(fileURLWithPath: path).deletingLastPathComponent().path)
    }

    private static func sync(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreErrors.cannotMake(path, errno) }
        defer { close(descriptor) }
        // A folder need not know how to be synced.
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw StoreErrors.cannotMake(path, errno) }
    }
}
