import Foundation

/// A file system in memory of one megabyte.
final class SmallDisk {
    let url: URL
    private var filler: URL { url.appendingPathComponent("filler") }

    /// Whether this process may mount one.
    static let isAllowed = (try? SmallDisk()) != nil

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("SmallDisk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        guard mount("tmpfs", url.path, "tmpfs", 0, "size=1m") == 0 else {
            let code = errno
            rmdir(url.path)
            throw NSError(domain: NSPOSIXErrorDomain, code: Int(code))
        }
    }

    deinit {
        umount2(url.path, Int32(MNT_DETACH))
        rmdir(url.path)
    }

    /// Leaves no room for anything but that many bytes.
    func fill(besides room: Int = 0) {
        let descriptor = open(filler.path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        let bytes = [UInt8](repeating: 7, count: 4096)
        while write(descriptor, bytes, bytes.count) > 0 {}
        ftruncate(descriptor, max(0, lseek(descriptor, 0, SEEK_END) - room))
    }

    func makeRoom() { unlink(filler.path) }
}
