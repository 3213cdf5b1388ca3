import CoreData

/// Adds items to the end of a list, one for each title, or for each line, which may say more than a title.
///
///     try AddItem(lines: ["2 l milk #dairy due:fri"], to: .new("Groceries")).run(in: context)
///
/// What a line says of an item that is on the list already is added to that one, where the units agree. Products are learned of
/// lines, and what a line leaves open is taken from the product: its category and its price.
public struct AddItem: UserEdit {
    /// “add”.
    public static let verb = "add"
    /// Never: what it is added up with may have become more meanwhile, or be gone.
    public static let overwrites = false
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
        let entries = try entries()
        guard !entries.isEmpty else { throw Problem("There is nothing to add: type a title.", kind: .usage) }
        let list = try target.list(in: context)
        let items = areTitles ? try insert(entries, list, context) : try take(entries, list, context)
        let what = entries.count == 1 ? Title.naming([entries[0].line]) : "\(entries.count) items"
        return Change(items, summary: "add \(what)")
    }

    /// What is to be told of items that lines were added as at a moment, beside how many there were: how many of the lines were
    /// added to what was there; nil where none was.
    public static func remark(on items: [Item], since start: Date) -> String? {
        let count = items.count { ($0.timestamp ?? start) < start }
        return count == 0 ? nil : "\(count == items.count ? "all" : "\(count)") of them to what was there"
    }

    private func entries() throws(Problem) -> [QuickEntry] {
        var entries: [QuickEntry] = []
        for text in texts {
            let title = try Title.checked(text)
            entries += areTitles ? [QuickEntry(literal: title)] : EntryLines.split(title).map { QuickEntry($0) }
        }
        return entries
    }

    private func insert(_ entries: [QuickEntry], _ list: ItemList, _ context: NSManagedObjectContext) throws -> [Item] {
        var maker = try ItemMaker(of: entries.count, for: list, in: context)
        return entries.map { maker.insert($0.title) }
    }

    /// Makes items of entries, or adds to those there are.
    private func take(_ entries: [QuickEntry], _ list: ItemList, _ context: NSManagedObjectContext) throws -> [Item] {
        var maker = try ItemMaker(of: entries.count, for: list, in: context)
        var names = EntryNames(in: context)
        var products = try ProductMemory(of: entries.lazy.map(\.productName), in: context)
        var listed = try ListedItems(like: entries, in: list, context) { products[$0.productName] != nil }
        let now = Date()
        return try entries.map { entry in
            let item: Item
            if let there = try listed.merge(entry, &names) {
                item = there
            } else {
                item = maker.insert(entry.title)
                if !entry.isTitleAlone { try item.take(entry, &names) }
                listed.add(item)
            }
            products.use(entry, for: item, at: now)
            return item
        }
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
