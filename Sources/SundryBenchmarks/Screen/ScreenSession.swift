import Foundation

/// The application on its full screen, in a terminal of 100 × 30.
struct ScreenSession {
    let terminal: PseudoTerminal
    let store: URL
    private var keyTimes: [Duration] = []

    /// Starts it on a store. Give it back with `close()`.
    init(_ store: URL, _ stores: ScreenStores) throws {
        self.store = store
        terminal = try PseudoTerminal(
            ScreenStores.program, ["--store", store.path], environment: stores.environment)
    }

    static func run<Result>(
        _ store: URL, _ stores: ScreenStores, _ body: (inout ScreenSession) throws -> Result
    ) throws -> Result {
        var session = try ScreenSession(store, stores)
        defer { session.terminal.close() }
        return try body(&session)
    }

    private static let lastRow = 28

    /// Waits until each row of the screen has an item; gives back how long that took from the start on.
    @discardableResult
    func waitForItems() throws -> Duration {
        try terminal.wait(for: "a screen of items") { image in
            image.line(Self.lastRow).contains("[ ]") && image.line(29).contains("help")
        } - terminal.start
    }

    /// Waits until all is read.
    func waitForAll() throws {
        try terminal.wait(for: "the end of reading") { $0.line(0).contains(" open") && !$0.line(0).contains("reading") }
        terminal.settle()
    }

    /// Sends keys and waits until the screen is as wanted; the time is noted.
    @discardableResult
    mutating func press(_ keys: String, _ what: String, until isDone: (ScreenImage) -> Bool) throws -> Duration {
        let start = ContinuousClock.now
        terminal.send(keys)
        let time = try terminal.wait(for: what, until: isDone) - start
        keyTimes.append(time)
        // What was waited for may have come before the rest of the picture, and the cursor comes last.
        terminal.settle(.milliseconds(5))
        return time
    }

    /// The row of the cursor, once it stands on its item: while a picture is painted it is elsewhere.
    private func cursorRow() throws -> Int {
        try terminal.wait(for: "the cursor on its item") { $0.line($0.row).contains("> [") }
        return terminal.image.row
    }

    /// One key down and one up.
    mutating func moveOnce() throws {
        let row = try cursorRow()
        try press("j", "the cursor one row down") { $0.row == row + 1 }
        try press("k", "the cursor one row up") { $0.row == row }
    }

    /// All that one does often, each key timed: movement, marks, ticks, the editor and a letter in it.
    mutating func work() throws {
        try look()
        let row = try cursorRow()
        let title = String(terminal.image.line(row).suffix(60))
        try press("x", "another item under the cursor") {
            $0.line(row).suffix(60) != title && $0.row == row && $0.line(29).contains("help")
        }
    }

    /// The same without an edit.
    mutating func look() throws {
        for _ in 0..<4 { try moveOnce() }
        let row = try cursorRow()
        try press(" ", "a mark, and the cursor one row down") { $0.row == row + 1 && $0.line(0).contains("1 marked") }
        terminal.send("\u{1b}")
        try terminal.wait(for: "no marks") { !$0.line(0).contains("marked") }
        try press("k", "the cursor one row up") { $0.row == row }
        try press("\r", "the editor") { $0.line(29).hasPrefix("Title: ") }
        let line = terminal.image.line(29)
        try press("z", "a letter") { $0.line(29) == line + "z" }
        terminal.send("\u{1b}")
        try terminal.wait(for: "the end of the editor") { !$0.line(29).hasPrefix("Title: ") }
    }

    /// The time that one of a hundred keys takes longer than.
    var slowKey: Duration {
        let sorted = keyTimes.sorted()
        return sorted.isEmpty ? .zero : sorted[min(sorted.count - 1, sorted.count * 99 / 100)]
    }

    /// The most memory it had, in bytes.
    func peakMemory() throws -> Double {
        let status = try String(contentsOfFile: "/proc/\(terminal.process)/status", encoding: .utf8)
        return (Self.number(after: "VmHWM:", in: status) ?? .nan) * 1024
    }

    /// How often its threads have been woken.
    func wakeUps() throws -> Double {
        let folder = "/proc/\(terminal.process)/task"
        return try FileManager.default.contentsOfDirectory(atPath: folder).reduce(0) { sum, thread in
            let status = try String(contentsOfFile: "\(folder)/\(thread)/status", encoding: .utf8)
            return sum + (Self.number(after: "\nvoluntary_ctxt_switches:", in: status) ?? 0)
        }
    }

    private static func number(after name: String, in text: String) -> Double? {
        text.range(of: name).flatMap { range in
            Double(text[range.upperBound...].drop { $0 == " " || $0 == "\t" }.prefix { $0.isNumber })
        }
    }
}

extension Duration {
    var nanoseconds: Double { Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9 }
}
