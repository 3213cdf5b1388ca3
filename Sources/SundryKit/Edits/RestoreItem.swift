import CoreData

/// Takes items out of the trash.
public struct RestoreItem: UserEdit {
    /// “restore”.
    public static let verb = "restore"
    private let items: [Item]

    /// The items back in their lists.
    public init(_ items: [Item]) { self.items = items }

    /// Gives back how many items came back.
    public func change(in context: NSManagedObjectContext) throws -> Change<Int> {
        let coming = items.filter { $0.trashedAt != nil }
        for item in coming { item.trashedAt = nil }
        return Change(coming.count, summary: "restore \(Title.naming(coming.map { $0.title ?? "" }))")
    }
}
