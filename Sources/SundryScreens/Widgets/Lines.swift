import SundryTerminal

/// Text in lines.
enum Lines {
    /// A text broken between words into lines of so many columns; a longer word is left to be cut.
    static func broken(_ text: String, to width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, displayWidth(line) + 1 + displayWidth(String(word)) > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " \(word)"
        }
        return line.isEmpty ? lines : lines + [line]
    }
}
