import Foundation

/// Reads keys from a terminal. To be asked when its descriptor is readable; then it waits for nothing but, for a
/// moment, the rest of an escape sequence.
@MainActor
public final class KeyReader {
    /// Where the bytes come from.
    public let fileDescriptor: Int32
    private let escapeDelay: Int32
    private var decoder = KeyDecoder()
    private var clicks = ClickCount()
    private var buffer = [UInt8](repeating: 0, count: 1 << 14)

    /// Reads from a descriptor, standard input unless told. A lone Escape counts after 25 ms, or after as many as the
    /// environment variable ESCDELAY says.
    public init(fileDescriptor: Int32 = STDIN_FILENO) {
        self.fileDescriptor = fileDescriptor
        let asked = getenv("ESCDELAY").flatMap { Int32(String(cString: $0)) }
        escapeDelay = min(max(asked ?? 25, 0), 10_000)
    }

    /// Whether more has come already, so that a picture drawn now would be out of date at once.
    public var hasMore: Bool {
        var waiting = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, 0) > 0
    }

    /// What came since the last time.
    public func read() -> [Input] {
        var inputs = readOnce()
        while decoder.isAmbiguous, inputs.last != .end {
            var waiting = pollfd(fd: fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, escapeDelay) > 0 else { return inputs + decoder.flush() }
            inputs += readOnce()
        }
        return inputs
    }

    private func readOnce() -> [Input] {
        let count = buffer.withUnsafeMutableBytes { Foundation.read(fileDescriptor, $0.baseAddress, $0.count) }
        if count > 0 {
            return decoder.decode(buffer[..<count]).map { input in
                if case .pointing(let pointing) = input { .pointing(clicks.counted(pointing)) } else { input }
            }
        }
        if count < 0 && (errno == EINTR || errno == EAGAIN) { return [] }
        return [.end]
    }
}
