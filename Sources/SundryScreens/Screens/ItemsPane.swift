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
    /// What was looked for last.
    let matches = Matches<Item>()
    let context: NSManagedObjectContext
    /// How moments are shown.
    let dateFormat: String
    /// The list shown.
    private(set) var list: ItemList?
    private(set) var sort = ItemSort(.time, ascending: false)
    /// The sections that the items stand in.
    private(set) var grouping = ItemGrouping.none
    /// The items that are marked, whether they are shown or not.
    var marks: Set<NSManagedObjectID> = []
    /// Where a range was begun that goes to the cursor.
    var rangeStart: Item?
    /// The day by which what is due was told apart.
    private var day = CalendarDay.today
    /// The text that titles have to contain; empty: all are shown.
    private(set) var filter = ""
    private var isStale = false
    private var isFilterStale = false
    /// Whether the list is too long to be searched between a key and its picture.
    private var isLong = false
    /// From so many rows on.
    private let longFrom: Int
    /// Orders that last as long as the program, of lists that cannot remember theirs.
    private var passing: [NSManagedObjectID: (ItemSort, ItemGrouping)] = [:]
    private var shelves: ShelfListener?
    /// The order of the sections, as they were put together last.
    var order: AisleOrder?
    /// Whether that may be another one by now.
    private var isOrderDoubtful = false
    private var totalNow: String??
    private let totalBehind: TotalBehind
    /// From so many rows on a list is opened with its first ones: the first picture does not wait for the others.
    private static let openedBehindFrom = 2000

    init(context: NSManagedObjectContext, longFrom: Int, dateFormat: String = DateText.minuteFormat) {
        self.context = context
        self.dateFormat = dateFormat
        self.longFrom = longFrom
        totalBehind = TotalBehind(beside: context)
        totalBehind.onChange = { [weak self] in self?.onChange() }
        all.onChange = { [weak self] in self?.rowsChanged() }
        found.onChange = { [weak self] in self?.rowsChanged() }
        matches.onChange = { [weak self] in self?.onChange() }
        shelves = ShelfListener(of: context) { [weak self] news in self?.hear(news) }
    }

    /// Whether what the filter finds is not known yet.
    var isSearching: Bool { !filter.isEmpty && (isFilterStale || found.isWaiting) }

    /// Whether there are rows to come.
    var isReading: Bool { rows.isWaiting || !rows.isComplete }

    private func rowsChanged() {
        forgetTotal()
        if !filter.isEmpty, !isSearching { showsFound = true }
        onChange()
    }

    /// Shows another list, or the same in the order it now remembers. Fetched when it is next drawn.
    func show(_ list: ItemList?) {
        let (sort, grouping) =
            list.map { passing[$0.objectID] ?? (ItemSort(of: $0), ItemGrouping(of: $0)) } ?? (self.sort, self.grouping)
        guard list !== self.list || sort != self.sort || grouping != self.grouping else { return }
        if list !== self.list {
            dropFilter()
            dropMarks()
            all.clear()
        }
        (self.list, self.sort, self.grouping) = (list, sort, grouping)
        isStale = true
        isFilterStale = !filter.isEmpty
    }

    /// Shows the list in an order that it cannot remember: its store may not be written.
    func show(_ list: ItemList, passing sort: ItemSort, _ grouping: ItemGrouping) {
        passing[list.objectID] = (sort, grouping)
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
        if showsFound, !isFilterStale { matches.look(for: filter, foundIn: found) } else { matches.look(for: filter) }
        (filter, isFilterStale, showsFound, totalNow) = ("", false, false, nil)
        found.clear()
    }

    /// Fetches what is due, or has it fetched.
    func prepare() throws {
        if grouping == .due, day != .today { (isStale, isFilterStale) = (true, !filter.isEmpty) }
        if isOrderDoubtful {
            isOrderDoubtful = false
            // A category changes with each item that comes into it, its place and its name do not.
            if try AisleOrder(for: list?.shop, in: context) != order {
                (isStale, isFilterStale) = (true, !filter.isEmpty)
            }
        }
        if isStale { try fetchAll() }
        if isFilterStale { try fetchFound() }
        try all.check()
        try found.check()
    }

    private func fetchAll() throws {
        (isStale, totalNow) = (false, nil)
        matches.forget()
        guard let list, list.managedObjectContext != nil else { return all.clear() }
        let some = Item.request(of: list)
        some.fetchLimit = longFrom
        let count = try context.count(for: some)
        isLong = count == longFrom
        try all.show(
            parts(filter: ""), headings: try headings(), in: context,
            isLong: count >= min(longFrom, Self.openedBehindFrom),
            selecting: [all.selected].compactMap(\.self))
    }

    private func fetchFound() throws {
        isFilterStale = false
        let cursor = [all.selected, showsFound ? found.selected : nil].compactMap(\.self)
        try found.show(
            parts(filter: filter), headings: try headings(), in: context, isLong: isLong, selecting: cursor)
        guard !found.isWaiting else { return }
        (showsFound, totalNow) = (true, nil)
    }

    /// Goes to a match so many after the cursor, or before it: of the filter, or of what was looked for last.
    func step(_ steps: Int) throws -> Effect {
        guard filter.isEmpty else {
            rows.step(steps)
            return .done
        }
        return try matches.step(steps, in: all) { rows in
            try rows.show(parts(filter: matches.text), headings: try headings(), in: context, isLong: isLong)
        }
    }

    /// How many of the rows are open. They come before those that are done.
    var openCount: Int { rows.count - rows.pieces.tailCount }

    /// What the open items cost that have a price; nil where none has, where that is not known yet, or where there are too many to
    /// be added up each time.
    var total: String? {
        if let totalNow { return totalNow }
        guard openCount > Self.mostAddedUp else {
            let text = Total(of: rows.objects(from: 0, count: openCount)).text
            totalNow = text
            return text
        }
        guard openCount <= Self.mostAddedUpBehind, let list, !isReading else { return nil }
        return totalBehind.text(of: list, holding: filter)
    }

    private static let mostAddedUp = 500
    /// What takes the store some milliseconds.
    private static let mostAddedUpBehind = 20_000

    private func forgetTotal() {
        totalNow = nil
        totalBehind.forget()
    }

    /// Something changed that is not in the rows, or an item that stays where it is.
    private func hear(_ news: ShelfListener.News) {
        forgetTotal()
        guard news == .shelves, grouping == .category || sort.key == .category else { return }
        isOrderDoubtful = true
        onChange()
    }
}
