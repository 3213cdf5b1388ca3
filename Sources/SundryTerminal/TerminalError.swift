import Foundation

/// Why there is no full screen.
public enum TerminalError: Error, Hashable, Sendable {
    /// Standard input or output is a file or a pipe.
    case notATerminal
    /// The terminal cannot place its cursor, by what terminfo says.
    case tooSimple(type: String)
    /// Terminfo does not know the type.
    case unknownType(type: String)
    /// The environment names no type.
    case noType
    /// ncurses did not start.
    case startFailed
}

extension TerminalError: LocalizedError, CustomStringConvertible {
    /// One sentence on what is wrong and what to do.
    public var errorDescription: String? { description }

    /// The same.
    public var description: String {
        let instead = "use “sundry add TEXT”, “sundry list” or “sundry import FILE” instead."
        switch self {
        case .notATerminal:
            return "The full screen needs a terminal on standard input and output; \(instead)"
        case .tooSimple(let type):
            return "A terminal of type “\(type)” cannot show the full screen; \(instead)"
        case .unknownType(let type):
            return "The terminal type “\(type)” (TERM) is not known here; set TERM to one that is, or \(instead)"
        case .noType:
            return "TERM is not set, so the kind of terminal is not known; set TERM, or \(instead)"
        case .startFailed:
            return "The terminal could not be switched to the full screen; \(instead)"
        }
    }
}
