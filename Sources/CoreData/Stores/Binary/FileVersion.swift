/// A file as it was at one time. It is held open: the number of a file that is gone is soon given to another.
final class FileVersion: Sendable {
    private let descriptor: Int32
    private let state: State?

    /// What tells one content of a file from another.
    private struct State: Equatable {
        let device: UInt64
        let inode: UInt64
        let size: Int
        let seconds: Int
        let nanoseconds: Int

        init(_ status: stat) {
            device = UInt64(status.st_dev)
            inode = UInt64(status.st_ino)
            size = Int(status.st_size)
            seconds = status.st_mtim.tv_sec
            nanoseconds = status.st_mtim.tv_nsec
        }
    }

    let isFile: Bool

    /// Takes over an open file.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var status = stat()
        let isKnown = fstat(descriptor, &status) == 0
        isFile = isKnown && status.st_mode & S_IFMT == S_IFREG
        state = isKnown ? State(status) : nil
    }

    /// nil where it cannot be opened.
    convenience init?(opening path: String) {
        // Without waiting for whoever writes, where the path is that of a pipe.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        self.init(descriptor)
    }

    deinit { close(descriptor) }

    /// nil where it cannot be read.
    func contents() -> Data? {
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        return try? file.readToEnd() ?? Data()
    }

    /// Whether it is at that path, as it was.
    func isStill(at path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && State(status) == state
    }
}
