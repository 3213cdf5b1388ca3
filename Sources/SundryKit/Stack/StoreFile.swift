import CoreData

/// The file under a store as it was when it was opened. Who deletes an open file, or puts another in its place, leaves
/// the program writing into one that nobody will ever see again.
final class StoreFile: Sendable {
    private let path: String
    private let device: dev_t
    private let number: ino_t

    /// The file at a place; nil where there is none, as in memory.
    init?(at url: URL?) {
        var status = stat()
        guard let path = url?.path, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        (self.path, device, number) = (path, status.st_dev, status.st_ino)
    }

    /// Throws where the file is not there any more.
    func check() throws(Problem) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT else { return }
            throw Problem("Nothing was changed: the store’s file is gone; quit, and put it back.")
        }
        guard status.st_ino == number, status.st_dev == device else {
            throw Problem("Nothing was changed: the store’s file was replaced; quit, and start again.")
        }
    }
}

extension StoreFile {
    /// Waits until what was saved is on the disk, safe from a power cut.
    ///
    /// SQLite would do so itself in its mode FULL, but before others may see what was saved: they are woken by the write,
    /// would find nothing new yet, and be woken by nothing more. No lock is on the log that closing it could drop.
    func sync() throws(Problem) {
        let log = open(path + "-wal", O_RDONLY | O_CLOEXEC)
        // Without a log SQLite has waited for the file itself.
        guard log >= 0 else { return }
        defer { close(log) }
        guard fdatasync(log) == 0 else {
            throw Problem("It was saved, but the disk does not confirm that: look after it.")
        }
        // A log that is new is found by its folder.
        let folder = open((path as NSString).deletingLastPathComponent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        if Self.mayHoldNewNames(folder) { fsync(folder) }
        close(folder)
    }

    /// File systems write the names in a folder after some seconds by themselves, laptops that spare their disks after minutes.
    private static let secondsUntilNamesAreWritten = 600

    /// Whether a file was made in the folder so lately that its name may not be on the disk yet.
    private static func mayHoldNewNames(_ folder: CInt) -> Bool {
        var status = stat()
        guard fstat(folder, &status) == 0 else { return true }
        return time(nil) - status.st_mtim.tv_sec < secondsUntilNamesAreWritten
    }
}

extension StoreFile {
    /// Bytes in the store's log.
    fileprivate var logSize: Int {
        var status = stat()
        return stat(path + "-wal", &status) == 0 ? Int(status.st_size) : 0
    }
}

extension SundryStack {
    /// Whether whoever opens the store next would have a long log to read, some 20 ms for what is counted as long. Closing the
    /// store leaves none.
    public var hasLongLog: Bool { (viewContext.storeFile?.logSize ?? 0) > 1 << 25 }
}

extension NSManagedObjectContext {
    private static let key = "SundryStoreFile"

    /// The file that its saves go to.
    var storeFile: StoreFile? {
        get { userInfo[Self.key] as? StoreFile }
        set { userInfo[Self.key] = newValue }
    }
}
