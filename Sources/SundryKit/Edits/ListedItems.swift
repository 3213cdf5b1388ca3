import CoreData

/// The open items of a list by their titles, as far as lines that are added may mean the same.
struct ListedItems {
    private var items: [String: [Item]] = [:]
    /// From so many on titles are not looked up one by one, but all are read.
    private static let few = 40
    /// From so many open items on only products are looked for that are known: a list may have a million.
    private static let many = 20_000

    /// Those that some entries may mean. `known` says whether a product of such a name has been added before.
    init(
        like entries: [QuickEntry], in list: ItemList, _ context: NSManagedObjectContext, known: (QuickEntry) -> Bool
    ) throws {
        guard !list.objectID.isTemporaryID else { return }
        let request = Item.request(of: list, all: false)
        request.fetchLimit = Self.many
        let isLong = try context.count(for: request) == Self.many
        let sought = isLong ? entries.filter(known) : entries
        guard !sought.isEmpty, !isLong || sought.count <= Self.few, let there = request.predicate else { return }
        request.fetchLimit = 0
        if sought.count <= Self.few {
            let titles = Set(sought.map { Search.folded($0.title) }).map { NSPredicate(format: "title ==[cd] %@", $0) }
            request.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
                there, NSCompoundPredicate(orPredicateWithSubpredicates: titles),
            ])
        }
        request.sortDescriptors = [NSSortDescriptor(key: "timestamp", ascending: false)]
        for item in try context.fetch(request) { add(item) }
    }

    /// From now on the item may be meant, too.
    mutating func add(_ item: Item) { items[Search.folded(item.title ?? ""), default: []].append(item) }

    /// Adds what an entry says to an item that is there, if it says nothing else of it. Gives back the item.
    func merge(_ entry: QuickEntry, _ names: inout EntryNames) throws -> Item? {
        guard let item = items[Search.folded(entry.title)]?.first(where: { $0.mayTake(entry) }) else { return nil }
        var rest = entry
        if let amount = entry.amount, let sum = item.sum(with: amount) {
            item.setAmount(sum)
            if let ratio = sum.ratio(to: amount) { rest.price = entry.price?.times(ratio) }
        }
        rest.amount = nil
        try item.take(rest, &names)
        return item
    }
}

extension Item {
    /// Whether an entry means more of this item: amounts that add up, and nothing that says otherwise.
    fileprivate func mayTake(_ entry: QuickEntry) -> Bool {
        guard !isDeleted, !isDone, trashedAt == nil, (amount == nil) == (entry.amount == nil) else { return false }
        if let amount = entry.amount, sum(with: amount) == nil { return false }
        let hasCategory = entry.category.map { EntryNames.key($0) == EntryNames.key(category?.name ?? $0) } ?? true
        let ratio = entry.amount.flatMap { amount in measuredAmount.flatMap { amount.ratio(to: $0) } } ?? 1
        let hasPrice = entry.price.map { saidPrice == nil || saidPrice?.times(ratio) == $0 } ?? true
        let hasDue = entry.due.map { dueAt == nil || dueAt == $0.date } ?? true
        let hasPriority = entry.priority == 0 || priority == 0 || Int(priority) == entry.priority
        let hasRecurrence = entry.recurrence.map { recurrence == nil || isRecurring(like: $0) } ?? true
        return hasCategory && hasPrice && hasDue && hasPriority && hasRecurrence
    }

    fileprivate func sum(with other: Amount) -> Amount? { measuredAmount.flatMap { $0.adding(other) } }

    /// Sets what one of it costs, or the whole amount of what is weighed or poured.
    func setPrice(_ price: Price?) {
        self.price = price.map { NSDecimalNumber(decimal: $0.value) }
        currency = price?.currency
    }
}
