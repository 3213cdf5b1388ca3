import Synchronization

/// The file of a binary store. It is replaced as a whole: a reader finds the old content or the new one, and so does whoever
/// comes after a power cut.
final class BinaryStoreFile: Sendable {
    /// Where the file itself is: of a link, what it leads to.
    let path: String
    /// The file that was read or written last; nil while there is none.
    private let known = Mutex<FileVersion?>(nil)

    init(path: String) {
        guard let resolved = realpath(path, nil) else {
            self.path = path
            return
        }
        defer { free(resolved) }
        self.path = String(cString: resolved)
    }

    var exists: Bool {
        var status = stat()
        return stat(path, &status) == 0
    }

    /// nil where there is no file.
    func read() throws -> BinaryStoreContent? {
        guard let version = try version() else { return nil }
        guard let content = BinaryStoreContent(try bytes(of: version)) else { throw notAStore }
        known.withLock { $0 = version }
        return content
    }

    /// Refuses where somebody else has written the file since: their changes would be lost.
    func write(_ content: BinaryStoreContent) throws {
        guard try writeIfUnchanged(content) else {
            throw error(
                NSPersistentStoreSaveError,
                "The file was changed by another store since it was read; add the store again")
        }
    }

    /// Answers whether nobody else has written the file since it was read; what they have written stays.
    func writeIfUnchanged(_ content: BinaryStoreContent) throws -> Bool {
        let data = try content.data()
        return try known.withLock { known in
            let former = known
            // Asked before anything is written, too: it nearly always tells then.
            guard isLast(former), let written = try replace(with: data, if: { isLast(former) }) else { return false }
            known = written
            return true
        }
    }

    /// Writes over whatever is there.
    func overwrite(with content: BinaryStoreContent) throws {
        let data = try content.data()
        try known.withLock { known in known = try replace(with: data) { true } }
    }

    /// Takes the file away.
    func remove() throws {
        try holdingFolder { if unlink(path) != 0 { throw failure() } }
        syncFolder()
    }

    /// Throws where the file is something else than a store, or what is left of one: that is somebody else's.
    func requireNothingForeign() throws {
        guard let version = try version() else { return }
        let data = try bytes(of: version)
        if BinaryStoreContent(data) == nil && !BinaryStoreContent.isDamaged(data) { throw notAStore }
    }

    // MARK: The file

    private func version() throws -> FileVersion? {
        guard exists else { return nil }
        guard let version = FileVersion(opening: path) else {
            throw error(CocoaError.Code.fileReadNoPermission.rawValue, "The file cannot be read")
        }
        // A device or a folder.
        guard version.isFile else { throw notAStore }
        return version
    }

    private func bytes(of version: FileVersion) throws -> Data {
        guard let data = version.contents() else {
            throw error(CocoaError.Code.fileReadUnknown.rawValue, "The file cannot be read")
        }
        return data
    }

    /// Whether the file is the one that was read or written last.
    private func isLast(_ known: FileVersion?) -> Bool { known.map { $0.isStill(at: path) } ?? !exists }

    /// - Returns: What was written; nil where it was not wanted.
    private func replace(with data: Data, if isWanted: () -> Bool) throws -> FileVersion? {
        let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
        let draft = folder + (folder.hasSuffix("/") ? "" : "/") + ".\(name).\(UUID().uuidString)"
        var status = stat()
        // Readable by its owner alone, unless somebody has decided otherwise.
        let mode = stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o600
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure() }
        var isRenamed = false
        defer { if !isRenamed { unlink(draft) } }
        guard Self.write(data, to: descriptor), fsync(descriptor) == 0 else {
            let failure = failure()
            close(descriptor)
            throw failure
        }
        let version = FileVersion(descriptor)
        try holdingFolder {
            guard isWanted() else { return }
            guard rename(draft, path) == 0 else { throw failure() }
            isRenamed = true
        }
        guard isRenamed else { return nil }
        syncFolder()
        return version
    }

    private static func write(_ data: Data, to descriptor: Int32) -> Bool {
        data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return true
        }
    }

    // MARK: Its folder

    private var folder: String {
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        return path[..<slash].isEmpty ? "." : String(path[..<slash])
    }

    /// Runs `body` while nobody else puts a file in the place of another here: between a look at the file and what is then done
    /// to it another store would save.
    private func holdingFolder(_ body: () throws -> Void) throws {
        try FolderLock.hold(folder, timeout: StoreOptions(nil).timeout) { _ in try body() }
    }

    /// What has been done to names is to outlive a power cut, too.
    private func syncFolder() {
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return }
        fsync(directory)
        close(directory)
    }

    // MARK: Errors

    /// Throws where the file, or its place, may not be written.
    func requireWritable() throws {
        guard access(folder, W_OK | X_OK) == 0, !exists || access(path, W_OK) == 0 else { throw failure() }
    }

    private func failure() -> NSError {
        let code = errno
        let meaning: CocoaError.Code =
            switch code {
            case EACCES, EPERM, EROFS: .fileWriteNoPermission
            case ENOSPC, EDQUOT: .fileWriteOutOfSpace
            default: .fileWriteUnknown
            }
        return error(
            meaning.rawValue,
            "The file cannot be written: \(String(cString: strerror(code)))")
    }

    var isMissing: NSError { error(CocoaError.Code.fileReadNoSuchFile.rawValue, "There is no such file") }

    private var notAStore: NSError { error(NSPersistentStoreInvalidTypeError, "The file is not a binary store") }

    private func error(_ code: Int, _ reason: String) -> NSError {
        StoreKinds.error(code, reason: reason, url: URL(fileURLWithPath: path))
    }
}
