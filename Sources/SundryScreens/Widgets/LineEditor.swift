/// A line of text being typed, and the place in it. Moves and deletes by grapheme: an emoji of seven parts is one letter.
struct LineEditor: Equatable {
    private var characters: [Character]
    private(set) var cursor: Int

    /// A line that is there already, the cursor at its end.
    init(_ text: String = "") {
        characters = Array(text)
        cursor = characters.count
    }

    var text: String { String(characters) }
    var textBeforeCursor: String { String(characters[..<cursor]) }
    var isEmpty: Bool { characters.isEmpty }

    /// Inserts at the cursor. What comes in pieces joins: a letter and then its accent are one grapheme.
    mutating func insert(_ text: String) {
        let before = textBeforeCursor + text
        characters = Array(before + String(characters[cursor...]))
        cursor = min(before.count, characters.count)
    }

    /// Runs an editing action. False for any other.
    mutating func perform(_ action: Action) -> Bool {
        switch action {
        case .left: cursor = max(0, cursor - 1)
        case .right: cursor = min(characters.count, cursor + 1)
        case .wordLeft: cursor = wordStart
        case .wordRight: cursor = wordEnd
        case .lineStart: cursor = 0
        case .lineEnd: cursor = characters.count
        case .deleteBackward: delete(from: max(0, cursor - 1), to: cursor)
        case .deleteForward: delete(from: cursor, to: min(characters.count, cursor + 1))
        case .deleteWord: delete(from: wordStart, to: cursor)
        case .deleteToStart: delete(from: 0, to: cursor)
        case .deleteToEnd: delete(from: cursor, to: characters.count)
        default: return false
        }
        return true
    }

    private var wordStart: Int {
        var place = cursor
        while place > 0, characters[place - 1].isWhitespace { place -= 1 }
        while place > 0, !characters[place - 1].isWhitespace { place -= 1 }
        return place
    }

    private var wordEnd: Int {
        var place = cursor
        while place < characters.count, characters[place].isWhitespace { place += 1 }
        while place < characters.count, !characters[place].isWhitespace { place += 1 }
        return place
    }

    private mutating func delete(from start: Int, to end: Int) {
        // What stood on both sides may join now, as two halves of a flag do.
        let before = String(characters[..<start])
        characters = Array(before + String(characters[end...]))
        cursor = min(before.count, characters.count)
    }
}
