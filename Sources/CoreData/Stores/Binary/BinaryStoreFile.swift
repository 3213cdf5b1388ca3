import Synchronization

/// The file of a binary store. It is replaced as a whole: a reader finds the old content or the new one, and so does whoever
/// comes after a power cut.
final class BinaryStoreFile: Sendable {
    let path: String
    /// What the file was when it was read or written last; nil while there is none.
    private let known = Mutex<State?>(nil)

    init(path: String) { self.path = path }

    /// What tells one content of a file from another.
    private struct State: Equatable {
        let inode: UInt64
        let seconds: Int
        let nanoseconds: Int

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            inode = UInt64(status.st_ino)
            seconds = status.st_mtim.tv_sec
            nanoseconds = status.st_mtim.tv_nsec
        }
    }

    /// nil where there is no file.
    func read() throws -> BinaryStoreContent? {
        let state = State(path)
        guard state != nil else { return nil }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw error(CocoaError.Code.fileReadNoPermission.rawValue, "The file cannot be read")
        }
        guard let content = BinaryStoreContent(data) else {
            throw error(NSPersistentStoreInvalidTypeError, "The file is not a binary store")
        }
        known.withLock { $0 = state }
        return content
    }

    /// Refuses where somebody else has written the file since: their changes would be lost.
    func write(_ content: BinaryStoreContent) throws {
        let data = try content.data()
        try known.withLock { known in
            guard State(path) == known else {
                throw error(
                    NSPersistentStoreSaveError,
                    "The file was changed by another store since it was read; add the store again")
            }
            try replace(with: data)
            known = State(path)
        }
    }

    private func replace(with data: Data) throws {
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        let folder = path[..<slash].isEmpty ? "." : String(path[..<slash])
        let draft = folder + (folder.hasSuffix("/") ? "" : "/") + ".\(path[slash...]).\(UUID().uuidString)"
        var status = stat()
        // Readable by its owner alone, unless somebody has decided otherwise.
        let mode = stat(path, &status) == 0 ? status.st_mode & 0o777 : 0o600
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure() }
        var isWritten = Self.write(data, to: descriptor) && fsync(descriptor) == 0
        isWritten = close(descriptor) == 0 && isWritten
        guard isWritten, rename(draft, path) == 0 else {
            let failure = failure()
            unlink(draft)
            throw failure
        }
        // The new name is to outlive a power cut, too.
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if directory >= 0 {
            fsync(directory)
            close(directory)
        }
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

    private func failure() -> NSError {
        let code = errno
        return error(
            code == EACCES || code == EROFS
                ? CocoaError.Code.fileWriteNoPermission.rawValue : CocoaError.Code.fileWriteUnknown.rawValue,
            "The file cannot be written: \(String(cString: strerror(code)))")
    }

    private func error(_ code: Int, _ reason: String) -> NSError {
        StoreKinds.error(code, reason: reason, url: URL(fileURLWithPath: path))
    }
}
