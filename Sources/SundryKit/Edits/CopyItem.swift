import CoreData

/// Makes copies of items at the end of a list: all that is said of them, to be bought anew.
public struct CopyItem: UserEdit {
    /// “copy”.
    public static let verb = "copy"
    private let items: [Item]
    private let target: ListTarget

    /// Copies in the target list.
    public init(_ items: [Item], to target: ListTarget) {
        self.items = items
        self.target = target
    }

    /// Gives back the copies. What is gone meanwhile is not copied.
    public func change(in context: NSManagedObjectContext) throws -> Change<[Item]> {
        let there = items.filter { $0.managedObjectContext != nil && !$0.isDeleted }
        guard !there.isEmpty else { throw Problem("What was copied is gone meanwhile.", kind: .missing) }
        let list = try target.list(in: context)
        var maker = try ItemMaker(of: there.count, for: list, in: context)
        let copies = there.map { item in
            let copy = maker.insert(item.title ?? "")
            copy.takeAll(of: item)
            return copy
        }
        let titles = Title.naming(copies.map { $0.title ?? "" })
        return Change(copies, summary: "copy \(titles) to \(Title.shortened(list.name ?? ""))")
    }
}
