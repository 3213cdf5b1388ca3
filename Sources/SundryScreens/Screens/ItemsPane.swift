import CoreData
import Foundation
import SundryKit
import SundryTerminal

/// The items of one list: which, in what order, and what of them is shown.
@MainActor
final class ItemsPane {
    /// The rows that are shown.
    var rows: LiveRows<Item> { showsFound ? found : all }
    /// Called after each change of the rows.
    var onChange: () -> Void = {}
    /// All rows of the list. They stay while a filter is on, so that Escape is back at once, and where it was.
    private let all = LiveRows<Item>()
    /// Those that contain the filter.
    private let found = LiveRows<Item>()
    private var showsFound = false
    private let context: NSManagedObjectContext
    /// The list shown.
    private(set) var list: ItemList?
    private(set) var sort = ItemSort(.time, ascending: false)
    /// The text that titles have to contain; empty: all are shown.
    private(set) var filter = ""
    private var isStale = false
    private var isFilterStale = false
    /// Whether the list is too long to be searched between a key and its picture.
    private var isLong = false
    /// From so many rows on.
    private let longFrom: Int
    /// Orders that last as long as the program, of lists that cannot remember theirs.
    private var passing: [NSManagedObjectID: ItemSort] = [:]
    /// From so many rows on a list is opened with its first ones: the first picture does not wait for the others.
    private static let openedBehindFrom = 2000

    init(context: NSManagedObjectContext, longFrom: Int) {
        self.context = context
        self.longFrom = longFrom
        all.onChange = { [weak self] in self?.rowsChanged() }
        found.onChange = { [weak self] in self?.rowsChanged() }
    }

    /// Whether what the filter finds is not known yet.
    var isSearching: Bool { !filter.isEmpty && (isFilterStale || found.isWaiting) }

    /// Whether there are rows to come.
    var isReading: Bool { rows.isWaiting || !rows.isComplete }

    private func rowsChanged() {
        if !filter.isEmpty, !isSearching { showsFound = true }
        onChange()
    }

    /// Shows another list, or the same in the order it now remembers. Fetched when it is next drawn.
    func show(_ list: ItemList?) {
        let sort = list.map { passing[$0.objectID] ?? ItemSort(of: $0) } ?? self.sort
        guard list !== self.list || sort != self.sort else { return }
        if list !== self.list {
            dropFilter()
            all.clear()
        }
        (self.list, self.sort) = (list, sort)
        isStale = true
        isFilterStale = !filter.isEmpty
    }

    /// Shows the list in an order that it cannot remember: its store may not be written.
    func show(_ list: ItemList, passing sort: ItemSort) {
        passing[list.objectID] = sort
        show(list)
    }

    /// From now on only what contains the text is shown.
    func setFilter(_ text: String) {
        guard text != filter else { return }
        if text.isEmpty { return clearFilter(returning: true) }
        filter = text
        isFilterStale = true
    }

    /// All is shown again, the cursor where it was before, or where it is now.
    func clearFilter(returning: Bool) {
        guard !filter.isEmpty else { return }
        if !returning { all.select(rows.selected) }
        dropFilter()
    }

    private func dropFilter() {
        (filter, isFilterStale, showsFound) = ("", false, false)
        found.clear()
    }

    /// Fetches what is due, or has it fetched.
    func prepare() throws {
        if isStale { try fetchAll() }
        if isFilterStale { try fetchFound() }
        try all.check()
        try found.check()
    }

    private func fetchAll() throws {
        isStale = false
        guard let list, list.managedObjectContext != nil else { return all.clear() }
        let some = Item.request(of: list)
        some.fetchLimit = longFrom
        let count = try context.count(for: some)
        isLong = count == longFrom
        try all.show(
            parts(filter: ""), in: context, isLong: count >= min(longFrom, Self.openedBehindFrom),
            selecting: [all.selected].compactMap(\.self))
    }

    private func fetchFound() throws {
        isFilterStale = false
        let cursor = [all.selected, showsFound ? found.selected : nil].compactMap(\.self)
        try found.show(parts(filter: filter), in: context, isLong: isLong, selecting: cursor)
        guard !found.isWaiting else { return }
        showsFound = true
    }

    /// What is open, then what is done; of each what has nothing to be sorted by at the end.
    private func parts(filter: String) -> [RowPart<Item>] {
        [false, true].flatMap { isDone in
            sort.runs.map { run in
                let request = Item.request(of: list, done: isDone, text: filter)
                request.predicate =
                    run.predicate.map {
                        NSCompoundPredicate(andPredicateWithSubpredicates: [request.predicate, $0].compactMap(\.self))
                    } ?? request.predicate
                request.sortDescriptors = run.descriptors
                // A window of rows at a time: the list may have a million.
                request.fetchBatchSize = 256
                return RowPart(request: request, isTail: isDone)
            }
        }
    }

    /// How many of the rows are open. They come before those that are done.
    var openCount: Int { rows.count - rows.pieces.tailCount }
}
