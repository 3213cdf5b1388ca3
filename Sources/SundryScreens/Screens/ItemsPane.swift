import CoreData
import Foundation
import SundryKit
import SundryTerminal

/// The items of one list: which, in what order, and what of them is shown.
@MainActor
final class ItemsPane {
    let rows = LiveRows<Item>()
    private let context: NSManagedObjectContext
    /// The list shown.
    private(set) var list: ItemList?
    private(set) var sort = ItemSort(.time, ascending: false)
    /// The text that titles have to contain; empty: all are shown.
    private(set) var filter = ""
    /// Where the cursor was before a filter was begun, for Escape to come back to.
    private var placeBeforeFilter: Item?
    private var isStale = false
    private var openCountNow: Int?

    init(context: NSManagedObjectContext) {
        self.context = context
    }

    /// Something changed: numbers told of the rows are counted anew.
    func rowsChanged() { openCountNow = nil }

    /// Shows another list, or the same in the order it now remembers. Fetched when it is next drawn.
    func show(_ list: ItemList?) {
        let sort = list.map(ItemSort.init(of:)) ?? self.sort
        guard list !== self.list || sort != self.sort else { return }
        if list !== self.list {
            filter = ""
            placeBeforeFilter = nil
        }
        (self.list, self.sort) = (list, sort)
        isStale = true
    }

    /// From now on only what contains the text is shown.
    func setFilter(_ text: String) {
        guard text != filter else { return }
        if filter.isEmpty { placeBeforeFilter = rows.selected }
        filter = text
        isStale = true
    }

    /// All is shown again, the cursor where it was before, or where it is now.
    func clearFilter(returning: Bool) {
        guard !filter.isEmpty else { return }
        if !returning { placeBeforeFilter = rows.selected }
        filter = ""
        isStale = true
    }

    /// Fetches what is due.
    func prepare() throws {
        guard isStale else { return }
        isStale = false
        openCountNow = nil
        guard let list, list.managedObjectContext != nil else { return rows.clear() }
        let request = Item.request(of: list, text: filter)
        request.sortDescriptors = sort.descriptors
        // A window of rows at a time: the list may have a million.
        request.fetchBatchSize = 256
        try rows.show(request, in: context, selecting: [placeBeforeFilter, rows.selected].compactMap(\.self))
        if filter.isEmpty { placeBeforeFilter = nil }
    }

    /// How many of the rows are open. They come before those that are done, so a search by halves finds where they end.
    var openCount: Int {
        if let openCountNow { return openCountNow }
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if rows.object(at: middle)?.completedAt == nil { low = middle + 1 } else { high = middle }
        }
        openCountNow = low
        return low
    }
}
