import CoreData

/// Puts a list out of sight with all its items, or back among the others.
public struct ArchiveList: UserEdit {
    /// “archive list”.
    public static let verb = "archive list"
    private let list: ItemList
    private let archived: Bool

    /// The list in the archive, or out of it.
    public init(_ list: ItemList, archived: Bool = true) {
        self.list = list
        self.archived = archived
    }

    /// Sets it. Throws a problem of kind `missing` where the list was deleted.
    public func change(in context: NSManagedObjectContext) throws -> Change<Void> {
        guard list.isThere else {
            throw Problem("This list was deleted meanwhile: nothing was changed.", kind: .missing)
        }
        if (list.archivedAt != nil) != archived { list.archivedAt = archived ? Date() : nil }
        let name = Title.shortened(list.name ?? "")
        return Change((), summary: archived ? "archive list \(name)" : "take list \(name) out of the archive")
    }
}
