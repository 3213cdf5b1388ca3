/// Cuts a format string into tokens.
struct PredicateLexer {
    /// A piece of the format language.
    enum Token: Equatable {
        /// A word; `isEscaped` when written with `#`, which makes it a key whatever it spells.
        case word(String, isEscaped: Bool)
        case number(PredicateValue)
        case string(String)
        /// `$name`
        case variable(String)
        /// `@name`, a collection operator in a key path.
        case collectionOperator(String)
        /// `%@`, `%K`, `%d` … with the letters after the percent sign.
        case placeholder(String)
        case symbol(String)
        case end

        /// For who wrote another.
        var described: String {
            switch self {
            case .word(let word, let isEscaped): isEscaped ? "#\(word)" : word
            case .number(let value): value.printed
            case .string(let text): "the string \(PredicateValue.string(text).printed)"
            case .variable(let name): "$\(name)"
            case .collectionOperator(let name): name
            case .placeholder(let letters): "%\(letters)"
            case .symbol(let symbol): symbol
            case .end: "the end of the text"
            }
        }
    }

    private let format: String
    /// Each scalar by itself: a quote is one also where a mark stands behind it, which would make one character of both.
    private let characters: [Character]
    private var position = 0

    init(_ format: String) {
        self.format = format
        characters = format.unicodeScalars.map(Character.init)
    }

    /// All tokens with their offsets; the last is `end`.
    static func tokens(of format: String) throws -> [(token: Token, position: Int)] {
        var lexer = PredicateLexer(format)
        var tokens: [(Token, Int)] = []
        while true {
            lexer.skipSpace()
            let start = lexer.position
            let token = try lexer.next()
            tokens.append((token, start))
            if token == .end { return tokens }
        }
    }

    private static let symbols = [
        "&&", "||", "==", "=>", "=<", "!=", "<>", "<=", ">=", "<<", ">>", "**", "=", "<", ">", "!", "(", ")", "{", "}",
        "[", "]", ",", ".", "+", "-", "*", "/", "&", "|", "^", "~",
    ].map { (text: $0, characters: Array($0)) }

    private var current: Character? { position < characters.count ? characters[position] : nil }

    private func character(_ offset: Int) -> Character? {
        position + offset < characters.count ? characters[position + offset] : nil
    }

    private mutating func skipSpace() {
        while let current, current.isWhitespace { position += 1 }
    }

    private func failure(_ problem: String) -> PredicateFormatError {
        PredicateFormatError(format: format, position: position, problem: problem)
    }

    private mutating func next() throws -> Token {
        guard let current else { return .end }
        switch current {
        case "\"", "'": return .string(try readString(until: current))
        case "%": return try readPlaceholder()
        case "$": return .variable(try readName(after: "$"))
        case "@": return .collectionOperator("@" + (try readName(after: "@")))
        case "#":
            return .word(try readName(after: "#"), isEscaped: true)
        case _ where current.isDigit, "." where character(1)?.isDigit == true: return try readNumber()
        case _ where current.isWordStart: return .word(readWord(), isEscaped: false)
        default: return try readSymbol()
        }
    }

    private mutating func readSymbol() throws -> Token {
        for symbol in Self.symbols where characters[position...].starts(with: symbol.characters) {
            position += symbol.characters.count
            return .symbol(symbol.text)
        }
        throw failure("expected a value, a key or an operator, found \(characters[position])")
    }

    private mutating func readName(after mark: Character) throws -> String {
        position += 1
        guard let current, current.isWordStart else { throw failure("expected a name after \(mark)") }
        return readWord()
    }

    /// Reads a word; a colon belongs to it as in the function name `add:to:`.
    private mutating func readWord() -> String {
        var word = ""
        while let current,
            current.isWordStart || current.isMark || current.isDigit || (current == ":" && character(1) != "=")
        {
            word.append(current)
            position += 1
        }
        return word
    }

    private mutating func readString(until quote: Character) throws -> String {
        position += 1
        var string = ""
        while let current {
            position += 1
            if current == quote { return string }
            string.append(current == "\\" ? try readEscape() : current)
        }
        throw failure("expected \(quote) at the end of a string, found the end of the text")
    }

    private mutating func readEscape() throws -> Character {
        guard let current else { throw failure("expected a character after \\, found the end of the text") }
        position += 1
        switch current {
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "u":
            let digits = String(characters[position..<min(position + 4, characters.count)])
            guard digits.count == 4, let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code) else {
                throw failure("expected four hexadecimal digits after \\u, found \(digits)")
            }
            position += 4
            return Character(scalar)
        default: return current
        }
    }

    private mutating func readPlaceholder() throws -> Token {
        var letters = ""
        var offset = 1
        while let letter = character(offset), "hlqzjt".contains(letter) {
            letters.append(letter)
            offset += 1
        }
        guard let kind = character(offset), "@KdDiuUxXofFeEgGaAcCsS".contains(kind),
            kind != "@" && kind != "K" || letters.isEmpty
        else {
            let found = "%" + letters + (character(offset).map { $0.isWhitespace ? "" : String($0) } ?? "")
            throw failure("expected a placeholder such as %@, %K, %ld or %f, found \(found)")
        }
        position += offset + 1
        return .placeholder(letters + String(kind))
    }

    private mutating func readNumber() throws -> Token {
        if current == "0", let mark = character(1)?.lowercased(), let radix = ["x": 16, "b": 2, "o": 8][mark] {
            position += 2
            let digits = readWord()
            guard let value = UInt64(digits, radix: radix) else {
                throw failure("expected a number, found 0\(mark)\(digits)")
            }
            return .number(Int64(exactly: value).map(PredicateValue.integer) ?? .real(Double(value)))
        }
        var text = ""
        var isReal = false
        while let current {
            if current.isDigit {
                text.append(current)
            } else if current == ".", !isReal, character(1)?.isDigit == true {
                text.append(current)
                isReal = true
            } else if current == "e" || current == "E", let exponent = exponentLength() {
                text += String(characters[position..<position + exponent])
                position += exponent
                isReal = true
                break
            } else {
                break
            }
            position += 1
        }
        if let current, current.isWordStart { throw failure("expected a number, found \(text)\(current)") }
        if !isReal, let value = Int64(text) { return .number(.integer(value)) }
        guard let value = Double(text) else { throw failure("expected a number, found \(text)") }
        return .number(.real(value))
    }

    /// The number of characters of an exponent at the current position.
    private func exponentLength() -> Int? {
        var length = 1
        if character(1) == "+" || character(1) == "-" { length += 1 }
        guard character(length)?.isDigit == true else { return nil }
        while character(length)?.isDigit == true { length += 1 }
        return length
    }
}

extension Character {
    fileprivate var isDigit: Bool { "0" <= self && self <= "9" }
    fileprivate var isWordStart: Bool { isLetter || self == "_" }
    /// Whether it belongs to the letter before it.
    fileprivate var isMark: Bool {
        switch unicodeScalars.first?.properties.generalCategory {
        case .nonspacingMark?, .spacingMark?, .enclosingMark?: true
        default: false
        }
    }
}
