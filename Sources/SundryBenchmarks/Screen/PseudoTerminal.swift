import Foundation

/// A program in a terminal of our own: what it writes is read and drawn here, and keys are sent to it.
final class PseudoTerminal {
    /// What was waited for in vain, and what the screen showed.
    struct TimedOut: Error, CustomStringConvertible {
        let what: String
        let lines: [String]
        var description: String {
            "waited in vain for \(what); the screen showed:\n\(lines.joined(separator: "\n"))"
        }
    }

    typealias Instant = ContinuousClock.Instant

    private(set) var image: ScreenImage
    /// How many bytes the program has written.
    private(set) var byteCount = 0
    /// When it was started.
    let start: Instant
    let process: pid_t
    private let master: Int32
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    /// Starts a program, all of whose standard files are the terminal.
    init(_ program: URL, _ arguments: [String], environment: [String: String], width: Int = 100, height: Int = 30)
        throws
    {
        image = ScreenImage(width: width, height: height)
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var (unlocked, number): (Int32, Int32) = (0, 0)
        // TIOCSPTLCK and TIOCGPTN: what unlockpt and ptsname do, which glibc shows to X/Open sources only.
        guard master >= 0, ioctl(master, 0x4004_5431, &unlocked) == 0, ioctl(master, 0x8004_5430, &number) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        var size = winsize(ws_row: UInt16(height), ws_col: UInt16(width), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
        _ = fcntl(master, F_SETFD, FD_CLOEXEC)
        let tty = "/dev/pts/\(number)"
        start = .now
        // The first terminal that the leader of a session opens is its own.
        process = try Child.spawn(program, arguments, environment: environment, input: tty, output: tty)
    }

    /// Ends the program and waits for it.
    func close() {
        kill(process, SIGKILL)
        Child.wait(for: process)
        Foundation.close(master)
    }

    func send(_ keys: String) {
        var bytes = Array(keys.utf8)[...]
        while !bytes.isEmpty {
            let written = bytes.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
            guard written > 0 else { return }
            bytes = bytes.dropFirst(written)
        }
    }

    /// Reads until the screen is as wanted. Gives back when the last of it came.
    @discardableResult
    func wait(for what: String, patience: Duration = .seconds(60), until isDone: (ScreenImage) -> Bool) throws
        -> Instant
    {
        let deadline = Instant.now + patience
        var last = Instant.now
        while !isDone(image) {
            guard let time = read(until: deadline) else { throw TimedOut(what: what, lines: image.lines) }
            last = time
        }
        return last
    }

    /// Reads what comes until nothing has for so long.
    func settle(_ quiet: Duration = .milliseconds(300)) {
        while read(until: .now + quiet) != nil {}
    }

    /// Reads what comes in so long.
    func read(for span: Duration) {
        let deadline = Instant.now + span
        while read(until: deadline) != nil {}
    }

    /// Reads one piece; nil where none comes in time, or no more ever.
    private func read(until deadline: Instant) -> Instant? {
        let rest = deadline - .now
        var waiting = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        let milliseconds = rest.components.seconds * 1000 + rest.components.attoseconds / 1_000_000_000_000_000
        guard rest > .zero, poll(&waiting, 1, Int32(max(1, milliseconds))) > 0 else { return nil }
        let count = buffer.withUnsafeMutableBytes { Foundation.read(master, $0.baseAddress, $0.count) }
        guard count > 0 else { return nil }
        let time = Instant.now
        byteCount += count
        image.feed(buffer[..<count])
        return time
    }
}

/// Child processes, as leaders of sessions of their own.
enum Child {
    /// POSIX_SPAWN_SETSID, which glibc shows to GNU sources only.
    private static let startsSession: Int16 = 0x80

    static func spawn(
        _ program: URL, _ arguments: [String], environment: [String: String], input: String = "/dev/null",
        output: String = "/dev/null"
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDWR, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawnattr_setflags(&attributes, startsSession)
        let words = ([program.path] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var child = pid_t()
        let code = posix_spawn(&child, program.path, &actions, &attributes, words, variables)
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
        return child
    }

    /// Waits for the end; gives back the exit code, or the signal negated.
    @discardableResult
    static func wait(for child: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(child, &status, 0) == -1 && errno == EINTR {}
        return status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f)
    }

    /// Whether it has ended, without waiting.
    static func hasEnded(_ child: pid_t) -> Bool { waitpid(child, nil, WNOHANG) != 0 }
}
