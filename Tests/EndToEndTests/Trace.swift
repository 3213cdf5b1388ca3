import Foundation

/// What a program asks the kernel for, written down by strace.
struct Trace {
    let file: URL

    init(home: Home) { file = home.folder.appendingPathComponent("trace-\(UUID().uuidString)") }

    /// Containers may forbid tracing.
    static let isAllowed: Bool = {
        (try? Program.run("/usr/bin/strace", ["-o", "/dev/null", "/bin/true"], environment: [:]))?.status == 0
    }()

    /// The command that runs the program under trace, for a terminal.
    func command(_ program: String, calls: String? = nil) -> String {
        "clear; strace -f -qq \(calls.map { "-e trace=\($0) " } ?? "")-o '\(file.path)' \(program)"
    }

    var lines: [String] {
        get throws {
            String(decoding: try Data(contentsOf: file), as: UTF8.self).split(separator: "\n").map(String.init)
        }
    }

    /// Waits for so many seconds in which the program asks for nothing; false when it never was that quiet.
    func isSilent(for seconds: TimeInterval) throws -> Bool {
        let deadline = Date(timeIntervalSinceNow: seconds + Terminal.patience)
        var size = try lines.count
        var since = Date()
        while Date() < deadline {
            if Date().timeIntervalSince(since) >= seconds { return true }
            usleep(100_000)
            let now = try lines.count
            if now != size { (size, since) = (now, Date()) }
        }
        return false
    }
}
