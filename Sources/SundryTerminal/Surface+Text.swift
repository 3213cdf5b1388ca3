extension Surface {
    /// Writes a text, cut with `…` to the given number of columns, and returns the number of columns it took.
    ///
    /// `emphasis` marks the ranges of characters (graphemes) of the text that a filter matched.
    @discardableResult
    public mutating func write(
        _ text: String, row: Int, column: Int, width: Int = .max, style: Style = [],
        emphasis: Range<String.Index>? = nil
    ) -> Int {
        guard row >= 0, row < size.height, column < size.width, column >= 0 else { return 0 }
        let limit = min(width, size.width - column)
        guard limit > 0 else { return 0 }
        if let emphasis {
            let parts = [text[..<emphasis.lowerBound], text[emphasis], text[emphasis.upperBound...]]
            var glyphs: [(Glyph, Style)] = []
            for (part, isMarked) in zip(parts, [false, true, false]) {
                glyphs += Glyphs(String(part)).prefix(limit + 1).map {
                    ($0, isMarked ? style.union(.match) : style)
                }
            }
            return place(glyphs, row: row, column: column, limit: limit)
        }
        return place(Glyphs(text).prefix(limit + 1).map { ($0, style) }, row: row, column: column, limit: limit)
    }

    /// The glyphs from left to right; the ellipsis in place of the first that leaves no room.
    private mutating func place(_ glyphs: [(Glyph, Style)], row: Int, column: Int, limit: Int) -> Int {
        var used = 0
        var fits = 0
        for (glyph, _) in glyphs {
            used += glyph.width
            if used > limit { break }
            fits += 1
        }
        let isCut = fits < glyphs.count
        used = 0
        for (glyph, style) in glyphs.prefix(fits) {
            if isCut && used + glyph.width >= limit { break }
            set(glyph, style: style, row: row, column: column + used)
            used += glyph.width
        }
        if isCut {
            set(Glyph("…", width: 1), style: glyphs.first?.1 ?? [], row: row, column: column + used)
            used += 1
        }
        return used
    }

    /// Fills cells of a row with one glyph of one column.
    public mutating func fill(row: Int, columns: Range<Int>, with text: String = " ", style: Style = []) {
        for column in columns.clamped(to: 0..<size.width) {
            set(Glyph(text, width: 1), style: style, row: row, column: column)
        }
    }

    /// The picture as text: a line a row, without the blanks at their ends.
    public var lines: [String] {
        (0..<size.height).map { row in
            var line = ""
            for cell in self.row(row) { line += cell.glyph?.text ?? "" }
            while line.last == " " { line.removeLast() }
            return line
        }
    }

    /// The columns of a row that have all of this style.
    public func columns(row: Int, styled style: Style) -> [Int] {
        self.row(row).enumerated().filter { $0.element.style.isSuperset(of: style) }.map(\.offset)
    }
}
