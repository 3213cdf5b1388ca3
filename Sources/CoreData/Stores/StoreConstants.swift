// Types, options and metadata keys of stores: Apple's names and texts.

/// The type of a store in a SQLite file.
public let NSSQLiteStoreType = "SQLite"
/// The type of a store in memory that is read from a file and written to it as a whole.
///
/// - Note: Differs from Apple: the file is of a format of our own.
public let NSBinaryStoreType = "Binary"
/// The type of a store in memory.
public let NSInMemoryStoreType = "InMemory"

/// Option: whether the store is only read (Bool).
public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"
/// Option: seconds to wait for another process's lock (240 unless set).
public let NSPersistentStoreTimeoutOption = "NSPersistentStoreTimeoutOption"
/// Option: SQLite pragmas, `[String: String]`, such as `["journal_mode": "DELETE"]`.
public let NSSQLitePragmasOption = "NSSQLitePragmasOption"
/// Option: whether the file's indexes are analysed as it is opened (Bool).
public let NSSQLiteAnalyzeOption = "NSSQLiteAnalyzeOption"
/// Option: whether the file is compacted as it is opened (Bool).
public let NSSQLiteManualVacuumOption = "NSSQLiteManualVacuumOption"
/// Option: whether a store of another version of the model is migrated (Bool).
public let NSMigratePersistentStoresAutomaticallyOption = "NSMigratePersistentStoresAutomaticallyOption"
/// Option: whether a mapping model is inferred where none is found (Bool).
public let NSInferMappingModelAutomaticallyOption = "NSInferMappingModelAutomaticallyOption"
/// Option: the `NSStagedMigrationManager` that migrates a store of another version of the model, stage by stage.
public let NSPersistentStoreStagedMigrationManagerOptionKey = "NSPersistentStoreStagedMigrationManagerOptionKey"
/// Option: whether the version hashes of store and model may differ (Bool).
public let NSIgnorePersistentStoreVersioningOption = "NSIgnorePersistentStoreVersioningOption"
/// Option: whether saves are recorded as persistent history (Bool).
public let NSPersistentHistoryTrackingKey = "NSPersistentHistoryTrackingKey"
/// Option: whether `NSPersistentStoreRemoteChange` is posted (Bool).
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey = "NSPersistentStoreRemoteChangeNotificationOptionKey"
/// Option: the protection of the file; accepted, without effect where the file system knows none.
public let NSPersistentStoreFileProtectionKey = "NSPersistentStoreFileProtectionKey"

/// Metadata key: the type of the store.
public let NSStoreTypeKey = "NSStoreType"
/// Metadata key: the UUID of the store.
public let NSStoreUUIDKey = "NSStoreUUID"

/// Notification key: the `NSPersistentHistoryToken` of the newest transaction.
public let NSPersistentHistoryTokenKey = "historyToken"
/// Notification key: the URL of the store.
public let NSPersistentStoreURLKey = "storeURL"

extension Notification.Name {
    /// Posted on a coordinator when one of its stores was written, by whatever process, itself included.
    ///
    /// `userInfo` holds the history token (`NSPersistentHistoryTokenKey`), the store's UUID (`NSStoreUUIDKey`) and its URL
    /// (`NSPersistentStoreURLKey`). It is posted on a queue of the store's own.
    public static let NSPersistentStoreRemoteChange = Notification.Name("NSPersistentStoreRemoteChangeNotification")
}
