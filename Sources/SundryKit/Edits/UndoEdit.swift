import CoreData

/// Takes back the last edit still in force, whichever window, command or import made it, today or before a restart.
public struct UndoEdit: UserEdit, Sendable {
    /// “undo”.
    public static let verb = "undo"
    /// Never: two processes that undo at once take back two edits, not the same one twice.
    public static let overwrites = false

    private let overwriting: Bool

    /// An undoing of the last edit. Where it would overwrite what was done later, it is refused with a problem that tells of that,
    /// unless `overwriting` says that the user has been asked.
    public init(overwriting: Bool = false) { self.overwriting = overwriting }

    /// Whether what is to be undone is so much that it should be undone behind the screen.
    public static func isLong(in context: NSManagedObjectContext) throws -> Bool {
        try Edit.nextToUndo(in: context)?.isLong ?? false
    }

    /// Gives back what was undone, in words that follow “Undid:”.
    public func change(in context: NSManagedObjectContext) throws -> Change<String> {
        guard let edit = try Edit.nextToUndo(in: context) else { throw Problem("There is nothing to undo.") }
        try edit.reverse(in: context, overwriting: overwriting)
        let summary = edit.summary ?? ""
        return Change(summary, summary: summary)
    }
}
