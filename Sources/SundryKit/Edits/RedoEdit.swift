import CoreData

/// Does again what was undone last, as long as nothing new was done since.
///
/// An undoing records, like any edit, what it changed, the mark on the edit that it took back included: taking back the
/// undoing puts that edit in force again.
public struct RedoEdit: UserEdit, Sendable {
    /// “redo”.
    public static let verb = "redo"
    /// Never: two processes that redo at once take up two edits, not the same one twice.
    public static let overwrites = false

    private let overwriting: Bool

    /// A redoing of what was undone last. Where it would overwrite what was done later, it is refused with a problem that tells of that,
    /// unless `overwriting` says that the user has been asked.
    public init(overwriting: Bool = false) { self.overwriting = overwriting }

    /// Whether what is to be done again is so much that it should be done behind the screen.
    public static func isLong(in context: NSManagedObjectContext) throws -> Bool {
        try Edit.nextToRedo(in: context)?.isLong ?? false
    }

    /// Gives back what was done again, in words that follow “Redid:”.
    public func change(in context: NSManagedObjectContext) throws -> Change<String> {
        guard let undoing = try Edit.nextToRedo(in: context) else { throw Problem("There is nothing to redo.") }
        try undoing.reverse(in: context, overwriting: overwriting)
        let summary = undoing.summary ?? ""
        return Change(summary, summary: summary)
    }
}
