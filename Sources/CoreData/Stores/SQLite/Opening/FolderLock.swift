internal import CoreDataSQLite

/// The lock under which stores are made in a folder: who finds a store missing or empty waits here for the one who makes it.
///
/// An advisory lock of the folder itself (flock), so that it leaves no file behind and goes with the process that held it.
enum FolderLock {
    /// Runs `body` while no other process, nor another thread, makes a store in that folder.
    ///
    /// - Parameter body: is told whether the lock is held: some file systems have none, and a folder may have been taken away
    ///   meanwhile. What is written is then guarded by SQLite's own locks alone.
    static func hold<Result>(_ folder: String, timeout: Double, _ body: (Bool) throws -> Result) throws -> Result {
        var pauses = LockPauses(timeout: timeout)
        while true {
            let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else { return try body(false) }
            defer { close(descriptor) }
            while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
                guard errno == EWOULDBLOCK || errno == EINTR else { return try body(false) }
                guard pauses.pause() else {
                    throw StoreErrors.make(
                        NSPersistentStoreTimeoutError, reason: "Another process holds the folder locked", path: folder)
                }
            }
            // Who held the lock before may have taken the folder away with it, and another one be in its place.
            if isStill(descriptor, at: folder) { return try body(true) }
        }
    }

    /// Whether the folder has not been taken away, or another made in its place, before the lock was had.
    private static func isStill(_ descriptor: Int32, at folder: String) -> Bool {
        var (own, found) = (stat(), stat())
        return fstat(descriptor, &own) == 0 && stat(folder, &found) == 0 && own.st_ino == found.st_ino
            && own.st_dev == found.st_dev
    }
}
