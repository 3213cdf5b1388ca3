import Foundation
import Testing

/// A terminal with a shell in it: a tmux server of its own, so that tests neither see each other nor the user's sessions.
final class Terminal {
    /// What a terminal was waited for in vain, and what it showed instead.
    struct TimedOut: Error, CustomStringConvertible {
        let what: String
        let screen: String

        var description: String { "waited in vain for \(what); the screen showed:\n\(screen)" }
    }

    /// Long enough for a machine that does other things as well; nothing here measures time.
    static let patience: TimeInterval = 30

    private let socket = "sundry-\(UUID().uuidString)"
    private let home: Home
    private static let prompt = "ready>"

    /// Opens a terminal of that size, in which an interactive shell waits for a command.
    init(home: Home, width: Int = 80, height: Int = 24) throws {
        self.home = home
        let configuration = try home.write(
            "set -g status off\nset -s escape-time 0\nset -g default-terminal tmux-256color\n",
            to: "tmux.conf")
        let shell = try home.write("PS1='\(Self.prompt) '\nunset HISTFILE\n", to: "shellrc")
        try tmux(
            ["-f", configuration.path, "new-session", "-d", "-x", "\(width)", "-y", "\(height)"]
                + ["exec bash --noprofile --rcfile '\(shell.path)' -i"])
        try wait(for: Self.prompt)
    }

    deinit { _ = try? tmux(["kill-server"]) }

    // MARK: Keys in

    /// Presses keys by tmux's names: `Enter`, `Escape`, `C-z`, `Up`, or a single character.
    func press(_ keys: String...) throws { try tmux(["send-keys"] + keys) }

    /// Types text as it stands.
    func type(_ text: String) throws { try tmux(["send-keys", "-l", "--", text]) }

    /// Pastes text as a terminal does, in brackets when the program has asked for them.
    func paste(_ text: String) throws {
        try tmux(["set-buffer", "--", text])
        try tmux(["paste-buffer", "-p"])
    }

    /// Types a command and presses Enter.
    func run(_ command: String) throws {
        try type(command)
        try press("Enter")
    }

    /// Starts the program under test in this terminal.
    func startSundry(_ arguments: String = "") throws { try run("clear; '\(Program.sundry)' \(arguments)") }

    /// Sends bytes as a terminal does that tells what the mouse did.
    func send(_ bytes: String) throws {
        try tmux(["send-keys", "-H"] + bytes.utf8.map { String($0, radix: 16) })
    }

    /// Comes back once the program can know of it: tmux gathers changes of size for a moment, in which what is written is meant for
    /// the size before.
    func resize(width: Int, height: Int) throws {
        try tmux(["resize-window", "-x", "\(width)", "-y", "\(height)"])
        let device = try state("#{pane_tty}")
        let size = try state("#{pane_height} #{pane_width}")
        try wait("the size \(size)") { _ in
            try Program.run("/usr/bin/stty", ["-F", device, "size"], environment: home.environment).output.hasPrefix(
                "\(size)\n")
        }
    }

    // MARK: Text out

    /// The lines on the screen, without the blanks at their ends.
    func lines() throws -> [String] {
        try tmux(["capture-pane", "-p"]).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The lines with the sequences that set attributes and colours.
    func styledLines() throws -> [String] {
        try tmux(["capture-pane", "-e", "-p"]).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    func screen() throws -> String { try lines().joined(separator: "\n") }

    /// A format of tmux about the pane, such as `#{alternate_on}`.
    func state(_ format: String) throws -> String {
        try tmux(["display-message", "-p", format]).trimmingCharacters(in: .newlines)
    }

    /// The modes a program may have changed: alternate screen, cursor shown, mouse, keypad.
    func modes() throws -> String {
        try state(
            "#{alternate_on} #{cursor_flag} #{mouse_standard_flag} #{mouse_sgr_flag} #{mouse_any_flag} #{keypad_flag} #{keypad_cursor_flag} #{wrap_flag}"
        )
    }

    /// The process that holds the foreground of the terminal.
    func foregroundProcess() throws -> Int32? {
        let shell = try state("#{pane_pid}")
        let stat = try String(contentsOfFile: "/proc/\(shell)/stat", encoding: .utf8)
        // Fields after the name in brackets: state, parent, group, session, terminal, foreground group.
        guard let close = stat.lastIndex(of: ")") else { return nil }
        let fields = stat[stat.index(after: close)...].split(separator: " ")
        return fields.count > 5 ? Int32(fields[5]) : nil
    }

    // MARK: Waiting

    @discardableResult
    func wait(for text: String) throws -> String { try wait("“\(text)”") { $0.contains(text) } }

    /// Waits until the program has taken the screen and drawn it.
    func waitForScreen() throws {
        try wait("the full screen") { screen in
            try state("#{alternate_on}") == "1" && screen.contains { !$0.isWhitespace }
        }
    }

    /// Waits until the shell has the terminal again.
    func waitForShell() throws {
        let shell = Int32(try state("#{pane_pid}"))
        try wait("the shell") { _ in try foregroundProcess() == shell }
        try waitForPrompt()
    }

    /// Waits until the shell asks for the next command.
    func waitForPrompt() throws {
        try wait("the shell's prompt") { screen in
            screen.split(separator: "\n").last { !$0.allSatisfy(\.isWhitespace) }?.hasPrefix(Self.prompt) == true
        }
    }

    /// Looks at the screen until it is as wanted.
    @discardableResult
    func wait(_ what: String, until isDone: (String) throws -> Bool) throws -> String {
        let deadline = Date(timeIntervalSinceNow: Self.patience)
        var screen = ""
        repeat {
            screen = try self.screen()
            if try isDone(screen) { return screen }
            // A breath between two looks, so that looking does not take the processor from the program.
            usleep(5_000)
        } while Date() < deadline
        throw TimedOut(what: what, screen: screen)
    }

    @discardableResult
    private func tmux(_ arguments: [String]) throws -> String {
        let result = try Program.run("/usr/bin/tmux", ["-u", "-L", socket] + arguments, environment: home.environment)
        guard result.status == 0 else { throw Refused(command: arguments, errors: result.errors) }
        return result.output
    }

    private struct Refused: Error {
        let command: [String]
        let errors: String
    }
}
