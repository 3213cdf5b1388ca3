import Foundation
import SundryKit

/// Text handed to a command: a file, or standard input where the name is `-`.
enum Input {
    /// All bytes of it.
    static func bytes(of name: String) throws(Problem) -> [UInt8] {
        if name == "-" { return try read(STDIN_FILENO, name: "standard input") }
        guard !name.isEmpty else {
            throw Problem("The name of the file is empty: name a file, or - for standard input.", kind: .usage)
        }
        let file = open(name, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw unreadable(name) }
        defer { close(file) }
        return try read(file, name: "“\(name)”")
    }

    /// What a journal calls the text.
    static func label(of name: String) -> String {
        name == "-" ? "standard input" : String(name.split(separator: "/").last ?? Substring(name))
    }

    private static func read(_ file: Int32, name: String) throws(Problem) -> [UInt8] {
        var bytes: [UInt8] = []
        var status = stat()
        // A byte more than the file has, so that its end is met without growing once more.
        let size = fstat(file, &status) == 0 ? Int(status.st_size) + 1 : 0
        var piece = [UInt8](repeating: 0, count: max(size, 1 << 16))
        while true {
            let count = piece.withUnsafeMutableBytes { Foundation.read(file, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            if count > 0 {
                bytes.append(contentsOf: piece[..<count])
            } else if errno != EINTR {
                throw unreadable(name)
            }
        }
    }

    private static func unreadable(_ name: String) -> Problem {
        let name = name.hasPrefix("“") || name == "standard input" ? name : "“\(name)”"
        let code = errno
        switch code {
        case EISDIR: return Problem("\(name) is a folder: name a file in it.")
        case ENOENT: return Problem("There is no file \(name): check its name, or give - for standard input.")
        case EACCES: return Problem("\(name) may not be read: change its permissions.")
        default: return Problem("\(name) could not be read: \(String(cString: strerror(code))).")
        }
    }
}
