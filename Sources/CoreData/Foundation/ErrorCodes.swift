// Codes of errors in NSCocoaErrorDomain: Apple's names and numbers.

/// A value was refused, for a reason without a code of its own.
public let NSManagedObjectValidationError = 1550
/// Objects share values that a constraint says are unique.
public let NSManagedObjectConstraintValidationError = 1551
/// Several values were refused: see NSDetailedErrorsKey.
public let NSValidationMultipleErrorsError = 1560
/// A property that is not optional has no value.
public let NSValidationMissingMandatoryPropertyError = 1570
/// A to-many relationship has too few objects.
public let NSValidationRelationshipLacksMinimumCountError = 1580
/// A to-many relationship has too many objects.
public let NSValidationRelationshipExceedsMaximumCountError = 1590
/// A relationship with the rule "deny" still has objects.
public let NSValidationRelationshipDeniedDeleteError = 1600
/// A number is larger than allowed.
public let NSValidationNumberTooLargeError = 1610
/// A number is smaller than allowed.
public let NSValidationNumberTooSmallError = 1620
/// A date is later than allowed.
public let NSValidationDateTooLateError = 1630
/// A date is earlier than allowed.
public let NSValidationDateTooSoonError = 1640
/// A date is none.
public let NSValidationInvalidDateError = 1650
/// A text is longer than allowed.
public let NSValidationStringTooLongError = 1660
/// A text is shorter than allowed.
public let NSValidationStringTooShortError = 1670
/// A text does not fit its pattern.
public let NSValidationStringPatternMatchingError = 1680
/// A URI is none.
public let NSValidationInvalidURIError = 1690
/// A context could not be locked.
public let NSManagedObjectContextLockingError = 132000
/// A coordinator could not be locked.
public let NSPersistentStoreCoordinatorLockingError = 132010
/// An object's row is not in its store, or not any more.
public let NSManagedObjectReferentialIntegrityError = 133000
/// A relationship leads to an object outside the saved stores.
public let NSManagedObjectExternalRelationshipError = 133010
/// Somebody else changed what is being saved, and the merge policy settles nothing.
public let NSManagedObjectMergeError = 133020
/// Unique values are taken, and the merge policy settles nothing.
public let NSManagedObjectConstraintMergeError = 133021
/// The type of a store is unknown, or its file is of another format.
public let NSPersistentStoreInvalidTypeError = 134000
/// A store is of another type than was asked for.
public let NSPersistentStoreTypeMismatchError = 134010
/// A store refused the entities, such as of a new table or column.
public let NSPersistentStoreIncompatibleSchemaError = 134020
/// A store could not be saved.
public let NSPersistentStoreSaveError = 134030
/// Some stores were saved, others not.
public let NSPersistentStoreIncompleteSaveError = 134040
/// A save met conflicts that nothing settled.
public let NSPersistentStoreSaveConflictsError = 134050
/// An error of no other kind.
public let NSCoreDataError = 134060
/// A store could not do what was asked.
public let NSPersistentStoreOperationError = 134070
/// A store could not be opened.
public let NSPersistentStoreOpenError = 134080
/// A store did not answer in time.
public let NSPersistentStoreTimeoutError = 134090
/// A store does not know requests of that kind.
public let NSPersistentStoreUnsupportedRequestTypeError = 134091
/// A store holds another version of the model.
public let NSPersistentStoreIncompatibleVersionHashError = 134100
/// A migration failed.
public let NSMigrationError = 134110
/// Rows break a constraint that is new in the model they are migrated to.
public let NSMigrationConstraintViolationError = 134111
/// A migration was cancelled.
public let NSMigrationCancelledError = 134120
/// The model of a store to migrate was not found.
public let NSMigrationMissingSourceModelError = 134130
/// No mapping model fits, and none could be inferred.
public let NSMigrationMissingMappingModelError = 134140
/// The store to migrate from failed.
public let NSMigrationManagerSourceStoreError = 134150
/// The store to migrate to failed.
public let NSMigrationManagerDestinationStoreError = 134160
/// A migration policy failed.
public let NSEntityMigrationPolicyError = 134170
/// SQLite failed, for a reason without a code of its own.
public let NSSQLiteError = 134180
/// A mapping model cannot be inferred between two models.
public let NSInferredMappingModelError = 134190
/// An external record could not be imported.
public let NSExternalRecordImportError = 134200
/// The history after that token was purged.
public let NSPersistentHistoryTokenExpiredError = 134301
/// The model a stage of a migration refers to was not found.
public let NSManagedObjectModelReferenceNotFoundError = 134504
/// A store was written by a newer framework than the stages know.
public let NSStagedMigrationFrameworkVersionMismatchError = 134505
/// A store is newer than the last stage.
public let NSStagedMigrationBackwardMigrationError = 134506
