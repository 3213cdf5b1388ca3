import Foundation
import SundryKit

/// The program from its arguments to its exit code.
enum Program {
    /// Runs the command that the arguments name; without one, the screen.
    static func run(_ line: [String]) -> Int32 {
        openStandardFiles()
        // Closed by its reader, as `head` does, output ends the program quietly, whatever the parent made of the signal.
        signal(SIGPIPE, SIG_DFL)
        do {
            let arguments = try Arguments(line)
            var session = try session(arguments)
            try session.command.run(&session)
            try session.writeOutput()
            if session.command.closesStore || session.hasLongLog { return 0 }
            // Taking everything apart would take longer than many a command. What was saved is in the store's log, on the
            // disk, where every other process finds it; copying it into the file itself waits for the disk three times
            // more, and is done while the log is long.
            withExtendedLifetime(session) { exit(0) }
        } catch let problem as Problem {
            Output.complain(problem.sentence)
            return problem.kind.rawValue
        } catch {
            // The errors of the screen are sentences already.
            let sentence = (error as? any LocalizedError)?.errorDescription
            Output.complain(sentence ?? Problem(reading: error).sentence)
            return Problem.Kind.failure.rawValue
        }
    }

    private static func session(_ arguments: Arguments) throws(Problem) -> Session {
        let name = arguments.words.first
        var words = Array(arguments.words.dropFirst())
        var command = try name.map { name throws(Problem) in try Command.named(name) } ?? .screen
        if arguments.options[.help] != nil {
            // `sundry add --help` is `sundry help add`.
            (command, words) = (.help, name.map { [$0] } ?? [])
        } else if arguments.options[.version] != nil, name == nil {
            command = .version
        } else {
            try command.check(arguments, words: words)
        }
        return Session(command, words: words, options: arguments.options)
    }

    /// A file opened where standard output is closed would receive the output. Written to, or read, these say that they are
    /// no place for that.
    private static func openStandardFiles() {
        for file in STDIN_FILENO...STDERR_FILENO where fcntl(file, F_GETFD) == -1 {
            _ = open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
