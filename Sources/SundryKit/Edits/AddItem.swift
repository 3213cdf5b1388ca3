import CoreData

/// Adds items to the end of a list, one for each title.
public struct AddItem: UserEdit {
    /// “add”.
    public static let verb = "add"
    private let titles: [String]
    private let target: ListTarget

    /// Items of those titles in the target list.
    public init(titles: [String], to target: ListTarget) {
        self.titles = titles
        self.target = target
    }

    /// One item in that list.
    public init(_ title: String, to list: ItemList) { self.init(titles: [title], to: .list(list)) }

    /// Gives back the items in the order of their titles.
    public func change(in context: NSManagedObjectContext) throws -> Change<[Item]> {
        let titles = try titles.map { text throws(Problem) in try Title.checked(text) }
        guard !titles.isEmpty else { throw Problem("There is nothing to add: type a title.", kind: .usage) }
        let list = try target.list(in: context)
        var maker = try ItemMaker(of: titles.count, for: list, in: context)
        return Change(titles.map { maker.insert($0) }, summary: "add \(Title.naming(titles))")
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
