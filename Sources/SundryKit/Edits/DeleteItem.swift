import CoreData

/// Puts items into the trash.
public struct DeleteItem: UserEdit, Sendable {
    /// “delete”.
    public static let verb = "delete"
    private let items: [NSManagedObjectID]

    /// The items in the trash.
    public init(_ items: [Item]) { self.items = items.map(\.objectID) }

    /// Gives back how many items went.
    public func change(in context: NSManagedObjectContext) throws -> Change<Int> {
        let going = try Item.items(items, in: context).filter { $0.trashedAt == nil }
        let now = Date()
        for item in going { item.trashedAt = now }
        return Change(going.count, summary: "delete \(Title.naming(going.map { $0.title ?? "" }))")
    }
}
