/// What one line of a text or of a Markdown task list says.
///
///     - [ ] milk       an open item       milk        an open item, as it stands
///     * [x] eggs       a ticked item      ☑ eggs      a ticked item
///     # Dairy          a heading: no item
enum LineGrammar: Equatable {
    case item(title: String, done: Bool)
    case blank
    case skipped(String)

    /// Reads a line of valid UTF-8, its end cut off.
    init(_ line: ArraySlice<UInt8>) {
        var rest = Self.trimmed(line)
        guard !rest.isEmpty else {
            self = .blank
            return
        }
        if let reason = Title.refusal(of: rest) {
            self = .skipped("the line \(reason)")
            return
        }
        if let reason = Self.decoration(rest) {
            self = .skipped(reason)
            return
        }
        let hasBullet = Self.dropBullet(&rest)
        let box = Self.dropBox(&rest)
        var title = String(decoding: rest, as: UTF8.self)
        // Blanks beyond ASCII take a slower look, at the few lines alone that may have some.
        if (rest.first ?? 0) >= 0x80 || (rest.last ?? 0) >= 0x80 { title = Title.trimmed(title) }
        if title.isEmpty {
            self = hasBullet || box != nil ? .skipped("the task has no text") : .blank
        } else {
            self = .item(title: title, done: box ?? false)
        }
    }

    /// Why a line of Markdown is no item: a heading, a rule, the fence of a code block.
    private static func decoration(_ line: ArraySlice<UInt8>) -> String? {
        guard let first = line.first else { return nil }
        switch first {
        case UInt8(ascii: "#"):
            let marks = line.prefix { $0 == first }.count
            return marks <= 6 && line.dropFirst(marks).first.map(isBlank) ?? true ? "a heading" : nil
        case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "="):
            guard line.allSatisfy({ $0 == first || isBlank($0) }) else { return nil }
            return line.count { $0 == first } >= 3 ? "a rule" : nil
        case UInt8(ascii: "`"), UInt8(ascii: "~"):
            return line.prefix { $0 == first }.count >= 3 ? "the fence of a code block" : nil
        default: return nil
        }
    }

    /// Takes off `- `, `* `, `+ `, `• `, and the number of a numbered task.
    private static func dropBullet(_ line: inout ArraySlice<UInt8>) -> Bool {
        guard let first = line.first else { return false }
        var rest = line
        switch first {
        case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"): rest = line.dropFirst()
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            // “3. Man” may be a title; a number before a box is none.
            rest = line.drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            guard let mark = rest.first, mark == UInt8(ascii: ".") || mark == UInt8(ascii: ")") else { return false }
            rest = rest.dropFirst()
            var task = trimmed(rest)
            guard dropBox(&task) != nil else { return false }
        default:
            guard line.starts(with: "•".utf8) else { return false }
            rest = line.dropFirst("•".utf8.count)
        }
        guard rest.first.map(isBlank) ?? true else { return false }
        line = trimmed(rest)
        return true
    }

    /// Characters that stand for an empty box, and for a ticked one.
    private static let open = ["☐", "⬜", "◻", "◽", "□", "▢"].map { Array($0.utf8) }
    private static let ticked = ["☑", "☒", "✅", "✔", "✓", "✗", "✘", "❎"].map { Array($0.utf8) }
    /// Variation selectors, which make a glyph an emoji or plain text.
    private static let selectors = ["\u{FE0E}", "\u{FE0F}"].map { Array($0.utf8) }

    /// Takes off a box and gives back whether it is ticked; nil where there is none.
    private static func dropBox(_ line: inout ArraySlice<UInt8>) -> Bool? {
        guard let first = line.first else { return nil }
        if first == UInt8(ascii: "[") {
            let inside = line.dropFirst()
            guard let end = inside.firstIndex(of: UInt8(ascii: "]")), end - inside.startIndex <= 1 else { return nil }
            let after = inside[(end + 1)...]
            // “[x](address)” is a link, “[ ]x” no task.
            guard after.first.map(isBlank) ?? true else { return nil }
            switch inside[..<end].first {
            case nil, UInt8(ascii: " "): line = trimmed(after); return false
            case UInt8(ascii: "x"), UInt8(ascii: "X"): line = trimmed(after); return true
            default: return nil
            }
        }
        guard first >= 0x80 else { return nil }
        for (glyphs, done) in [(open, false), (ticked, true)] {
            for glyph in glyphs where line.starts(with: glyph) {
                line = line.dropFirst(glyph.count)
                for selector in selectors where line.starts(with: selector) { line = line.dropFirst(selector.count) }
                line = trimmed(line)
                return done
            }
        }
        return nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = line
        while let first = line.first, isBlank(first) { line.removeFirst() }
        while let last = line.last, isBlank(last) { line.removeLast() }
        return line
    }
}
