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
                // Between the copy of the store and that of its files a save may take one away.
                for attempt in 0... {
                    try makeCopy(at: made.path)
                    guard let lost = try missingFile(made.path) else { break }
                    guard attempt < 2 else {
                        throw StoreErrors.make(
                            CocoaError.Code.fileReadNoSuchFile.rawValue,
                            reason:
                                "A file of large data is not there, so that no backup would be whole: repair the store",
                            path: lost)
                    }
                    unlink(made.path)
                }
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

    /// A file that rows of the copy lead to and that is not there. Nothing is known of a store that carries no model.
    private func missingFile(_ place: String) throws -> String? {
        let external = ExternalData(origin.location)
        let copy = try StoreFile.connect(place, access: .readOnly, timeout: timeout)
        guard let folder = external.folder, let model = try ModelCache.readIfSound(copy) else { return nil }
        model.freeze()
        let file = try FileSchema(copy)
        let entities = model.entities.filter { file.numbers[$0.name ?? ""] != nil }
        guard let numbers = EntityNumbers(file.numbers, entities: entities) else { return nil }
        var plan = SchemaPlan(numbers)
        guard try plan.reconcile(with: file).isEmpty,
            let references = ExternalReferences(StoreSchema(plan), copy)
        else { return nil }
        let lost = try references.all().subtracting(external.names())
        return lost.min().map { folder.appendingPathComponent($0).path }
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
