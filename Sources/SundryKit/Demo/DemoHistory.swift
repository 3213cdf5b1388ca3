import CoreData

/// What has happened to the demo's lists: eight weeks of shopping, cleared away since, and the journal of that and of what stands
/// on the lists now. Each edit can be undone, the last one first, back to the empty lists.
struct DemoHistory {
    private let now: Date
    private let context: NSManagedObjectContext
    private let edits: NSEntityDescription
    private let items: NSEntityDescription
    private var random = SeededGenerator(seed: 5)
    private var identifiers = FreshIdentifiers()
    private static let weeks = 8
    private static let day = 86_400.0

    init(now: Date, in context: NSManagedObjectContext) {
        self.now = now
        self.context = context
        (edits, items) = (Edit.entity(), Item.entity())
    }

    /// The history of lists with those items on them now. What is bought in a shop has been bought before.
    mutating func insert(for lists: [ItemList], items: [[Item]]) {
        for (list, items) in zip(lists, items) {
            noteList(list)
            if list.shop != nil { goShopping(for: items, on: list) }
            for item in items { note(item) }
        }
    }

    /// The history of a list that was put into the archive at that time.
    mutating func insertArchived(_ list: ItemList, items: [Item], at time: Date) {
        noteList(list)
        for item in items { note(item) }
        list.archivedAt = time
        let property = RecordedChange.Property(name: "archivedAt", before: .nothing, after: .date(time))
        record(
            ArchiveList.verb, "archive list \(list.name ?? "")", .window, at: time,
            [.updated(list.journalName, [property])])
    }

    private mutating func noteList(_ list: ItemList) {
        guard let made = list.createdAt else { return }
        record(AddList.verb, "add list \(list.name ?? "")", .window, at: made, [.inserted(list.journalName)])
    }

    /// How an item came onto its list, and was ticked where it is.
    private mutating func note(_ item: Item) {
        guard let time = item.timestamp else { return }
        let author = random.next() % 5 == 0 ? Author.shell : .window
        record("add", "add \(Title.shortened(item.line))", author, at: time, [.inserted(item.journalName)])
        tick(item)
    }

    /// On Saturdays from the first shop, now and then from another: what is bought, and cleared away the day after.
    private mutating func goShopping(for items: [Item], on list: ItemList) {
        let isWeekly = items.count > 30
        let today = CalendarDay(now) ?? .today
        for week in (1...Self.weeks).reversed() where isWeekly || week % 3 == 0 {
            let saturday = today.adding(days: 5 - today.weekday - 7 * week)
            let shopping = DueDate(saturday, minute: 600 + Int(random.next() % 400)).date
            let wanted = items.shuffled(using: &random).prefix((isWeekly ? 7 : 3) + Int(random.next() % 4))
            let bought = wanted.enumerated().map { index, item in
                buy(item, at: shopping.addingTimeInterval(Double(index * 97)))
            }
            let isImport = isWeekly && week % 4 == 0
            let what = "\(bought.count) items\(isImport ? " from recipe.md" : "")"
            let start = shopping.addingTimeInterval(-Self.day)
            record(
                isImport ? "import" : "add", "\(isImport ? "import" : "add") \(what)", isImport ? .bulk : .window,
                at: start,
                bought.map { .inserted($0.journalName) })
            for item in bought { tick(item) }
            let cleared = shopping.addingTimeInterval(Self.day / 2)
            for item in bought { item.trashedAt = cleared }
            record(
                "clear", "clear \(bought.count) done items from \(list.name ?? "")", .window, at: cleared,
                bought.map { item in
                    let property = RecordedChange.Property(name: "trashedAt", before: .nothing, after: .date(cleared))
                    return .updated(item.journalName, [property])
                })
        }
    }

    /// An item like one on the list, which was bought at that time.
    private mutating func buy(_ item: Item, at time: Date) -> Item {
        let copy = Item(entity: items, insertInto: context)
        copy.identifier = identifiers.next()
        (copy.title, copy.priority) = (item.title, 0)
        copy.setQuantity(item.quantity as Decimal?, unit: item.unit, text: item.amount)
        (copy.price, copy.currency, copy.category) = (item.price, item.currency, item.category)
        (copy.list, copy.position) = (item.list, item.position)
        copy.timestamp = time.addingTimeInterval(-Self.day - Double(random.next() % 3600))
        copy.tick(at: time)
        return copy
    }

    private mutating func tick(_ item: Item) {
        guard let time = item.completedAt else { return }
        let properties: [RecordedChange.Property] = [
            .init(name: "completedAt", before: .nothing, after: .date(time)),
            .init(name: "isDone", before: .flag(false), after: .flag(true)),
        ]
        record(
            "tick", "tick \(Title.shortened(item.title ?? ""))", .window, at: time,
            [.updated(item.journalName, properties)])
    }

    private mutating func record(
        _ verb: String, _ summary: String, _ author: Author, at time: Date, _ changes: [RecordedChange]
    ) {
        let edit = Edit(entity: edits, insertInto: context)
        edit.identifier = identifiers.next()
        (edit.verb, edit.summary, edit.author) = (verb, summary, author.rawValue)
        edit.createdAt = time
        edit.changes = ChangeWriter.data(of: changes)
    }
}
