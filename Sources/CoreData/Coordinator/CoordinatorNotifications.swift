extension Notification.Name {
    /// Posted by a coordinator after stores were added or removed.
    public static let NSPersistentStoreCoordinatorStoresDidChange = Notification.Name(
        "NSPersistentStoreCoordinatorStoresDidChangeNotification")
    /// Posted by a coordinator before stores are added or removed from outside the program.
    public static let NSPersistentStoreCoordinatorStoresWillChange = Notification.Name(
        "NSPersistentStoreCoordinatorStoresWillChangeNotification")
    /// Posted by a coordinator before a store is removed.
    public static let NSPersistentStoreCoordinatorWillRemoveStore = Notification.Name(
        "NSPersistentStoreCoordinatorWillRemoveStoreNotification")
}

/// Notification key: stores that were added.
public let NSAddedPersistentStoresKey = "added"
/// Notification key: stores that were or will be removed.
public let NSRemovedPersistentStoresKey = "removed"
/// Notification key: a store that changed its identity: the old one and the new.
public let NSUUIDChangedPersistentStoresKey = "changedUUID"
