import SundryKit
import SundryTerminal

/// A line the user is asked for, at the bottom of the screen.
struct Prompt {
    /// What the line will be used for.
    enum Purpose {
        case addItem
        case editItem(Item)
        case addList
        case renameList(ItemList)
        case filter
    }

    let purpose: Purpose
    /// Stands before the line.
    let label: String
    var editor: LineEditor

    init(_ purpose: Purpose, label: String, text: String = "") {
        self.purpose = purpose
        self.label = label
        editor = LineEditor(text)
    }

    /// Draws into a row, scrolled so that the cursor is seen.
    func draw(on surface: inout Surface, row: Int) {
        let width = surface.size.width
        // On a narrow screen the label gives way to what is typed.
        let label = displayWidth(label) + 8 <= width ? label : ""
        let column = surface.write(label, row: row, column: 0, style: .bold)
        let room = width - column
        var glyphs = Array(Glyphs(editor.textBeforeCursor))
        let before = glyphs.reduce(0) { $0 + $1.width }
        // The cursor needs a cell of its own; when the line is too long, its beginning goes.
        var hidden = 0
        var dropped = 0
        while before - hidden > room - 1, dropped < glyphs.count {
            hidden += glyphs[dropped].width
            dropped += 1
        }
        glyphs.removeFirst(dropped)
        glyphs += Glyphs(String(editor.text.dropFirst(editor.cursor)))
        surface.fill(row: row, columns: column..<width)
        var place = column
        for glyph in glyphs where place + glyph.width <= width {
            place += surface.write(glyph.text, row: row, column: place)
        }
        surface.cursor = Point(row: row, column: min(column + before - hidden, width - 1))
    }
}
