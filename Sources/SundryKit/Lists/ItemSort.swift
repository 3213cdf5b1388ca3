import CoreData

/// The order of the items of a list.
public struct ItemSort: Equatable, Sendable {
    /// What items are sorted by. The raw value is what `ItemList.sortKey` holds.
    public enum Key: String, CaseIterable, Sendable {
        /// When they were added.
        case time = "timestamp"
        /// By title, whatever the case.
        case title
        /// When they are due.
        case due = "dueAt"
        /// By price.
        case price
        /// By the category's name.
        case category = "category.name"
        /// In the order made by hand.
        case manual = "position"

        /// The word for it on the command line.
        public var word: String {
            switch self {
            case .time: "time"
            case .title: "title"
            case .due: "due"
            case .price: "price"
            case .category: "category"
            case .manual: "manual"
            }
        }
    }

    /// What items are sorted by.
    public var key: Key
    /// Whether small comes first.
    public var ascending: Bool

    /// A sort by that key.
    public init(_ key: Key, ascending: Bool = true) {
        self.key = key
        self.ascending = ascending
    }

    /// The sort that a list remembers.
    public init(of list: ItemList) {
        self.init(Key(rawValue: list.sortKey ?? "") ?? .time, ascending: list.sortAscending)
    }

    /// The sort that a word names, `-` before it for descending: `title`, `-time`.
    public init(word: String) throws(Problem) {
        let descending = word.hasPrefix("-")
        let name = descending ? String(word.dropFirst()) : word
        guard let key = Key.allCases.first(where: { $0.word == name }) else {
            let words = Key.allCases.map(\.word).joined(separator: ", ")
            throw Problem(
                "There is no sorting by “\(name)”; there is \(words), with - before it for descending.", kind: .usage)
        }
        self.init(key, ascending: !descending)
    }

    /// For a fetch request: open items first, then those that are done, both by the key; equal ones by time, so that the
    /// order never wavers.
    public var descriptors: [NSSortDescriptor] { [NSSortDescriptor(key: "isDone", ascending: true)] + keyDescriptors }

    /// The same among items of which all are open, or all done.
    private var keyDescriptors: [NSSortDescriptor] {
        key == .time ? [keyDescriptor] : [keyDescriptor, NSSortDescriptor(key: Key.time.rawValue, ascending: true)]
    }

    /// A part of the items in this order.
    public struct Run {
        /// What is in it; nil for all.
        public let predicate: NSPredicate?
        /// In what order.
        public let descriptors: [NSSortDescriptor]
    }

    /// The order in parts that a store can sort, for items of which all are open, or all done: those with something to be
    /// sorted by, then those without it, which a store would have first where small comes first.
    public var runs: [Run] {
        guard let path = emptyPath else { return [Run(predicate: nil, descriptors: keyDescriptors)] }
        return [
            Run(predicate: NSPredicate(format: "%K != nil", path), descriptors: keyDescriptors),
            Run(
                predicate: NSPredicate(format: "%K == nil", path),
                descriptors: [NSSortDescriptor(key: Key.time.rawValue, ascending: true)]),
        ]
    }

    /// What an item may lack that it is to be sorted by.
    private var emptyPath: String? {
        switch key {
        case .due: "dueAt"
        case .price: "price"
        case .category: "category"
        case .time, .title, .manual: nil
        }
    }

    private var keyDescriptor: NSSortDescriptor {
        switch key {
        case .title, .category:
            NSSortDescriptor(
                key: key.rawValue, ascending: ascending, selector: NSSelectorFromString("localizedStandardCompare:"))
        default: NSSortDescriptor(key: key.rawValue, ascending: ascending)
        }
    }

    /// Sorted items with those last that have nothing to be sorted by, in both directions, but open ones before done ones
    /// still. A store has them where it has the smallest.
    func emptyLast(_ items: [Item]) -> [Item] {
        guard let path = emptyPath else { return items }
        let isEmpty = { (item: Item) in item.value(forKey: path) == nil }
        return [false, true].flatMap { done in
            let some = items.filter { $0.isDone == done }
            return some.filter { !isEmpty($0) } + some.filter(isEmpty)
        }
    }

    /// Has the list remember this sort, and saves. It is how the list is looked at, not what is in it: no edit to undo.
    public func remember(for list: ItemList) throws {
        guard let context = list.managedObjectContext, ItemSort(of: list) != self else { return }
        list.sortKey = key.rawValue
        list.sortAscending = ascending
        do {
            try context.saveWaiting()
        } catch {
            context.rollback()
            throw Problem(saving: error)
        }
    }
}
