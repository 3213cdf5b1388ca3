import CoreData

extension Edit {
    /// The verbs of the edits that take back others. They stand in the journal too, outside the line of what `undo` takes back.
    private static let reversals = [UndoEdit.verb, RedoEdit.verb]

    /// Adds the row of an edit that is about to be saved. Each row is later than all before it, also where the clock
    /// was set back.
    static func record(
        _ verb: String, summary: String, changes: [RecordedChange], in context: NSManagedObjectContext
    ) throws {
        let edit = Edit(context: context)
        edit.identifier = UUID()
        edit.verb = verb
        edit.summary = summary
        edit.author = context.transactionAuthor ?? Author.window.rawValue
        edit.createdAt = try nextTime(in: context)
        edit.changes = ChangeWriter.data(of: changes)
    }

    private static func nextTime(in context: NSManagedObjectContext) throws -> Date {
        let now = Date()
        let later = NSFetchRequest<Edit>(entityName: "Edit")
        later.predicate = NSPredicate(format: "createdAt >= %@", now)
        later.includesPendingChanges = false
        // Counting leaves the recorded changes of earlier edits, which may be large, unread.
        guard try context.count(for: later) > 0 else { return now }
        later.sortDescriptors = [NSSortDescriptor(key: "createdAt", ascending: false)]
        later.fetchLimit = 1
        // The spacing of doubles at this distance from 2001 is a tenth of a microsecond.
        return (try context.fetch(later).first?.createdAt ?? now).addingTimeInterval(0.000_001)
    }

    /// The edit that `undo` takes back next: the newest one still in force, whoever made it.
    static func nextToUndo(in context: NSManagedObjectContext) throws -> Edit? {
        try newest("undoneAt == nil AND NOT (verb IN %@)", reversals, in: context)
    }

    /// The undoing that `redo` takes back next; nil once something new was done after it.
    static func nextToRedo(in context: NSManagedObjectContext) throws -> Edit? {
        guard let undoing = try newest("undoneAt == nil AND verb IN %@", [UndoEdit.verb], in: context),
            let time = undoing.createdAt
        else { return nil }
        let newer = NSFetchRequest<Edit>(entityName: "Edit")
        newer.predicate = NSPredicate(format: "createdAt > %@ AND NOT (verb IN %@)", time, reversals)
        return try context.count(for: newer) == 0 ? undoing : nil
    }

    private static func newest(
        _ format: String, _ verbs: [String], in context: NSManagedObjectContext
    ) throws -> Edit? {
        let request = NSFetchRequest<Edit>(entityName: "Edit")
        request.predicate = NSPredicate(format: format, verbs)
        request.sortDescriptors = [NSSortDescriptor(key: "createdAt", ascending: false)]
        request.fetchLimit = 1
        return try context.fetch(request).first
    }

    /// Whether it changed hundreds of objects: one takes 18 bytes at least.
    public var isLong: Bool { (changes?.count ?? 0) > 8192 }

    /// Takes back what this edit did, and marks it as undone. Nothing is saved. Where that would overwrite what was done
    /// later, it throws a problem that tells of it, unless `overwriting` says that it may.
    func reverse(in context: NSManagedObjectContext, overwriting: Bool) throws {
        try Reversal.reverse(
            try ChangeReader.changes(in: changes ?? Data()), in: context, overwriting: overwriting)
        undoneAt = Date()
    }
}
