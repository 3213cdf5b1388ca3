import CoreData
import SundryKit
import SundryTerminal

/// The lists in use, in the user's order.
@MainActor
final class ListsPane {
    let rows = LiveRows<ItemList>()
    private let context: NSManagedObjectContext
    /// Whether the lists were fetched; before that nothing can be said about them.
    private(set) var isReady = false

    init(context: NSManagedObjectContext) {
        self.context = context
    }

    /// Fetches the lists, the first time.
    func prepare() throws {
        guard !isReady else { return }
        isReady = true
        try rows.show(ItemList.inOrder(), in: context)
    }

    /// Draws the names that are seen.
    func draw(on surface: inout Surface, hasFocus: Bool, note: String) {
        let size = surface.size
        guard rows.count > 0 else {
            surface.write(note, row: 0, column: min(2, size.width - 1), style: .dim)
            if hasFocus { surface.cursor = Point(row: 0, column: 0) }
            return
        }
        let top = rows.top(height: size.height)
        for line in 0..<min(size.height, rows.count - top) {
            guard let list = rows.object(at: top + line) else { continue }
            let isSelected = top + line == rows.row
            if isSelected { surface.write(">", row: line, column: 0) }
            let style: Style = isSelected ? (hasFocus ? .reverse : .bold) : []
            surface.write(list.label, row: line, column: size.width >= 4 ? 2 : min(1, size.width - 1), style: style)
        }
        if hasFocus { surface.cursor = Point(row: rows.row - top, column: 0) }
    }
}

extension ItemList {
    /// The name with the symbol before it.
    var label: String {
        let name = name ?? ""
        return symbol.map { $0.isEmpty ? name : "\($0) \(name)" } ?? name
    }
}
