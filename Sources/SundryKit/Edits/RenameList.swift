import CoreData

/// Gives a list another name.
public struct RenameList: UserEdit {
    /// “rename list”.
    public static let verb = "rename list"
    private let list: ItemList
    private let name: String
    private let former: String?
    /// Never: a name that another process gave it meanwhile is told.
    public static let overwrites = false

    /// The list renamed to `name`. Where `former` is given, a name that is another one by now is not replaced.
    public init(_ list: ItemList, to name: String, from former: String? = nil) {
        self.list = list
        self.name = name
        self.former = former
    }

    /// Sets the name. Throws a problem of kind `missing` where the list was deleted.
    public func change(in context: NSManagedObjectContext) throws -> Change<Void> {
        guard list.isThere else {
            throw Problem("This list was deleted meanwhile: nothing was changed.", kind: .missing)
        }
        let name = try AddList.checked(name, besides: list, in: context)
        let old = list.name ?? ""
        if name != old, name != former {
            try Title.require(old, toBe: former)
            list.setName(name)
        }
        return Change((), summary: "rename list \(Title.shortened(old)) to \(Title.shortened(name))")
    }
}
