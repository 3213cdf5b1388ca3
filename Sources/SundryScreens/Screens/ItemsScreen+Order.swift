import CoreData
import SundryKit

/// In what order the items stand.
extension ItemsScreen {
    /// How far one key moves an item at most: each row on the way changes.
    private static let farthest = 500

    /// Sorts by a key; by the one in use already, the other way round.
    func sort(by key: ItemSort.Key, firstAscending: Bool) throws {
        guard let list = items.list else { return }
        let ascending = items.sort.key == key ? !items.sort.ascending : firstAscending
        let sort = ItemSort(key, ascending: ascending)
        if context.isReadOnly { return items.show(list, passing: sort, items.grouping) }
        try sort.remember(for: list)
        items.show(list)
    }

    /// Puts the items into sections, or takes the sections away.
    func group(by grouping: ItemGrouping) throws {
        guard let list = items.list else { return }
        if context.isReadOnly { return items.show(list, passing: items.sort, grouping) }
        try grouping.remember(for: list)
        items.show(list)
    }

    /// Moves the item under the cursor so many rows down, or up where they are less than none, among those that it stands with.
    func arrange(by steps: Int) throws -> Effect {
        let rows = items.rows
        guard let item = rows.selected, let stretch = rows.pieces.piece(of: rows.row)?.rows else { return .done }
        let way = max(-Self.farthest, min(steps, Self.farthest))
        let target = max(stretch.lowerBound, min(rows.row + way, stretch.upperBound - 1))
        guard target != rows.row else {
            return .say(steps > 0 ? "It stands last here already." : "It stands first here already.")
        }
        let range = min(target, rows.row)...max(target, rows.row)
        var order = range.compactMap { rows.object(at: $0) }.filter { $0 !== item }
        order.insert(item, at: target > rows.row ? order.endIndex : 0)
        try ArrangeItem(item, among: order, ascending: items.sort.ascending).run(in: context)
        return .done
    }

    /// Why no item can be moved by hand now; nil where one can.
    var whyNothingMoves: String? {
        items.sort.key == .manual ? nil : "The order is “\(items.sort.words)”: s m makes it one by hand."
    }
}

extension ItemGrouping {
    /// The sections in words; nil where there are none.
    var words: String? {
        switch self {
        case .none: nil
        case .category: "sections by category"
        case .due: "sections by due date"
        }
    }
}

extension ItemSort {
    /// The order in words.
    var words: String {
        switch (key, ascending) {
        case (.time, false): "newest first"
        case (.time, true): "oldest first"
        case (.title, true): "by title"
        case (.title, false): "by title, Z first"
        case (.manual, _): "by hand" + (ascending ? "" : ", last first")
        case (.due, _): "by due date" + (ascending ? "" : ", latest first")
        case (.price, _): "by price" + (ascending ? "" : ", dearest first")
        case (.category, _): "by category" + (ascending ? "" : ", Z first")
        }
    }
}
