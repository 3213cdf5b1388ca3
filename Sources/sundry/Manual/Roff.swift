/// A text in the language of man(7).
struct Roff {
    private(set) var text = ""

    /// A line as it stands.
    mutating func request(_ line: String) { text += line + "\n" }

    mutating func section(_ title: String, _ words: String? = nil) {
        request(".SH \(title.uppercased())")
        if let words { line(words) }
    }

    mutating func subsection(_ title: String) { request(".SS \(Self.escaped(title))") }

    mutating func synopsis(_ usages: [String]) {
        for (index, usage) in usages.enumerated() {
            if index > 0 { request(".br") }
            request(".B \(Self.escaped(usage))")
        }
    }

    /// What is explained, and the explanation below it.
    mutating func item(_ term: some StringProtocol, _ words: some StringProtocol) {
        request(".TP")
        request(".B \(Self.escaped(term))")
        line(words)
    }

    /// A further paragraph of an explanation.
    mutating func paragraph(_ words: some StringProtocol, asItStands: Bool) {
        request(".IP")
        if asItStands { request(".nf") }
        for part in words.split(separator: "\n") { line(part) }
        if asItStands { request(".fi") }
    }

    private mutating func line(_ words: some StringProtocol) {
        for part in words.split(separator: "\n") { text += Self.escaped(part) + "\n" }
    }

    /// Text in which nothing is a request: in ASCII, which every roff reads whatever the locale.
    private static func escaped(_ words: some StringProtocol) -> String {
        var escaped = words.first == "." || words.first == "'" ? "\\&" : ""
        for scalar in words.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\e"
            // Unescaped, these become signs that look alike and cannot be pasted into a shell.
            case "-": escaped += "\\-"
            case "'": escaped += "\\(aq"
            case "`": escaped += "\\(ga"
            case "^": escaped += "\\(ha"
            case "~": escaped += "\\(ti"
            case "\"": escaped += "\\(dq"
            case _ where scalar.isASCII: escaped.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                escaped += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
            }
        }
        return escaped
    }
}
