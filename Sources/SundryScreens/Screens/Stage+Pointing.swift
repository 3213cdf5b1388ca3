import SundryTerminal

/// What is done with the mouse: a press on a key of the bottom line is that key, one on a row puts the cursor there, and a second
/// one is Enter.
extension Stage {
    /// How far a notch of the wheel scrolls.
    private static let notch = 3

    /// The keys that a press there stands for; nil where there are none.
    func keys(at pointing: Pointing) -> [Key]? {
        guard case .press = pointing.kind else { return nil }
        return frame.spots.first { $0.row == pointing.place.row && $0.columns.contains(pointing.place.column) }?.keys
    }

    /// What is done in the body.
    func point(_ pointing: Pointing) throws -> Effect {
        let place = Point(row: pointing.place.row - frame.bodyRow, column: pointing.place.column)
        let isInBody = (0..<frame.bodyHeight).contains(place.row)
        guard question == nil else { return .done }
        // What is typed is meant for what stood there when it was begun.
        guard top.prompt == nil else {
            guard case .press = pointing.kind, isInBody else { return .done }
            return .say("Enter takes the line that is being typed, Esc leaves it.")
        }
        switch pointing.kind {
        case .wheelUp, .wheelDown:
            try top.prepare()
            return try top.scroll(by: pointing.kind == .wheelUp ? -Self.notch : Self.notch, at: place)
        case .press(let clicks):
            dropPending()
            guard isInBody else { return .done }
            try top.prepare()
            guard try top.point(at: place), clicks > 1,
                case .action(let action) = keymap.meaning(of: [Key(.enter)], in: area)
            else { return .done }
            return try run(action, count: nil)
        }
    }
}

/// Where things stood on the screen when it was last drawn.
struct Frame {
    /// A key in the bottom line.
    struct Spot {
        let row: Int
        let columns: Range<Int>
        /// What a press on it stands for.
        let keys: [Key]
    }

    var bodyRow = 0
    var bodyHeight = 0
    var spots: [Spot] = []
}

/// What the mouse does, for help and manual.
enum MouseGuide {
    static let rows: [(what: String, meaning: String)] = [
        ("click", "puts the cursor on a row; on a key of the bottom line: runs it"),
        ("double click", "what Enter does on the row"),
        ("wheel", "scrolls"),
        (
            "Shift + mouse",
            "selects and pastes text as the terminal does; --no-mouse, or mouse = no in the config file, leaves it the mouse for good"
        ),
    ]
}
