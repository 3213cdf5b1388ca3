import Foundation
import SundryKit
import SundryTerminal

extension ItemsPane {
    /// Draws the rows that are seen, one line each: marker, tick box, quantity and title, time.
    func draw(on surface: inout Surface, hasFocus: Bool, note: String) {
        let size = surface.size
        guard rows.count > 0 else {
            surface.write(note, row: 0, column: min(2, size.width - 1), style: .dim)
            if hasFocus { surface.cursor = Point(row: 0, column: 0) }
            return
        }
        let top = rows.top(height: size.height)
        for line in 0..<min(size.height, rows.count - top) {
            guard let item = rows.object(at: top + line) else { continue }
            draw(item, on: &surface, line: line, isSelected: top + line == rows.row, hasFocus: hasFocus)
        }
        if hasFocus { surface.cursor = Point(row: rows.row - top, column: 0) }
    }

    private func draw(_ item: Item, on surface: inout Surface, line: Int, isSelected: Bool, hasFocus: Bool) {
        let width = surface.size.width
        let isDone = item.isDone
        let style: Style = isDone ? .dim : []
        if isSelected { surface.write(">", row: line, column: 0) }
        // On a very narrow screen the title is what counts.
        let box = width >= 12 ? surface.write(isDone ? "[x] " : "[ ] ", row: line, column: 2, style: style) : 0
        let column = width >= 4 ? 2 + box : min(1, width - 1)
        var room = width - column
        if width >= 50, let time = item.timestamp {
            let text = DateText.local(time)
            surface.write(text, row: line, column: width - displayWidth(text), style: .dim)
            room -= displayWidth(text) + 2
        }
        let text = item.line
        // Only the title is reversed, not the row: that tells as much, with a tenth of the bytes.
        let titleStyle = isSelected && hasFocus ? style.union(.reverse) : style
        surface.write(text, row: line, column: column, width: room, style: titleStyle, emphasis: match(in: text))
    }

    /// What of a text the filter matched.
    private func match(in text: String) -> Range<String.Index>? {
        guard !filter.isEmpty else { return nil }
        let hasCapitals = filter.contains(where: \.isUppercase)
        return text.range(
            of: filter, options: hasCapitals ? .diacriticInsensitive : [.caseInsensitive, .diacriticInsensitive])
    }
}
