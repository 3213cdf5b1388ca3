import CoreData

/// Items as a command shows them: list by list, in the user's order, each sorted.
public struct Listing {
    /// A list and its items.
    public struct Group {
        /// The list.
        public let list: ItemList
        /// Those of its items that were asked for, sorted.
        public let items: [Item]
    }

    /// The lists, those without items included.
    public let groups: [Group]

    /// All items shown, list by list.
    public var items: [Item] { groups.flatMap(\.items) }

    /// Fetches the items of the named list, or of all lists; what is done only where `all` says so; those whose line
    /// holds `text`; in the given order, else in the one that each list remembers, those last that have nothing to be
    /// sorted by.
    ///
    /// Throws a problem of kind `missing` where there is no list of that name.
    public init(
        of name: String? = nil, all: Bool = false, text: String? = nil, sort: ItemSort? = nil,
        in context: NSManagedObjectContext
    ) throws {
        let lists = try name.map { [try ItemList.named($0, in: context)] } ?? ItemList.all(in: context)
        groups = try lists.map { list in
            let request = Item.request(of: list, all: all, text: text)
            let sort = sort ?? ItemSort(of: list)
            request.sortDescriptors = sort.descriptors
            return Group(list: list, items: sort.emptyLast(try context.fetch(request)))
        }
    }
}

extension ItemList {
    /// How many of its items are open, and how many are done. Items in the trash do not count.
    public func itemCounts() throws -> (open: Int, done: Int) {
        guard let context = managedObjectContext else { return (0, 0) }
        let open = try context.count(for: Item.request(of: self, all: false))
        return (open, try context.count(for: Item.request(of: self)) - open)
    }
}
