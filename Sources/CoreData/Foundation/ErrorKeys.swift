/// The domain of SQLite's errors; in the `userInfo` of other errors the key of SQLite's code.
public let NSSQLiteErrorDomain = "NSSQLiteErrorDomain"

// Keys of an error's `userInfo`: Apple's names and texts.

/// The errors that a NSValidationMultipleErrorsError stands for: `[NSError]`.
public let NSDetailedErrorsKey = "NSDetailedErrors"
/// The object that was refused.
public let NSValidationObjectErrorKey = "NSValidationErrorObject"
/// The name of the property whose value was refused.
public let NSValidationKeyErrorKey = "NSValidationErrorKey"
/// The predicate that the value does not meet.
public let NSValidationPredicateErrorKey = "NSValidationErrorPredicate"
/// The value that was refused.
public let NSValidationValueErrorKey = "NSValidationErrorValue"
/// The stores that an error concerns: `[NSPersistentStore]`.
public let NSAffectedStoresErrorKey = "NSAffectedStoresErrorKey"
/// The objects that an error concerns: `[NSManagedObject]`.
public let NSAffectedObjectsErrorKey = "NSAffectedObjectsErrorKey"
/// The conflicts of a save: `[NSMergeConflict]`, or `[NSConstraintConflict]` under NSManagedObjectConstraintMergeError.
public let NSPersistentStoreSaveConflictsErrorKey = "conflictList"
