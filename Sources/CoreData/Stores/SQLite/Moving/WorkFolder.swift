/// A folder beside a store in which a file is made for its place.
///
///     .NAME.PURPOSE/       | its lock (flock) is held by who makes a file for that place
///     .NAME.PURPOSE/work/  | where it is made; left behind by a process that was killed, and taken away by the next
struct WorkFolder {
    private let folder: URL

    /// - Parameter purpose: what its name ends in.
    init(beside path: String, for purpose: String) {
        let file = URL(fileURLWithPath: path)
        folder = file.deletingLastPathComponent().appendingPathComponent(".\(file.lastPathComponent).\(purpose)")
    }

    /// Runs `body` with an empty folder, while nobody else makes a file for the same place; then takes the folder away.
    func use<Result>(timeout: Double, _ body: (URL) throws -> Result) throws -> Result {
        try holdingLock(timeout) {
            let work = folder.appendingPathComponent("work")
            defer { try? FileManager.default.removeItem(at: work) }
            try Self.empty(work)
            return try body(work)
        }
    }

    /// Makes the folder anew.
    static func empty(_ work: URL) throws {
        try? FileManager.default.removeItem(at: work)
        try FileManager.default.createDirectory(
            at: work, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    private func holdingLock<Result>(_ timeout: Double, _ body: () throws -> Result) throws -> Result {
        for attempt in 0... {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let result = try FolderLock.hold(folder.path, timeout: timeout) { isHeld -> Result? in
                // Who held the lock before has taken the folder away with it; or the file system has no locks.
                guard isHeld || attempt > 5 else { return nil }
                defer { rmdir(folder.path) }
                return try body()
            }
            if let result { return result }
        }
        preconditionFailure("an endless loop has ended")
    }
}
