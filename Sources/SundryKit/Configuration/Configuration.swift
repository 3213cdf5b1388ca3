import Foundation

/// The user's settings, from the file `$XDG_CONFIG_HOME/sundry/config`: a setting a line, `name = value`, `#` before a remark.
///
///     list = Groceries
///     date = %d.%m.%Y
///     color done = green strike
///     key tick = t, Ctrl-X
///
/// A line that makes no sense is told of with its number, and the rest holds.
public struct Configuration: Sendable {
    /// A line that makes no sense, and why.
    public struct Fault: Equatable, Sendable {
        /// Its number, from 1 on.
        public let line: Int
        /// Why.
        public let reason: String
        /// Both, in words: “line 3: there is no setting …”.
        public var words: String { line == 0 ? reason : "line \(line): \(reason)" }

        /// A fault of that line.
        public init(line: Int, reason: String) {
            self.line = line
            self.reason = reason
        }
    }

    /// The list that items go to where none is named, and that the screen begins with.
    public private(set) var list: String?
    /// The currency of a price that names none.
    public private(set) var currency = EntryCustoms(environment: ProcessInfo.processInfo.environment).currency
    /// How the screen shows moments, as strftime has it.
    public private(set) var date = DateText.minuteFormat
    /// The day that a week begins on, 0 for Monday.
    public private(set) var firstWeekday = 0
    /// Whether the screen takes the clicks of the mouse.
    public private(set) var usesMouse = true
    /// The looks of what is on the screen, each with the line that sets it.
    public private(set) var colors: [(line: Int, name: String, look: String)] = []
    /// The keys of actions, each with the line that sets them.
    public private(set) var keys: [(line: Int, action: String, keys: [String])] = []
    /// The lines that make no sense.
    public private(set) var faults: [Fault] = []
    /// Where each setting comes from, by its name: the number of its line.
    public private(set) var lines: [String: Int] = [:]

    /// The settings as they are without a file.
    public init() {}

    /// The settings of a text.
    public init(_ text: String) {
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = Title.trimmed(line)
            guard !line.isEmpty, line.first != "#" else { continue }
            do {
                try read(line, number: index + 1)
            } catch {
                faults.append(Fault(line: index + 1, reason: error.sentence))
            }
        }
    }

    /// The settings of the file there is; those without one where there is none.
    public init(at url: URL) {
        self.init()
        guard let data = FileManager.default.contents(atPath: url.path) else {
            if access(url.path, F_OK) == 0 { faults = [Fault(line: 0, reason: "the file may not be read")] }
            return
        }
        guard let text = String(data: data, encoding: .utf8) else {
            faults = [Fault(line: 0, reason: "the file is no text in UTF-8")]
            return
        }
        self = Configuration(text)
    }

    /// Where the file stands.
    public static func url(environment: [String: String] = ProcessInfo.processInfo.environment) -> URL {
        let own = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let folder = own ?? (environment["HOME"] ?? "/") + "/.config"
        return URL(fileURLWithPath: folder).appendingPathComponent("sundry/config")
    }

    private mutating func read(_ line: String, number: Int) throws(Problem) {
        guard let sign = line.firstIndex(of: "=") else {
            throw Problem("there is no “=” in it")
        }
        let name = Title.trimmed(line[..<sign])
        let value = Title.trimmed(line[line.index(after: sign)...])
        guard !value.isEmpty else { throw Problem("“\(name)” has no value") }
        if name.hasPrefix("key ") {
            let action = Title.trimmed(name.dropFirst(4))
            let sequences = value.split(separator: ",").map(Title.trimmed).filter { !$0.isEmpty }
            guard !sequences.isEmpty else { throw Problem("“\(name)” has no keys") }
            keys.removeAll { $0.action == action }
            keys.append((number, action, sequences))
            return
        }
        if name.hasPrefix("color ") {
            let part = Title.trimmed(name.dropFirst(6))
            colors.removeAll { $0.name == part }
            colors.append((number, part, value))
            return
        }
        switch name {
        case "list": list = value
        case "currency":
            let code = value.uppercased()
            guard code.count == 3, code.allSatisfy({ $0.isASCII && $0.isLetter }) else {
                throw Problem("a currency has three letters, as in EUR")
            }
            currency = code
        case "date":
            guard value.contains("%"), !DateText.local(Date(), format: value).isEmpty else {
                throw Problem("a date is written as in %Y-%m-%d %H:%M")
            }
            date = value
        case "mouse":
            guard let choice = Self.choices[Search.folded(value)] else { throw Problem("it is either yes or no") }
            usesMouse = choice
        case "first-weekday":
            guard let day = DayWords.weekday(Substring(Search.folded(value))) else {
                throw Problem("“\(value)” is no day of the week")
            }
            firstWeekday = day
        default:
            throw Problem(
                "there is no setting “\(name)”; there is \(Self.names.joined(separator: ", ")), color NAME and key ACTION"
            )
        }
        lines[name] = number
    }

    private static let names = ["list", "currency", "date", "first-weekday", "mouse"]
    private static let choices = ["yes": true, "on": true, "true": true, "no": false, "off": false, "false": false]

    /// The settings in force, but for keys: name, value, and the line that says so.
    public var rows: [(name: String, value: String, line: Int?)] {
        [
            ("list", list ?? "(the first)", lines["list"]), ("currency", currency, lines["currency"]),
            ("date", date, lines["date"]), ("first-weekday", DayWords.short[firstWeekday], lines["first-weekday"]),
            ("mouse", usesMouse ? "yes" : "no", lines["mouse"]),
        ]
    }
}
