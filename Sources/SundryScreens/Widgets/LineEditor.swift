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
    var isEmpty: Bool { characters.isEmpty }
    var isAtEnd: Bool { cursor == characters.count }

    /// The last so many letters before the cursor.
    func before(_ count: Int) -> String { String(characters[..<cursor].suffix(count)) }
    /// The first so many letters from the cursor on.
    func after(_ count: Int) -> String { String(characters[cursor...].prefix(count)) }

    /// Inserts at the cursor. What comes in pieces joins: a letter and then its accent are one grapheme.
    mutating func insert(_ text: String) { replace(cursor..<cursor, with: text) }

    /// Runs an editing action. False for any other.
    mutating func perform(_ action: Action) -> Bool {
        switch action {
        case .left: cursor = max(0, cursor - 1)
        case .right: cursor = min(characters.count, cursor + 1)
        case .wordLeft: cursor = wordStart
        case .wordRight: cursor = wordEnd
        case .lineStart: cursor = 0
        case .lineEnd: cursor = characters.count
        case .deleteBackward: replace(max(0, cursor - 1)..<cursor)
        case .deleteForward: replace(cursor..<min(characters.count, cursor + 1))
        case .deleteWord: replace(wordStart..<cursor)
        case .deleteWordForward: replace(cursor..<wordEnd)
        case .deleteToStart: replace(0..<cursor)
        case .deleteToEnd: replace(cursor..<characters.count)
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

    /// Puts a text in the place of some letters; the cursor stands after it.
    ///
    /// Only what may join is put together anew, not the line: the letter before, what comes, and after it letters up to
    /// the first that joins nothing, as a run of regional indicators does that pair up from its start.
    private mutating func replace(_ range: Range<Int>, with text: String = "") {
        let start = max(0, range.lowerBound - 1)
        let before = String(characters[start..<range.lowerBound]) + text
        var end = range.upperBound
        while end < characters.count, characters[end].mayJoin { end += 1 }
        end = min(end + 1, characters.count)
        cursor = start + before.count
        characters.replaceSubrange(start..<end, with: Array(before + String(characters[range.upperBound..<end])))
        cursor = min(cursor, characters.count)
    }
}

extension Character {
    /// Whether what stands before it can change where it ends: all but plain letters and ideographs.
    fileprivate var mayJoin: Bool {
        guard let first = unicodeScalars.first else { return false }
        return !first.properties.isAlphabetic && !first.isASCII
    }
}
