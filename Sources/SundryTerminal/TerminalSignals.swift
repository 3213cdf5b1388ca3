import Foundation
import SundryC

/// What the system tells the program that owns a terminal.
public enum TerminalSignal: Hashable, Sendable {
    /// The program is asked to end, by the signal of this number.
    case end(Int32)
    /// Another process asks for what Ctrl-Z does.
    case suspend
    /// The program goes on after it was stopped.
    case resume
    /// The window has another size.
    case resize
}

/// Signals in the order they came, through a pipe: a handler may do next to nothing, the event loop everything.
@MainActor
public struct TerminalSignals {
    /// Readable when a signal waits.
    public let fileDescriptor: Int32

    init() {
        fileDescriptor = sundry_signals_open()
    }

    /// The signals that wait.
    public func read() -> [TerminalSignal] {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = bytes.withUnsafeMutableBytes { Foundation.read(fileDescriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { return [] }
        return bytes[..<count].map { byte in
            switch Int32(byte) {
            case SIGTSTP: .suspend
            case SIGCONT: .resume
            case SIGWINCH: .resize
            case let number: .end(number)
            }
        }
    }

    /// Ends this process by a signal, so that the shell sees what ended it. The terminal must be stopped before.
    public static func endProcess(by number: Int32) {
        sundry_signals_end_by(number)
    }
}
