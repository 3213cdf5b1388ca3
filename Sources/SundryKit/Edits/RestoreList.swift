import CoreData

/// Brings a deleted list back with its items, those in the trash included, whatever was done since.
///
/// The journal holds all that was deleted. The deletion is marked as taken back, so that it is not undone a second time.
public struct RestoreList: UserEdit, Sendable {
    /// “restore list”.
    public static let verb = "restore list"
    /// Never: of two windows that bring one list back, one does.
    public static let overwrites = false

    private let deletion: NSManagedObjectID

    /// The list that an edit of ``deletions()`` has deleted.
    public init(_ deletion: Edit) { self.deletion = deletion.objectID }

    /// A request for the deletions of lists that are in force, the last one first.
    public static func deletions() -> NSFetchRequest<Edit> {
        let request = NSFetchRequest<Edit>(entityName: "Edit")
        request.predicate = NSPredicate(format: "verb == %@ AND undoneAt == nil", DeleteList.verb)
        request.sortDescriptors = [NSSortDescriptor(key: "createdAt", ascending: false)]
        return request
    }

    /// Gives back the list's name.
    public func change(in context: NSManagedObjectContext) throws -> Change<String> {
        guard let deletion = try? context.existingObject(with: deletion) as? Edit, deletion.undoneAt == nil else {
            throw Problem("This list is back already: nothing was changed.", kind: .missing)
        }
        try deletion.reverse(in: context, overwriting: false)
        let lists = context.insertedObjects.compactMap { $0 as? ItemList }
        for list in lists {
            let namesake = NSFetchRequest<ItemList>(entityName: "ItemList")
            namesake.predicate = NSPredicate(format: "foldedName == %@", list.foldedName ?? "")
            namesake.includesPendingChanges = false
            guard try context.count(for: namesake) == 0 else {
                let name = Title.shortened(list.name ?? "")
                throw Problem("There is a list “\(name)” again: rename that, then bring this one back.")
            }
        }
        let name = lists.first?.name ?? ""
        return Change(name, summary: "bring back list \(Title.shortened(name))")
    }
}

extension Edit {
    /// What a deletion of a list has deleted: “Groceries with 3 items”.
    public var deletedList: String {
        let words = summary ?? ""
        return words.hasPrefix(DeleteList.words) ? String(words.dropFirst(DeleteList.words.count)) : words
    }
}
