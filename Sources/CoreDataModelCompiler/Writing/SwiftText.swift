/// Words and literals of Swift source.
enum SwiftText {
    /// Keywords that cannot name a declaration without backticks.
    private static let keywords: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
        "else",
        "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in",
        "init",
        "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
        "repeat",
        "rethrows", "return", "self", "Self", "static", "struct", "subscript", "super", "switch", "throw", "throws",
        "true",
        "try", "typealias", "var", "where", "while", "Any", "Type", "Protocol", "_",
    ]

    /// A string literal with that value.
    static func literal(_ text: String) -> String {
        var literal = "\""
        for character in text.unicodeScalars {
            switch character {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            case _ where character.value < 32 || character.value == 127:
                literal += "\\u{\(String(character.value, radix: 16))}"
            default: literal.unicodeScalars.append(character)
            }
        }
        return literal + "\""
    }

    /// The name as it stands where it is declared or used, in backticks where Swift needs them.
    static func identifier(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// The names of types within types, each as an identifier.
    static func path(_ path: String) -> String {
        path.split(separator: ".").map { identifier(String($0)) }.joined(separator: ".")
    }

    /// Whether the name can be a Swift identifier.
    static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.first, first.isLetter || first == "_" else { return false }
        return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }

    /// The nearest name that can be a Swift type.
    static func typeName(_ name: String) -> String {
        let name = String(
            name.unicodeScalars.map {
                Character($0).isLetter && $0.isASCII || ("0"..."9").contains($0) ? Character($0) : "_"
            })
        return name.first.map { $0.isNumber } ?? true ? "_\(name)" : name
    }

    /// "Items" for "items": how relationship accessors spell a property.
    static func capitalized(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

    /// "itemList" for "ItemList".
    static func decapitalized(_ name: String) -> String { name.prefix(1).lowercased() + name.dropFirst() }
}
