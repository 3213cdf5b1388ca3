import SundryTerminal

extension LiveRows {
    /// A row on its way to the screen.
    struct Line {
        let object: Object
        /// Its number among the rows.
        let number: Int
        /// Where it is drawn.
        let row: Int
        /// Where its text begins, after the marker.
        let column: Int
        let isSelected: Bool
    }

    /// Draws the rows that are seen, one line each, with a marker where the cursor is; where there are none, the note.
    func draw(on surface: inout Surface, hasFocus: Bool, note: String, _ draw: (Line, inout Surface) -> Void) {
        let size = surface.size
        guard count > 0 else {
            surface.write(note, row: 0, column: min(2, size.width - 1), style: .aside)
            if hasFocus { surface.cursor = Point(row: 0, column: 0) }
            return
        }
        let top = top(height: size.height)
        let (pieces, selected) = (pieces, row)
        let column = size.width >= 4 ? 2 : min(1, size.width - 1)
        for line in 0..<min(size.height, pieces.lineCount - top) {
            switch pieces.content(of: top + line) {
            case .heading(let text): surface.write(text, row: line, column: 0, style: .heading)
            case .row(let number):
                guard let object = object(at: number) else { continue }
                if number == selected { surface.write(">", row: line, column: 0) }
                draw(
                    Line(object: object, number: number, row: line, column: column, isSelected: number == selected),
                    &surface)
            }
        }
        if hasFocus { surface.cursor = Point(row: pieces.line(of: selected) - top, column: 0) }
    }
}
