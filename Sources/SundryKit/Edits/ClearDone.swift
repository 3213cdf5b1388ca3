import CoreData

/// Puts all that is done on a list into the trash.
public struct ClearDone: UserEdit, Sendable {
    /// “clear”.
    public static let verb = "clear"
    private let list: NSManagedObjectID

    /// The list without what is done.
    public init(_ list: ItemList) { self.list = list.objectID }

    /// Gives back how many items went.
    public func change(in context: NSManagedObjectContext) throws -> Change<Int> {
        guard let list = try? context.existingObject(with: list) as? ItemList else { return Change(0, summary: "") }
        let items = try context.fetch(Item.request(of: list, done: true, text: nil))
        let now = Date()
        for item in items { item.trashedAt = now }
        let what = items.count == 1 ? "what is done" : "\(items.count) done items"
        return Change(items.count, summary: "clear \(what) from \(Title.shortened(list.name ?? ""))")
    }
}
