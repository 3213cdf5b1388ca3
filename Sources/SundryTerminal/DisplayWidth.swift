import SundryC

/// The number of cells a text takes on the screen.
public func displayWidth(_ text: String) -> Int {
    var width = 0
    for glyph in Glyphs(text) { width += glyph.width }
    return width
}

/// The longest beginning of a text that fits, ending in `…` if something is missing. No wide character is cut in half.
public func truncated(_ text: String, to width: Int) -> String {
    var result = ""
    var kept = ""
    var used = 0
    for glyph in Glyphs(text) {
        used += glyph.width
        guard used <= width else { return width > 0 ? kept + "…" : "" }
        result += glyph.text
        if used < width { kept = result }
    }
    return result
}

extension Unicode.Scalar {
    /// The number of cells: 0 for marks that stand on the character before; nil for what must not reach the terminal.
    var cells: Int? {
        if value < 0x7f { return value < 0x20 ? nil : 1 }
        if isBidiControl || (0xe0000...0xe007f).contains(value) { return nil }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: return nil
        case .nonspacingMark, .enclosingMark: return 0
        // Soft hyphen and Arabic number signs are seen, the joiners are not: the C library knows which.
        case .format: return max(0, cellsOfLocale)
        default: break
        }
        if properties.isEmojiPresentation && !isRegionalIndicator { return 2 }
        let width = cellsOfLocale
        return width < 0 ? nil : width
    }

    /// What the C library says; −1 for what it does not know.
    var cellsOfLocale: Int {
        _ = TextLocale.outcome
        return Int(sundry_character_cells(wchar_t(bitPattern: value)))
    }

    /// Characters that turn the order of those around them, by which a title could rearrange a whole line.
    private var isBidiControl: Bool {
        switch value {
        case 0x61c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069: true
        default: false
        }
    }

    var isRegionalIndicator: Bool { (0x1f1e6...0x1f1ff).contains(value) }

    /// The way a terminal, or a book on Unicode, writes a character that has no picture: `^[`, `<U+202E>`.
    var visibleEscape: String {
        if value < 0x20 { return "^" + String(Unicode.Scalar(UInt8(value) + 0x40)) }
        if value == 0x7f { return "^?" }
        let digits = String(value, radix: 16, uppercase: true)
        return "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
    }
}

extension Character {
    /// Whether the grapheme is an emoji of several characters: joined, with a skin tone, a flag, a key cap, or a sign
    /// that a selector turned into an emoji. wcwidth adds up its parts; what is seen is one picture, two cells wide.
    var isJoinedEmoji: Bool {
        let scalars = unicodeScalars
        guard let first = scalars.first, scalars.count > 1, first.properties.isEmoji else { return false }
        if first.isRegionalIndicator { return scalars.dropFirst().contains(where: \.isRegionalIndicator) }
        return scalars.dropFirst().contains { scalar in
            scalar.value == 0xfe0f || scalar.value == 0x20e3 || scalar.properties.isEmojiModifier
                || (scalar.value == 0x200d && scalars.last?.value != 0x200d)
                || (0xe0020...0xe007f).contains(scalar.value)
        }
    }
}
