import CoreData

/// The list that new items go to. Crosses from one context to another.
public enum ListTarget: Sendable {
    /// A list there is.
    case existing(NSManagedObjectID)
    /// The list of that name, made by the same edit unless somebody made it meanwhile.
    case new(String)

    /// That list, of any context.
    public static func list(_ list: ItemList) -> ListTarget { .existing(list.objectID) }

    /// What the list is called, or will be.
    public func name(in context: NSManagedObjectContext) throws -> String {
        switch self {
        case .new(let name): return Title.trimmed(name)
        case .existing: return try list(in: context).name ?? ""
        }
    }

    /// The list as an object of the context, made where it is new. Throws where it is in the archive: what is added there nobody sees.
    func list(in context: NSManagedObjectContext) throws -> ItemList {
        switch self {
        case .new(let name):
            // Asked once: a list made right after is met by the save.
            guard let list = try ItemList.find(name, in: context) else {
                return try AddList.insert(Title.checkedName(name), into: context)
            }
            return try inUse(list)
        case .existing(let identifier):
            guard let list = try? context.existingObject(with: identifier) as? ItemList, list.isThere else {
                throw Problem("This list was deleted meanwhile: choose another one.", kind: .missing)
            }
            return try inUse(list)
        }
    }

    /// Asked of the store: nobody may have told yet.
    private func inUse(_ list: ItemList) throws -> ItemList {
        let archived = NSFetchRequest<ItemList>(entityName: "ItemList")
        archived.predicate = NSPredicate(format: "SELF == %@ AND archivedAt != nil", list)
        guard let context = list.managedObjectContext, !list.objectID.isTemporaryID,
            try context.count(for: archived) > 0
        else { return list }
        let name = Title.shortened(list.name ?? "", to: 24)
        throw Problem("The list “\(name)” is in the archive: bring it back there, or choose another one.")
    }
}
