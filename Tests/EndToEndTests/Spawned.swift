import Foundation

/// A child process, as leader of a session of its own.
///
/// Foundation's `Process` waits until every copy of a socket that it hands to its child is closed, so that a child which
/// leaves a server behind, as tmux does, is waited for until that server ends.
struct Spawned {
    /// A program that could not be started.
    struct NotStarted: Error {
        let path: String
        let code: Int32
    }

    let process: pid_t

    /// Starts a program with its three streams on files.
    init(
        _ path: String, _ arguments: [String], environment: [String: String], input: String = "/dev/null",
        output: String = "/dev/null", errors: String = "/dev/null"
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // What the test runner blocks or ignores is no concern of the program.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | Int16(Self.startsSession))
        var child = pid_t()
        let code = Self.withCStrings([path] + arguments) { arguments in
            Self.withCStrings(environment.map { "\($0)=\($1)" }) { environment in
                posix_spawn(&child, path, &actions, &attributes, arguments, environment)
            }
        }
        guard code == 0 else { throw NotStarted(path: path, code: code) }
        process = child
    }

    /// Waits for the end: the exit code, or the signal negated.
    @discardableResult
    func wait() -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1 && errno == EINTR {}
        return status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f)
    }

    /// Kills the process and all that it has started, and waits.
    func killSession() {
        kill(-process, SIGKILL)
        wait()
    }

    /// POSIX_SPAWN_SETSID, which glibc shows to GNU sources only.
    private static let startsSession: Int32 = 0x80

    private static func withCStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }
}
