import CoreData

/// Puts items into the trash.
public struct DeleteItem: UserEdit {
    /// “delete”.
    public static let verb = "delete"
    private let items: [Item]

    /// The items in the trash.
    public init(_ items: [Item]) { self.items = items }

    /// Gives back how many items went.
    public func change(in context: NSManagedObjectContext) throws -> Change<Int> {
        let going = items.filter { $0.trashedAt == nil }
        let now = Date()
        for item in going { item.trashedAt = now }
        return Change(going.count, summary: "delete \(Title.naming(going.map { $0.title ?? "" }))")
    }
}
