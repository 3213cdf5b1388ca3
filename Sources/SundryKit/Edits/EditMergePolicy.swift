import CoreData

/// What happens when another process was quicker: by the rule it is made of where both changed one row. Where both took
/// one name the save throws, and the edit is made anew on what is there now: merged, two lists would be one without
/// anybody having said so.
final class EditMergePolicy: NSMergePolicy, @unchecked Sendable {
    // Sendable: as its superclass, for it stores nothing.

    /// What the user just did wins.
    static let userWins = EditMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
    /// What was saved meanwhile wins.
    static let storeWins = EditMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)

    override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
        try NSMergePolicy.error.resolve(constraintConflicts: list)
    }
}
