/// The files beside a store that a transaction makes for large data.
///
/// A file is on the disk before the commit that leads to it, and a file that nothing leads to any more is taken away after the
/// commit that says so: a process that ends in between leaves one too many, which is in nobody's way.
final class ExternalFiles {
    /// What is longer has a file of its own. Apple's documents give no number; in Apple's stores data of 99,813 bytes have been
    /// seen in the row, and its engineers say 100 KB.
    static let longestInRow = 100 * 1024

    private let location: StoreLocation
    /// nil for a store in memory. Most connections never ask for it, and opening a store is to be quick.
    private lazy var folder = ExternalData(location).folder
    /// What the present transaction has made.
    private(set) var made: [String] = []

    init(_ location: StoreLocation) { self.location = location }

    /// What the column of the data holds, which are put into a file if they are long.
    func column(for data: UnsafeRawBufferPointer) throws -> [UInt8] {
        guard data.count > Self.longestInRow, let folder else { return [1] + data }
        let name = UUID().uuidString
        if made.isEmpty { try makeFolder(folder) }
        try write(data, to: folder.appendingPathComponent(name).path)
        made.append(name)
        return [2] + Array(name.utf8) + [0]
    }

    /// To be called before the commit: the names of the files are to outlive a power cut as well.
    func prepareCommit() {
        guard !made.isEmpty, let folder else { return }
        for place in [
            folder, folder.deletingLastPathComponent(), folder.deletingLastPathComponent().deletingLastPathComponent(),
        ] {
            Self.sync(place.path)
        }
    }

    /// The transaction is over, and rows may lead to the files.
    func keep() { made = [] }

    /// The transaction is over, and no row leads to the files.
    func takeBack() {
        for name in made { if let folder { unlink(folder.appendingPathComponent(name).path) } }
        made = []
    }

    private func makeFolder(_ folder: URL) throws {
        for place in [folder.deletingLastPathComponent(), folder] where mkdir(place.path, 0o700) != 0 && errno != EEXIST
        {
            throw Self.failure(place.path)
        }
    }

    /// Readable by its owner alone, as the store is.
    private func write(_ data: UnsafeRawBufferPointer, to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failure(path) }
        var rest = data[...]
        while !rest.isEmpty {
            let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0 && errno == EINTR { continue }
            if count <= 0 { break }
            rest = rest.dropFirst(count)
        }
        guard rest.isEmpty, fsync(descriptor) == 0 else {
            let failure = Self.failure(path)
            close(descriptor)
            unlink(path)
            throw failure
        }
        close(descriptor)
    }

    /// Waits until a file, or the names in a folder, are on the disk.
    static func sync(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private static func failure(_ path: String) -> NSError {
        let code = errno
        let meaning: CocoaError.Code =
            switch code {
            case ENOSPC, EDQUOT: .fileWriteOutOfSpace
            case EACCES, EPERM, EROFS: .fileWriteNoPermission
            default: .fileWriteUnknown
            }
        return StoreErrors.make(
            meaning.rawValue, reason: "The file for large data cannot be written: \(String(cString: strerror(code)))",
            path: path, more: [NSUnderlyingErrorKey: NSError(domain: NSPOSIXErrorDomain, code: Int(code))])
    }
}
