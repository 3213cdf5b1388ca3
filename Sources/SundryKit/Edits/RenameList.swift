import CoreData

/// Gives a list another name.
public struct RenameList: UserEdit {
    /// “rename list”.
    public static let verb = "rename list"
    private let list: ItemList
    private let name: String

    /// The list renamed to `name`.
    public init(_ list: ItemList, to name: String) {
        self.list = list
        self.name = name
    }

    /// Sets the name.
    public func change(in context: NSManagedObjectContext) throws -> Change<Void> {
        let name = try AddList.checked(name, besides: list, in: context)
        let old = list.name ?? ""
        if name != old { list.setName(name) }
        return Change((), summary: "rename list \(Title.shortened(old)) to \(Title.shortened(name))")
    }
}
