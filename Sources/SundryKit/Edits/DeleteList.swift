import CoreData

/// Deletes a list together with its items. ``RestoreList`` brings it back.
public struct DeleteList: UserEdit, Sendable {
    /// “delete list”.
    public static let verb = "delete list"
    /// What its words in the journal begin with.
    static let words = "delete list "
    private let list: NSManagedObjectID

    /// The list gone.
    public init(_ list: ItemList) { self.list = list.objectID }

    /// Deletes; the model has the items go with their list.
    public func change(in context: NSManagedObjectContext) throws -> Change<Void> {
        // Another window may have been quicker.
        guard let list = try? context.existingObject(with: list) as? ItemList else { return Change((), summary: "") }
        let items = NSFetchRequest<Item>(entityName: "Item")
        items.predicate = NSPredicate(format: "list == %@ AND trashedAt == nil", list)
        let count = try context.count(for: items)
        let name = Title.shortened(list.name ?? "")
        context.delete(list)
        return Change((), summary: "\(Self.words)\(name) with \(count) item\(count == 1 ? "" : "s")")
    }
}
