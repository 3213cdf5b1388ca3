import CoreData

/// Makes a list.
public struct AddList: UserEdit {
    /// “add list”.
    public static let verb = "add list"
    private let name: String

    /// A new list of that name.
    public init(_ name: String) { self.name = name }

    /// Gives back the list.
    public func change(in context: NSManagedObjectContext) throws -> Change<ItemList> {
        let list = try Self.insert(Self.checked(name, in: context), into: context)
        return Change(list, summary: "add list \(Title.shortened(list.name ?? ""))")
    }

    /// Makes a list at the end of the user's order.
    static func insert(_ name: String, into context: NSManagedObjectContext) throws -> ItemList {
        let list = ItemList(context: context)
        list.identifier = UUID()
        list.setName(name)
        list.createdAt = Date()
        list.position = try ItemList.nextPosition(in: context)
        return list
    }

    /// The name as a list may have it, `list` itself left aside. Two lists of one name would be told apart by nobody.
    static func checked(_ name: String, besides list: ItemList? = nil, in context: NSManagedObjectContext) throws
        -> String
    {
        let name = try Title.checkedName(name)
        if let other = try ItemList.find(name, in: context), other != list {
            throw Problem(
                "Choose another name: there is a list “\(Title.shortened(other.name ?? "", to: 30))” already.")
        }
        return name
    }
}
