import CoreData

extension ItemList {
    /// The name of the list that is made when something is added and there is none yet.
    public static let firstName = "Shopping"

    /// Whether it is in the store still, as nobody may have told yet that it is not.
    public var isThere: Bool {
        guard let context = managedObjectContext, !isDeleted else { return false }
        let request = NSFetchRequest<ItemList>(entityName: "ItemList")
        request.predicate = NSPredicate(format: "SELF == %@", self)
        return (try? context.count(for: request)) == 1
    }

    /// The lists in use, in the user's order.
    public static func all(in context: NSManagedObjectContext) throws -> [ItemList] { try context.fetch(inOrder()) }

    /// A request for the lists in use, in the user's order.
    public static func inOrder() -> NSFetchRequest<ItemList> {
        let request = NSFetchRequest<ItemList>(entityName: "ItemList")
        request.predicate = NSPredicate(format: "archivedAt == nil")
        request.sortDescriptors = [
            NSSortDescriptor(key: "position", ascending: true), NSSortDescriptor(key: "createdAt", ascending: true),
        ]
        return request
    }

    /// The list of that name, whatever its case and accents, be it in use or not.
    static func find(_ name: String, in context: NSManagedObjectContext) throws -> ItemList? {
        let request = NSFetchRequest<ItemList>(entityName: "ItemList")
        request.predicate = NSPredicate(format: "foldedName == %@", Search.folded(Title.trimmed(name)))
        request.fetchLimit = 1
        return try context.fetch(request).first
    }

    /// The list in use of that name, whatever its case and accents.
    ///
    /// Throws a problem of kind `missing` that names the lists there are.
    public static func named(_ name: String, in context: NSManagedObjectContext) throws -> ItemList {
        let name = try Title.checkedName(name)
        if let list = try find(name, in: context), list.archivedAt == nil { return list }
        let lists = try all(in: context)
        guard !lists.isEmpty else {
            throw Problem("There is no list “\(Title.shortened(name))”: there are no lists yet.", kind: .missing)
        }
        let names = lists.prefix(12).map { "“\(Title.shortened($0.name ?? ""))”" }.joined(separator: ", ")
        let more = lists.count > 12 ? " and \(lists.count - 12) more" : ""
        let verb = lists.count == 1 ? "is" : "are"
        throw Problem("There is no list “\(Title.shortened(name))”; there \(verb) \(names)\(more).", kind: .missing)
    }

    /// Where new items go: to the list of that name, without one to the first list. Where there are no lists at all,
    /// or where `creating` allows it, the list is made together with the items.
    public static func target(
        named name: String?, creating: Bool = false, in context: NSManagedObjectContext
    ) throws -> ListTarget {
        guard let name else {
            let first = inOrder()
            first.fetchLimit = 1
            return try context.fetch(first).first.map(ListTarget.list) ?? .new(firstName)
        }
        do {
            return .list(try named(name, in: context))
        } catch let problem as Problem where problem.kind == .missing {
            if try creating || context.count(for: inOrder()) == 0 { return .new(name) }
            throw problem
        }
    }

    /// A position after all lists there are.
    static func nextPosition(in context: NSManagedObjectContext) throws -> Double {
        let last = NSFetchRequest<ItemList>(entityName: "ItemList")
        last.sortDescriptors = [NSSortDescriptor(key: "position", ascending: false)]
        last.fetchLimit = 1
        return (try context.fetch(last).first?.position ?? 0) + 1
    }

    /// A position after all items of the list, those in the trash included.
    func nextItemPosition(in context: NSManagedObjectContext) throws -> Double {
        guard !objectID.isTemporaryID else { return 1 }
        let last = NSFetchRequest<Item>(entityName: "Item")
        last.predicate = NSPredicate(format: "list == %@", self)
        last.sortDescriptors = [NSSortDescriptor(key: "position", ascending: false)]
        last.fetchLimit = 1
        return (try context.fetch(last).first?.position ?? 0) + 1
    }
}
