import SundryC

extension Terminal {
    /// Puts a picture on the screen. Only what differs from the one before is written; if nothing does, nothing is.
    ///
    /// ncurses knows no cell of more than five characters and takes the C library's word for the width of each. So a
    /// fragile glyph is a blank to ncurses, and such a row is written past it after each change, every part placed by
    /// its column: whatever width the terminal gives to a family or a flag, what follows stands where it should. Nor does it
    /// know a colour beyond the palette: it writes in the nearest one, and the row is written past it in the very one.
    public func show(_ surface: Surface) {
        guard surface != shown else { return }
        let former = shown?.size == surface.size ? shown : nil
        var fragileRows: [Int] = []
        for row in 0..<surface.size.height {
            let cells = surface.row(row)
            let before = former?.row(row)
            if let before, before == cells { continue }
            if let before, zip(before, cells).contains(where: { $0.isFragile && !$1.isFragile }) {
                // What was written past ncurses is to vanish, and ncurses does not know of it.
                sundry_screen_redraw_row(Int32(row))
            }
            put(cells, row: row)
            if cells.contains(where: isBeyondNcurses) { fragileRows.append(row) }
        }
        let cursor = surface.cursor ?? Point(row: surface.size.height - 1, column: surface.size.width - 1)
        sundry_screen_flush(
            Int32(min(max(cursor.row, 0), surface.size.height - 1)),
            Int32(min(max(cursor.column, 0), surface.size.width - 1)), surface.cursor != nil)
        if !fragileRows.isEmpty {
            for row in fragileRows { overlay(surface.row(row), row: row) }
            sundry_overlay_end()
        }
        shown = surface
    }

    private func isBeyondNcurses(_ cell: Surface.Cell) -> Bool {
        cell.isFragile || palette.ink(of: cell.style).exact != nil
    }

    private func put(_ cells: ArraySlice<Surface.Cell>, row: Int) {
        for (column, cell) in cells.enumerated() {
            guard let glyph = cell.glyph else { continue }
            if glyph.isFragile {
                for half in 0..<glyph.width { put(" ", row: row, column: column + half, style: cell.style) }
            } else {
                put(glyph.text, row: row, column: column, style: cell.style)
            }
        }
    }

    private func put(_ text: String, row: Int, column: Int, style: Style) {
        withUnsafeTemporaryAllocation(of: wchar_t.self, capacity: 5) { characters in
            var count = 0
            for scalar in text.unicodeScalars.prefix(5) {
                characters[count] = wchar_t(bitPattern: scalar.value)
                count += 1
            }
            let ink = palette.ink(of: style)
            sundry_screen_cell(
                Int32(row), Int32(column), characters.baseAddress, Int32(count), ink.attributes, ink.pair)
        }
    }

    /// Writes a row from the first cell on that ncurses cannot write.
    private func overlay(_ cells: ArraySlice<Surface.Cell>, row: Int) {
        var isPlaced = false
        var hasBegun = false
        var style: Style?
        // Blanks at the end were cleared by ncurses; those near a fragile glyph may have been spilled upon.
        let lastFragile = cells.lastIndex(where: isBeyondNcurses) ?? cells.startIndex
        let lastSeen = cells.lastIndex { !$0.isBlank } ?? lastFragile
        for (column, cell) in cells[...min(max(lastSeen, lastFragile + 16), cells.endIndex - 1)].enumerated() {
            guard let glyph = cell.glyph else { continue }
            hasBegun = hasBegun || isBeyondNcurses(cell)
            guard hasBegun else { continue }
            if !isPlaced { sundry_overlay_move(Int32(row), Int32(column)) }
            if cell.style != style {
                style = cell.style
                let ink = palette.ink(of: cell.style)
                sundry_overlay_style(ink.attributes, ink.pair)
                if let exact = ink.exact { sundry_overlay_text(exact) }
            }
            if glyph.isFragile {
                // Blanks first, for a terminal that draws the glyph narrower than it should.
                sundry_overlay_text(String(repeating: " ", count: glyph.width))
                sundry_overlay_move(Int32(row), Int32(column))
            }
            sundry_overlay_text(glyph.text)
            isPlaced = !glyph.isFragile
        }
    }
}

extension Surface.Cell {
    /// Whether ncurses cannot hold what stands here.
    var isFragile: Bool { glyph?.isFragile ?? false }

    /// Whether nothing is to be seen.
    var isBlank: Bool { style.isEmpty && glyph?.text == " " }
}
