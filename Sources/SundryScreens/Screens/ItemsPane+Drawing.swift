import Foundation
import SundryKit
import SundryTerminal

extension ItemsPane {
    /// Draws the rows that are seen, one line each: marker, tick box, quantity and title, and what else there is to say.
    func draw(on surface: inout Surface, hasFocus: Bool, note: String) {
        let asides = RowAsides(sort: sort.key, grouping: grouping, dateFormat: dateFormat)
        rows.draw(on: &surface, hasFocus: hasFocus, note: note) { line, surface in
            draw(line, asides, on: &surface, hasFocus: hasFocus)
        }
    }

    private func draw(
        _ line: LiveRows<Item>.Line, _ asides: RowAsides, on surface: inout Surface, hasFocus: Bool
    ) {
        let (item, row, width) = (line.object, line.row, surface.size.width)
        let isDone = item.isDone
        let style: Style = isDone ? .done : []
        var column = line.column
        if isMarked(item, at: line.number) {
            // Beside the cursor, where there is room for both.
            surface.write("*", row: row, column: line.isSelected && column > 1 ? 1 : 0, style: .mark)
        }
        // On a very narrow screen the title is what counts.
        let isNarrow = width < 12
        if !isNarrow {
            // No line goes through the box, which is what tells that it is done.
            let boxStyle = isDone ? Style.done.subtracting(.strike) : []
            column += surface.write(isDone ? "[x] " : "[ ] ", row: row, column: column, style: boxStyle)
        }
        let text = isNarrow && isDone ? "x \(item.line)" : item.line
        let room = asides.draw(item, beside: text, row: row, column: column, on: &surface)
        // Only the title is reversed, not the row: that tells as much, with a tenth of the bytes.
        let titleStyle = line.isSelected && hasFocus ? style.union(.selected) : style
        surface.write(
            text, row: row, column: column, width: room, style: titleStyle, emphasis: text.range(matching: filter))
    }
}
