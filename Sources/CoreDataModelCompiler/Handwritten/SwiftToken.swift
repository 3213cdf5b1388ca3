/// A word or a mark of Swift source; comments and the insides of string literals leave none.
struct SwiftToken {
    let text: String
    let line: Int

    /// The word without the backticks that keep it from being taken for a keyword.
    var name: String { text.replacing("`", with: "") }

    /// The tokens of a source file.
    static func tokens(of source: String) -> [SwiftToken] {
        var lexer = Lexer(characters: Array(source.unicodeScalars))
        return lexer.tokens()
    }

    private struct Lexer {
        let characters: [Unicode.Scalar]
        var position = 0
        var line = 1

        init(characters: [Unicode.Scalar]) { self.characters = characters }

        mutating func tokens() -> [SwiftToken] {
            var tokens: [SwiftToken] = []
            while position < characters.count {
                if starts(with: "//") {
                    skip { $0 != "\n" }
                } else if starts(with: "/*") {
                    skipComment()
                } else if characters[position] == "#" {
                    skipRawString()
                } else if starts(with: "\"\"\"") {
                    skipString(until: "\"\"\"")
                } else if characters[position] == "\"" {
                    skipString(until: "\"")
                } else if isWord(characters[position]) {
                    let start = position
                    let startLine = line
                    skip(while: isWord)
                    tokens.append(SwiftToken(text: text(from: start), line: startLine))
                } else {
                    if !characters[position].properties.isWhitespace {
                        tokens.append(SwiftToken(text: String(Character(characters[position])), line: line))
                    }
                    advance()
                }
            }
            return tokens
        }

        private func isWord(_ character: Unicode.Scalar) -> Bool {
            character == "_" || character == "`" || character.properties.isXIDContinue
        }

        private func text(from start: Int) -> String {
            var text = String.UnicodeScalarView()
            text.append(contentsOf: characters[start..<position])
            return String(text)
        }

        private func starts(with text: String) -> Bool {
            position + text.unicodeScalars.count <= characters.count
                && zip(text.unicodeScalars, characters[position...]).allSatisfy { $0 == $1 }
        }

        private mutating func advance(by count: Int = 1) {
            for _ in 0..<count where position < characters.count {
                if characters[position] == "\n" { line += 1 }
                position += 1
            }
        }

        private mutating func skip(while condition: (Unicode.Scalar) -> Bool) {
            while position < characters.count, condition(characters[position]) { advance() }
        }

        /// Comments nest.
        private mutating func skipComment() {
            var depth = 0
            repeat {
                if starts(with: "/*") {
                    depth += 1
                    advance(by: 2)
                } else if starts(with: "*/") {
                    depth -= 1
                    advance(by: 2)
                } else {
                    advance()
                }
            } while depth > 0 && position < characters.count
        }

        private mutating func skipString(until end: String) {
            advance(by: end.count)
            while position < characters.count, !starts(with: end) {
                if starts(with: "\\(") {
                    advance(by: 2)
                    skipInterpolation()
                } else {
                    advance(by: characters[position] == "\\" ? 2 : 1)
                }
            }
            advance(by: end.count)
        }

        /// An interpolation can hold literals of its own.
        private mutating func skipInterpolation() {
            var depth = 1
            while position < characters.count, depth > 0 {
                switch characters[position] {
                case "\"": skipString(until: "\"")
                case "(":
                    depth += 1
                    advance()
                case ")":
                    depth -= 1
                    advance()
                default: advance()
                }
            }
        }

        /// In a raw literal only the quotation mark with as many signs behind as there were before has a meaning.
        private mutating func skipRawString() {
            let start = position
            skip { $0 == "#" }
            let signs = String(repeating: "#", count: position - start)
            guard starts(with: "\"") else { return }
            let end = (starts(with: "\"\"\"") ? "\"\"\"" : "\"") + signs
            advance(by: end.count - signs.count)
            while position < characters.count, !starts(with: end) { advance() }
            advance(by: end.count)
        }
    }
}
