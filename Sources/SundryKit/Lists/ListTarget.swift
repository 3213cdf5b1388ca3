import CoreData

/// The list that new items go to. Crosses from one context to another.
public enum ListTarget: Sendable {
    /// A list there is.
    case existing(NSManagedObjectID)
    /// A list made by the same edit.
    case new(String)

    /// That list, of any context.
    public static func list(_ list: ItemList) -> ListTarget { .existing(list.objectID) }

    /// The list as an object of the context, made where it is new.
    func list(in context: NSManagedObjectContext) throws -> ItemList {
        switch self {
        case .new(let name): return try AddList.insert(name, into: context)
        case .existing(let identifier):
            guard let list = try? context.existingObject(with: identifier) as? ItemList, !list.isDeleted else {
                throw Problem("This list was deleted meanwhile: choose another one.", kind: .missing)
            }
            return list
        }
    }
}
