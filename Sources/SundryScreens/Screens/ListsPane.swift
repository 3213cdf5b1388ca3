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

    /// The list that the cursor begins with, by its name; the first where there is none of it.
    private let first: String?

    init(context: NSManagedObjectContext, first: String? = nil) {
        self.context = context
        self.first = first
    }

    /// Fetches the lists, the first time.
    func prepare() throws {
        guard !isReady else { return }
        isReady = true
        try rows.show(ItemList.inOrder(), in: context)
        if let first, let list = try? ItemList.named(first, in: context) {
            rows.select(list)
        } else if let list = try ItemList.shownLast(in: context) {
            rows.select(list)
        }
    }

    /// Why the cursor does not begin with the list that the settings name; nil where it does, or there is no list at all.
    var missing: String? {
        guard let first, rows.count > 0, (try? ItemList.named(first, in: context)) == nil else { return nil }
        return "There is no list “\(Title.shortened(first))”, which the config file names: e renames one."
    }

    /// Draws the names that are seen.
    func draw(on surface: inout Surface, hasFocus: Bool, note: String) {
        rows.draw(on: &surface, hasFocus: hasFocus, note: note) { line, surface in
            let style: Style = line.isSelected ? (hasFocus ? .selected : .bold) : []
            surface.write(line.object.label, row: line.row, column: line.column, style: style)
        }
    }
}

extension ItemList {
    /// The name with the symbol before it.
    var label: String {
        let name = name ?? ""
        return symbol.map { $0.isEmpty ? name : "\($0) \(name)" } ?? name
    }
}
