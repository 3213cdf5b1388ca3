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

    /// Makes a file of that name, or replaces what is in it.
    static func write(_ bytes: [UInt8], toFile name: String) throws(Problem) {
        let file = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
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
