/// A line of a shell as far as it is typed, taken apart as the shell will do it: blanks, quotes and backslashes.
struct ShellWords {
    /// The words before the last, without their quotes.
    private(set) var words: [String] = []
    /// The word that is being typed, without its quotes. Empty after a blank.
    private(set) var current = ""
    /// The quote that is open in it.
    private(set) var quote: Character?
    /// What of it stands before that quote.
    private(set) var beforeQuote = ""
    /// What was typed of it after that quote, as it stands.
    private(set) var typed = ""

    init(_ line: String) {
        var rest = line[...]
        var isBetween = true
        while let letter = rest.popFirst() {
            if quote == nil, letter.isWhitespace {
                if !isBetween { endWord() }
                isBetween = true
                continue
            }
            isBetween = false
            if letter == quote {
                quote = nil
                typed.append(letter)
            } else if quote == nil, letter == "'" || letter == "\"" {
                (quote, beforeQuote, typed) = (letter, current, "")
            } else {
                typed.append(letter)
                take(letter, &rest)
            }
        }
    }

    private mutating func take(_ letter: Character, _ rest: inout Substring) {
        guard letter == "\\", quote != "'", let next = rest.first, quote == nil || "\"\\$`".contains(next) else {
            current.append(letter)
            return
        }
        rest.removeFirst()
        typed.append(next)
        current.append(next)
    }

    private mutating func endWord() {
        words.append(current)
        (current, quote, beforeQuote, typed) = ("", nil, "", "")
    }

    /// A word as it is to be typed in the place of the current one, after the quote that is open there; nil where it does
    /// not begin like that.
    func quoted(_ word: String) -> String? {
        guard quote != nil else { return Self.escaped(word, " \t\"'\\$&;()<>|*?[]#~!{}^`") }
        guard word.hasPrefix(beforeQuote) else { return nil }
        let rest = String(word.dropFirst(beforeQuote.count))
        return quote == "'" ? rest.replacing("'", with: "'\\''") : Self.escaped(rest, "\"\\$`")
    }

    private static func escaped(_ text: String, _ special: String) -> String {
        String(text.flatMap { special.contains($0) ? ["\\", $0] : [$0] })
    }
}
