import CoreData
import SundryKit

/// What the same keys do on all screens above the lists and items.
extension Screen {
    /// Closes, shows the keys, undoes or redoes, where the action says so; nil for any other. What the edits are undone of is
    /// the context, where the screen has one.
    func answer(_ action: Action, in context: NSManagedObjectContext? = nil) throws -> Effect? {
        switch (action, context) {
        case (.close, _), (.escape, _): .close
        case (.help, _): .help
        case (.undo, let context?): .say("Undid: \(try UndoEdit().run(in: context))")
        case (.redo, let context?): .say("Redid: \(try RedoEdit().run(in: context))")
        default: nil
        }
    }

    /// Why an action cannot run that changes what is kept: the store may not be written. Nil where it can, and for any other.
    func refusal(of action: Action, in context: NSManagedObjectContext) -> Availability? {
        Action.edits.contains(action) && context.isReadOnly ? .disabled(Problem.readOnly.sentence) : nil
    }
}
