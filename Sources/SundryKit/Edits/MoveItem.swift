import CoreData

/// Moves items to the end of another list.
public struct MoveItem: UserEdit {
    /// “move”.
    public static let verb = "move"
    /// Never: another window may have deleted the items meanwhile.
    public static let overwrites = false
    private let items: [Item]
    private let target: ListTarget

    /// The items in the target list.
    public init(_ items: [Item], to target: ListTarget) {
        self.items = items
        self.target = target
    }

    /// Gives back how many items moved; those that were there already stay where they are. Throws a problem of kind `missing`
    /// where all of them were deleted.
    public func change(in context: NSManagedObjectContext) throws -> Change<Int> {
        let list = try target.list(in: context)
        let moving = try Item.there(items).filter { $0.list != list }
        var position = try list.nextItemPosition(in: context)
        for item in moving {
            item.list = list
            item.position = position
            position += 1
        }
        let titles = Title.naming(moving.map { $0.title ?? "" })
        return Change(moving.count, summary: "move \(titles) to \(Title.shortened(list.name ?? ""))")
    }
}
