import Foundation
import SundryKit

/// Standard output, collected and written in large pieces.
struct Output {
    private var bytes: [UInt8] = []
    private static let size = 1 << 16

    mutating func line(_ text: String) throws(Problem) {
        bytes.append(contentsOf: text.utf8)
        bytes.append(0x0A)
        if bytes.count >= Self.size { try flush() }
    }

    mutating func write(_ more: [UInt8]) throws(Problem) {
        bytes.append(contentsOf: more)
        if bytes.count >= Self.size { try flush() }
    }

    mutating func flush() throws(Problem) {
        defer { bytes.removeAll(keepingCapacity: true) }
        try Self.write(bytes, to: STDOUT_FILENO)
    }

    /// One sentence on standard error.
    static func complain(_ sentence: String) {
        // There is no further place to tell that standard error is closed.
        try? write(Array("sundry: \(VisibleText.escaped(sentence))\n".utf8), to: STDERR_FILENO)
    }

    /// A further line on standard error.
    static func remark(_ text: String) {
        try? write(Array("\(VisibleText.escaped(text))\n".utf8), to: STDERR_FILENO)
    }

    /// Makes a file of that name, or takes the place of the one there is, once it is whole: what was there is not lost to a full
    /// disk. The files of `kept` are not written over, by whatever name.
    static func write(_ bytes: [UInt8], toFile name: String, besides kept: [String]) throws(Problem) {
        var former = stat()
        let isThere = stat(name, &former) == 0
        for path in kept where isThere {
            var own = stat()
            guard stat(path, &own) != 0 || own.st_ino != former.st_ino || own.st_dev != former.st_dev else {
                throw Problem("“\(name)” is a file of the store itself: name another one.", kind: .usage)
            }
        }
        // A terminal or a pipe is written as it is.
        guard !isThere || former.st_mode & S_IFMT == S_IFREG else { return try write(bytes, into: name, O_WRONLY) }
        // A link stays one.
        let path = isThere ? URL(fileURLWithPath: name).resolvingSymlinksInPath().path : name
        let part = "\(path).\(getpid()).part"
        let mode = isThere ? former.st_mode & 0o777 : 0o644
        do {
            try write(bytes, into: part, O_WRONLY | O_CREAT | O_EXCL, mode)
        } catch {
            // A file may be written in a folder that may not.
            guard isThere, errno == EACCES, access(part, F_OK) != 0 else {
                unlink(part)
                throw error
            }
            return try write(bytes, into: name, O_WRONLY | O_TRUNC)
        }
        guard rename(part, path) == 0 else {
            let reason = String(cString: strerror(errno))
            unlink(part)
            throw Problem("“\(name)” could not be written: \(reason).")
        }
    }

    private static func write(
        _ bytes: [UInt8], into name: String, _ flags: CInt, _ mode: mode_t = 0o644
    ) throws(Problem) {
        let file = open(name, flags | O_CLOEXEC, mode)
        guard file >= 0 else {
            throw Problem("“\(name)” could not be written: \(String(cString: strerror(errno))).")
        }
        defer { close(file) }
        try write(bytes, to: file)
    }

    private static func write(_ bytes: [UInt8], to file: Int32) throws(Problem) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR && errno != EAGAIN {
                throw Problem("The output could not be written: \(String(cString: strerror(errno))).")
            }
        }
    }
}
