import SundryKit
import SundryTerminal

extension ItemsScreen {
    /// Said where there are no rows yet to be seen or edited.
    static let reading = "The items are still being read."

    func draw(on surface: inout Surface) {
        columns = PaneColumns(width: surface.size.width, isZoomed: isZoomed, focus: focus)
        draw(in: columns.lists, of: &surface) { lists.draw(on: &$0, hasFocus: focus == .lists, note: listsNote) }
        draw(in: columns.items, of: &surface) { items.draw(on: &$0, hasFocus: focus == .items, note: itemsNote) }
        draw(in: columns.details, of: &surface) { DetailsPane.draw(items.rows.selected, on: &$0) }
        for column in [columns.lists.upperBound, columns.details.isEmpty ? 0 : columns.items.upperBound]
        where column > 0 && column < surface.size.width {
            for row in 0..<surface.size.height {
                surface.write(isPlain ? "|" : "│", row: row, column: column, style: .border)
            }
        }
    }

    private func draw(in columns: Range<Int>, of surface: inout Surface, _ draw: (inout Surface) -> Void) {
        guard !columns.isEmpty else { return }
        var pane = Surface(size: Size(width: columns.count, height: surface.size.height))
        draw(&pane)
        surface.paste(pane, at: Point(row: 0, column: columns.lowerBound))
    }

    func point(at place: Point) throws -> Bool {
        if columns.lists.contains(place.column) {
            focus = .lists
            return lists.rows.point(at: place.row)
        }
        guard columns.items.contains(place.column) else { return false }
        focus = .items
        return items.rows.point(at: place.row)
    }

    func scroll(by lines: Int, at place: Point) throws -> Effect {
        if columns.lists.contains(place.column) {
            lists.rows.scroll(by: lines)
        } else {
            items.rows.scroll(by: lines)
        }
        return .done
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
