import SundryKit
import SundryTerminal

extension ItemsScreen {
    /// Side by side from this many columns on.
    private static let wide = 80
    /// With what there is to say of the item from this many on.
    private static let widest = 110
    /// Said where there are no rows yet to be seen or edited.
    static let reading = "The items are still being read."

    func draw(on surface: inout Surface) {
        let size = surface.size
        guard size.width >= Self.wide, !isZoomed else {
            switch focus {
            case .items: items.draw(on: &surface, hasFocus: true, note: itemsNote)
            case .lists: lists.draw(on: &surface, hasFocus: true, note: listsNote)
            }
            return
        }
        let left = min(max(size.width * 3 / 10, 20), 36)
        var pane = Surface(size: Size(width: left, height: size.height))
        lists.draw(on: &pane, hasFocus: focus == .lists, note: listsNote)
        surface.paste(pane, at: Point(row: 0, column: 0))
        for row in 0..<size.height {
            surface.write(isPlain ? "|" : "│", row: row, column: left, style: .dim)
        }
        let right = size.width >= Self.widest ? min(size.width * 3 / 10, 44) : 0
        let middle = size.width - left - 1 - right
        pane = Surface(size: Size(width: middle, height: size.height))
        items.draw(on: &pane, hasFocus: focus == .items, note: itemsNote)
        surface.paste(pane, at: Point(row: 0, column: left + 1))
        guard right > 2 else { return }
        for row in 0..<size.height {
            surface.write(isPlain ? "|" : "│", row: row, column: left + 1 + middle, style: .dim)
        }
        var details = Surface(size: Size(width: right - 2, height: size.height))
        DetailsPane.draw(items.rows.selected, on: &details)
        surface.paste(details, at: Point(row: 0, column: left + middle + 3))
    }

    private var itemsNote: String {
        guard lists.isReady else { return "" }
        if items.isSearching || items.isReading { return Self.reading }
        if !items.filter.isEmpty {
            return "Nothing contains “\(Title.shortened(items.filter, to: 18))”; Esc shows all."
        }
        if lists.rows.count == 0 { return "Nothing here yet: a adds an item, ? lists the keys." }
        return focus == .items
            ? "This list is empty: a adds an item." : "This list is empty: Tab goes there, a adds an item."
    }

    private var listsNote: String { lists.isReady ? "No lists; a adds one." : "" }
}
