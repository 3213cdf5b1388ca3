import CoreData

/// Adds items to the end of a list, one for each title, or for each line, which may say more than a title.
///
///     try AddItem(lines: ["2 l milk #dairy due:fri"], to: .new("Groceries")).run(in: context)
public struct AddItem: UserEdit {
    /// “add”.
    public static let verb = "add"
    private let texts: [String]
    private let areTitles: Bool
    private let target: ListTarget

    /// Items of those titles in the target list.
    public init(titles: [String], to target: ListTarget) {
        texts = titles
        areTitles = true
        self.target = target
    }

    /// Items in the target list, of lines as they are typed, with all that a ``QuickEntry`` reads in them.
    public init(lines: [String], to target: ListTarget) {
        texts = lines
        areTitles = false
        self.target = target
    }

    /// One item in that list.
    public init(_ title: String, to list: ItemList) { self.init(titles: [title], to: .list(list)) }

    /// Gives back the items in the order of their texts. Categories and tags that are new are made by the same edit.
    public func change(in context: NSManagedObjectContext) throws -> Change<[Item]> {
        let entries = try texts.map { text throws(Problem) in
            let title = try Title.checked(text)
            return areTitles ? QuickEntry(literal: title) : QuickEntry(title)
        }
        guard !entries.isEmpty else { throw Problem("There is nothing to add: type a title.", kind: .usage) }
        let list = try target.list(in: context)
        var maker = try ItemMaker(of: entries.count, for: list, in: context)
        var names = EntryNames(in: context)
        var items: [Item] = []
        items.reserveCapacity(entries.count)
        for entry in entries {
            let item = maker.insert(entry.title)
            if !entry.isTitleAlone { try item.take(entry, &names) }
            items.append(item)
        }
        return Change(
            items, summary: "add \(items.count == 1 ? Title.naming([items[0].line]) : "\(items.count) items")")
    }
}

/// Makes so many items at the end of a list.
struct ItemMaker {
    private let list: ItemList
    private let context: NSManagedObjectContext
    private let entity: NSEntityDescription
    private let start = Date()
    private var identifiers = FreshIdentifiers()
    private let firstPosition: Double
    private let total: Double
    private var count = 0.0

    init(of total: Int, for list: ItemList, in context: NSManagedObjectContext) throws {
        self.list = list
        self.context = context
        self.total = Double(total)
        entity = Item.entity()
        firstPosition = try list.nextItemPosition(in: context)
    }

    /// The next item: a position after the one before and a microsecond ahead of it, so that the first line of a text
    /// stands on top where the newest come first, as they do unless the user says otherwise, and in manual order too.
    mutating func insert(_ title: String, completed: Bool = false) -> Item {
        let item = Item(entity: entity, insertInto: context)
        item.identifier = identifiers.next()
        item.title = title
        item.timestamp = start.addingTimeInterval((total - 1 - count) * 0.000_001)
        item.position = firstPosition + count
        if completed { item.tick(at: start) }
        item.list = list
        count += 1
        return item
    }
}
