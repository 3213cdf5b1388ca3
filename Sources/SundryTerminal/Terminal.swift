import Foundation
import SundryC

/// The terminal while the full screen is on. There is one at a time; ncurses is called from here alone.
@MainActor
public final class Terminal {
    /// The signals that concern the terminal.
    public let signals: TerminalSignals
    /// The extent of the window as it was last measured.
    public private(set) var size: Size
    /// Something the user should be told once; nil if all is as asked.
    public let notice: String?
    var shown: Surface?
    var palette: Palette
    private var isOn = true

    /// Switches to the full screen, or throws a `TerminalError` and leaves everything as it is. Without `mouse` the mouse is
    /// the terminal's own.
    public init(mouse: Bool = true, theme: Theme = Theme()) throws {
        try Terminal.check()
        notice = Terminal.notice(for: TextLocale.outcome)
        // Before ncurses starts, which leaves alone the signals that have a handler.
        signals = TerminalSignals()
        sundry_stderr_hold()
        guard sundry_screen_open(mouse) else {
            sundry_signals_close()
            sundry_stderr_release()
            throw TerminalError.startFailed
        }
        palette = Palette(theme, wantsColors: getenv("NO_COLOR").map { $0.pointee == 0 } ?? true)
        size = Size(width: 1, height: 1)
        measure()
    }

    /// Gives the terminal back as it was. Further calls do nothing.
    public func stop() {
        guard isOn else { return }
        isOn = false
        sundry_screen_close()
        sundry_signals_close()
        sundry_stderr_release()
    }

    /// Stops the program as Ctrl-Z does elsewhere, and returns when it goes on.
    public func suspend() {
        guard isOn else { return }
        sundry_screen_suspend()
        sundry_signals_stop_here()
        comeBack()
    }

    /// Takes the terminal anew, after the program was stopped by a signal that cannot be caught.
    public func resume() {
        guard isOn else { return }
        sundry_screen_suspend()
        comeBack()
    }

    /// Asks for the size of the window; the next picture is painted from scratch.
    public func measure() {
        var (width, height): (Int32, Int32) = (0, 0)
        sundry_screen_measure(&height, &width)
        sundry_screen_resize(height, width)
        size = Size(width: Int(width), height: Int(height))
        shown = nil
    }

    /// The next picture is painted from scratch, for something else wrote on the screen.
    public func repaint() {
        sundry_screen_repaint()
        shown = nil
    }

    private func comeBack() {
        sundry_screen_resume()
        measure()
    }

    /// Throws a `TerminalError` where there is no terminal for a full screen; changes nothing.
    public static func check() throws {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw TerminalError.notATerminal }
        guard let type = getenv("TERM").map({ String(cString: $0) }), !type.isEmpty else { throw TerminalError.noType }
        switch sundry_terminal_check(STDOUT_FILENO) {
        case 1: return
        case 0 where ["dumb", "unknown"].contains(type): throw TerminalError.tooSimple(type: type)
        default: throw TerminalError.unknownType(type: type)
        }
    }

    private static func notice(for outcome: TextLocale.Outcome) -> String? {
        switch outcome {
        case .asAsked: nil
        case .replaced(let name): "The locale “\(name)” is not installed or not of UTF-8; UTF-8 is used."
        case .missing: "No UTF-8 locale is installed; letters beyond ASCII may not line up."
        }
    }
}
