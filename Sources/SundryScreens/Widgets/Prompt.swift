import SundryKit
import SundryTerminal

/// A line the user is asked for, at the bottom of the screen.
struct Prompt {
    /// What the line will be used for.
    enum Purpose {
        /// To the list that was shown when the line was opened; nil where there was none.
        case addItem(ItemList?)
        /// With the title as the user saw it.
        case editItem(Item, former: String)
        case addList
        /// With the name as the user saw it.
        case renameList(ItemList, former: String)
        case filter
        /// What the screen asked for, which knows of what.
        case field
        /// The name of an action, and what is typed into its line.
        case command
        /// The name of a file to be imported.
        case importFile
        /// To the list whose name is typed.
        case moveItems(Chosen)
        /// Into the category whose name is typed.
        case categorize(Chosen)
    }

    var purpose: Purpose
    /// Stands before the line.
    let label: String
    var editor: LineEditor
    /// What was typed into such lines before, oldest first, and the line being typed: each as it was left on the way
    /// from one to the other.
    private var lines: [LineEditor]
    private var place: Int
    /// What may stand at the end of the line, as it was when it was asked for last.
    var completion: LineCompletion?

    /// A line with a text in it, and the texts that were typed before.
    init(_ purpose: Purpose, label: String, text: String = "", earlier: [String] = []) {
        self.purpose = purpose
        self.label = label
        editor = LineEditor(text)
        lines = earlier.filter { $0 != text }.map { LineEditor($0) }
        place = lines.count
        lines.append(editor)
    }

    /// Whether it is a line of the stage's own, not of the screen that is shown.
    var isCommand: Bool {
        if case .command = purpose { true } else { false }
    }

    /// Goes so many texts back, or forth, of those typed before. False where there is none.
    mutating func recall(_ step: Int) -> Bool {
        guard lines.indices.contains(place + step) else { return false }
        lines[place] = editor
        place += step
        editor = lines[place]
        return true
    }

    /// Puts the next completion at the end of the line, or the one before. False where there is none.
    mutating func complete(_ step: Int) -> Bool {
        guard var completion else { return false }
        editor = LineEditor(completion.step(step))
        self.completion = completion
        return true
    }

    /// What stands behind the cursor, not yet typed.
    var rest: String? {
        guard let completion, completion.chosen == nil, editor.isAtEnd, completion.line == editor.text else {
            return nil
        }
        return completion.rest
    }

    /// Draws into a row, scrolled so that the cursor is seen.
    func draw(on surface: inout Surface, row: Int) {
        let width = surface.size.width
        // On a narrow screen the label gives way to what is typed.
        let label = displayWidth(label) + 8 <= width ? label : ""
        let column = surface.write(label, row: row, column: 0, style: .message)
        let room = width - column
        // No letter is narrower than a cell, so more than these are never seen.
        var glyphs = Array(Glyphs(editor.before(max(0, room))))
        let before = glyphs.reduce(0) { $0 + $1.width }
        // The cursor needs a cell of its own; when the line is too long, its beginning goes.
        var hidden = 0
        var dropped = 0
        while before - hidden > room - 1, dropped < glyphs.count {
            hidden += glyphs[dropped].width
            dropped += 1
        }
        glyphs.removeFirst(dropped)
        glyphs += Glyphs(editor.after(max(0, room)))
        surface.fill(row: row, columns: column..<width)
        var place = column
        for glyph in glyphs where place + glyph.width <= width {
            place += surface.write(glyph.text, row: row, column: place)
        }
        if let rest { surface.write(rest, row: row, column: place, style: .aside) }
        surface.cursor = Point(row: row, column: min(column + before - hidden, width - 1))
    }
}
