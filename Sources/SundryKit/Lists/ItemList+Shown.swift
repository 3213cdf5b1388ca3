import CoreData

extension ItemList {
    /// The list that a window showed last, which the next one shows first; nil where none is known of.
    public static func shownLast(in context: NSManagedObjectContext) throws -> ItemList? {
        let request = inOrder()
        request.predicate = NSPredicate(format: "archivedAt == nil AND lastShownAt != nil")
        request.sortDescriptors = [NSSortDescriptor(key: "lastShownAt", ascending: false)]
        request.fetchLimit = 1
        return try context.fetch(request).first
    }

    /// Notes that a window showed this list last. It is no edit of the user's, and so in no journal; nothing is saved where the
    /// next window would show it anyway. On the context's queue.
    public func noteShown() {
        guard let context = managedObjectContext, !context.isReadOnly, !context.hasChanges, isThere else { return }
        let next = try? Self.shownLast(in: context) ?? Self.all(in: context).first
        guard next != self else { return }
        lastShownAt = Date()
        do {
            try context.saveWaiting()
        } catch {
            // The next window begins elsewhere: nobody is to be bothered with that.
            context.rollback()
        }
    }
}
