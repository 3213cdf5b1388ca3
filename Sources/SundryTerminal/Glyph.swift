/// What stands in one cell of the screen, or in two side by side: the unit that is never cut.
///
/// A grapheme is one glyph, save in scripts whose letters stand side by side within one grapheme (as in Devanagari),
/// where every letter has its own cell.
public struct Glyph: Hashable, Sendable {
    /// The characters: a base and its marks, an emoji with all that is joined to it, or one letter of a visible escape.
    public let text: String
    /// 1 or 2.
    public let width: Int
    /// Whether terminals disagree about the width (joined emoji, flags), so that what follows must be placed anew.
    public let isFragile: Bool

    init(_ text: String, width: Int, isFragile: Bool = false) {
        self.text = text
        self.width = width
        self.isFragile = isFragile
    }
}

/// The glyphs of a text, control characters and bidi overrides made visible.
public struct Glyphs: Sequence, IteratorProtocol {
    private var characters: String.Iterator
    /// The glyphs of the current grapheme that were not yet handed out, last one first.
    private var waiting: [Glyph] = []

    /// The glyphs of this text.
    public init(_ text: String) {
        characters = text.makeIterator()
    }

    /// The next glyph.
    public mutating func next() -> Glyph? {
        while waiting.isEmpty {
            guard let character = characters.next() else { return nil }
            if let byte = character.utf8.first, character.utf8.count == 1, byte >= 0x20, byte < 0x7f {
                return Glyph(String(character), width: 1)
            }
            waiting = Glyphs.split(character).reversed()
        }
        return waiting.popLast()
    }

    /// The glyphs of one grapheme.
    private static func split(_ character: Character) -> [Glyph] {
        if character.isJoinedEmoji { return [joined(character)] }
        var result: [Glyph] = []
        var text = String.UnicodeScalarView()
        var width = 0
        var isFragile = false
        func close() {
            if !text.isEmpty { result.append(Glyph(String(text), width: width, isFragile: isFragile)) }
            text.removeAll()
        }
        for scalar in character.unicodeScalars {
            guard let cells = scalar.cells else {
                close()
                result += scalar.visibleEscape.map { Glyph(String($0), width: 1) }
                continue
            }
            if cells == 0 {
                // A mark without a letter gets the circle that type specimens use.
                if text.isEmpty { (text, width, isFragile) = (String.UnicodeScalarView(["\u{25cc}"]), 1, false) }
                // ncurses keeps five characters a cell; more marks than that make no letter of any language.
                if text.count < 5 { text.append(scalar) }
            } else {
                close()
                (text, width, isFragile) = (String.UnicodeScalarView([scalar]), cells, cells != scalar.cellsOfLocale)
            }
        }
        close()
        return result
    }

    /// An emoji of several parts. Sixteen hold the longest there is, a flag of a region in tag characters.
    private static func joined(_ character: Character) -> Glyph {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: character.unicodeScalars.prefix(16))
        return Glyph(String(text), width: 2, isFragile: true)
    }
}
