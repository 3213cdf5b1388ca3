import CoreData

/// One edit of the user's data: changed objects and a row of the journal, saved in one transaction.
///
///     try CompleteItem([item], done: true).run(in: context)
///
/// The screen and the command line use the same edits. An edit that fails changes nothing.
public protocol UserEdit {
    /// What the edit gives back.
    associatedtype Outcome
    /// Its name in the journal.
    static var verb: String { get }
    /// Whether it may overwrite what another process saved at the same moment. One that may not is tried again on what
    /// is there now.
    static var overwrites: Bool { get }
    /// Changes the objects of the context, saving nothing.
    func change(in context: NSManagedObjectContext) throws -> Change<Outcome>
}

/// What an edit did to the objects of its context.
public struct Change<Outcome> {
    /// What the edit gives back.
    public let outcome: Outcome
    /// What was done, in a few words that follow “Undid:”.
    public let summary: String

    /// A change of that outcome, told in those words.
    public init(_ outcome: Outcome, summary: String) {
        self.outcome = outcome
        self.summary = summary
    }
}

extension UserEdit {
    /// What the user just did wins.
    public static var overwrites: Bool { true }

    /// How often an edit is tried that others keep getting ahead of.
    private static var attempts: Int { 10 }

    /// Makes the edit and saves it, on the context's queue. Throws a ``Problem``, and then nothing has changed.
    @discardableResult
    public func run(in context: NSManagedObjectContext) throws -> Outcome {
        guard !context.isReadOnly else { throw Problem.readOnly }
        for _ in 1..<Self.attempts {
            do {
                return try attempt(in: context)
            } catch let error as NSError where Self.isOvertaken(error) {
                context.refreshAllObjects()
            } catch {
                throw Problem(saving: error)
            }
        }
        do {
            return try attempt(in: context)
        } catch {
            throw Problem(saving: error)
        }
    }

    /// Whether another process was quicker, so that the edit is to be made anew on what is there now.
    private static func isOvertaken(_ error: NSError) -> Bool {
        error.domain == NSCocoaErrorDomain
            && (error.code == NSManagedObjectConstraintMergeError
                || error.code == NSManagedObjectMergeError && !overwrites)
    }

    private func attempt(in context: NSManagedObjectContext) throws -> Outcome {
        let policy = context.mergePolicy
        defer { context.mergePolicy = policy }
        do {
            // What others left unsaved is not part of this edit.
            if context.hasChanges { try context.saveWaiting() }
            // What others have deleted stands among the context's deletions until a save.
            let gone = context.deletedObjects
            if !Self.overwrites { context.mergePolicy = NSErrorMergePolicy }
            let change = try change(in: context)
            let changes = PendingChanges.changes(of: context, besides: gone)
            guard !changes.isEmpty else {
                // Values set to what they were: not worth a row, nor a line in the history.
                context.rollback()
                return change.outcome
            }
            try Edit.record(Self.verb, summary: change.summary, changes: changes, in: context)
            try context.saveWaiting()
            return change.outcome
        } catch {
            context.rollback()
            throw error
        }
    }
}
