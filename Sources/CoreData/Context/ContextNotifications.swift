extension Notification.Name {
    /// Posted by a context after objects were changed, once per event.
    public static let NSManagedObjectContextObjectsDidChange = Notification.Name(
        "NSObjectsChangedInManagingContextNotification")
    /// Posted by a context before it saves; without userInfo.
    public static let NSManagedObjectContextWillSave = Notification.Name("NSManagingContextWillSaveChangesNotification")
    /// Posted by a context after it saved.
    public static let NSManagedObjectContextDidSave = Notification.Name("NSManagingContextDidSaveChangesNotification")
    /// Posted by a context after it saved, with IDs in the place of objects.
    public static let NSManagedObjectContextDidSaveObjectIDs = Notification.Name(
        "NSManagedObjectContextDidSaveObjectIDsNotification")
    /// Posted by a context after it merged changes of another, with the IDs of the objects.
    public static let NSManagedObjectContextDidMergeChangesObjectIDs = Notification.Name(
        "NSManagedObjectContextDidMergeChangesObjectIDsNotification")
}

/// Notification key: the inserted objects.
public let NSInsertedObjectsKey = "inserted"
/// Notification key: the updated objects.
public let NSUpdatedObjectsKey = "updated"
/// Notification key: the deleted objects.
public let NSDeletedObjectsKey = "deleted"
/// Notification key: objects given the store's values anew.
public let NSRefreshedObjectsKey = "refreshed"
/// Notification key: objects whose store has gone.
public let NSInvalidatedObjectsKey = "invalidated"
/// Notification key: the objects of a context that was reset.
public let NSInvalidatedAllObjectsKey = "invalidatedAll"
/// Notification key: IDs of inserted objects.
public let NSInsertedObjectIDsKey = "inserted_objectIDs"
/// Notification key: IDs of updated objects.
public let NSUpdatedObjectIDsKey = "updated_objectIDs"
/// Notification key: IDs of deleted objects.
public let NSDeletedObjectIDsKey = "deleted_objectIDs"
/// Notification key: IDs of refreshed objects.
public let NSRefreshedObjectIDsKey = "refreshed_objectIDs"
/// Notification key: IDs of invalidated objects.
public let NSInvalidatedObjectIDsKey = "invalidated_objectIDs"

extension NSManagedObjectContext {
    /// Like the global `NSManagedObjectContextObjectsDidChange`, under the name of newer code.
    public static let didChangeObjectsNotification = Notification.Name.NSManagedObjectContextObjectsDidChange
    /// Like `NSManagedObjectContextWillSave`.
    public static let willSaveObjectsNotification = Notification.Name.NSManagedObjectContextWillSave
    /// Like `NSManagedObjectContextDidSave`.
    public static let didSaveObjectsNotification = Notification.Name.NSManagedObjectContextDidSave
    /// Posted after a save with the IDs of the objects instead of the objects: safe to pass between queues.
    public static let didSaveObjectIDsNotification = Notification.Name.NSManagedObjectContextDidSaveObjectIDs
    /// Posted after changes of another context were merged, with the IDs of the objects.
    public static let didMergeChangesObjectIDsNotification = Notification.Name
        .NSManagedObjectContextDidMergeChangesObjectIDs

    /// Keys of the userInfo of the context's notifications.
    public enum NotificationKey: String, Sendable {
        /// The context itself.
        case sourceContext = "managedObjectContext"
        /// The query generation of the save.
        case queryGeneration = "newQueryGeneration"
        /// Objects that a reset let go of.
        case invalidatedAllObjects = "invalidatedAll"
        /// Inserted objects.
        case insertedObjects = "inserted"
        /// Updated objects.
        case updatedObjects = "updated"
        /// Deleted objects.
        case deletedObjects = "deleted"
        /// Refreshed objects.
        case refreshedObjects = "refreshed"
        /// Invalidated objects.
        case invalidatedObjects = "invalidated"
        /// IDs of inserted objects.
        case insertedObjectIDs = "inserted_objectIDs"
        /// IDs of updated objects.
        case updatedObjectIDs = "updated_objectIDs"
        /// IDs of deleted objects.
        case deletedObjectIDs = "deleted_objectIDs"
        /// IDs of refreshed objects.
        case refreshedObjectIDs = "refreshed_objectIDs"
        /// IDs of invalidated objects.
        case invalidatedObjectIDs = "invalidated_objectIDs"
    }
}

/// Who within this module hears of a context's changes, and what is posted to everyone else.
struct ContextNotifications {
    private struct Observer {
        weak var owner: AnyObject?
        let hear: (ContextChanges) -> Void
    }
    private var observers: [Observer] = []

    var hasObservers: Bool { observers.contains { $0.owner != nil } }

    /// The closure hears of each event, after the posted notification, until the owner goes.
    mutating func add(_ owner: AnyObject, _ hear: @escaping (ContextChanges) -> Void) {
        observers.removeAll { $0.owner == nil || $0.owner === owner }
        observers.append(Observer(owner: owner, hear: hear))
    }

    mutating func remove(_ owner: AnyObject) {
        observers.removeAll { $0.owner == nil || $0.owner === owner }
    }

    /// Sets made while a save is under way: it tells of the same objects twice, as changed and as saved.
    private(set) var savedSets: SavedSets?

    mutating func beginSave() { savedSets = savedSets ?? SavedSets() }
    mutating func endSave() { savedSets = nil }

    /// Posts `objectsDidChange`, and tells the observers.
    func tell(_ changes: ContextChanges, of context: NSManagedObjectContext) {
        if changes.hasContentToPost {
            let userInfo = userInfo(of: changes)
            NotificationCenter.default.post(
                name: .NSManagedObjectContextObjectsDidChange, object: context, userInfo: userInfo)
        }
        for observer in observers where observer.owner != nil { observer.hear(changes) }
    }

    /// Tells the observers alone that what they know of objects is void.
    func tellOfReset() {
        var changes = ContextChanges()
        changes.invalidatedAll = true
        for observer in observers where observer.owner != nil { observer.hear(changes) }
    }

    private func userInfo(of changes: ContextChanges) -> [AnyHashable: Any] {
        if changes.invalidatedAll { return [NSInvalidatedAllObjectsKey: changes.invalidated] }
        var userInfo: [AnyHashable: Any] = Dictionary(minimumCapacity: 3)
        func tell(_ key: @autoclosure () -> AnyHashable, _ objects: [NSManagedObject]) {
            if !objects.isEmpty { userInfo[key()] = savedSets?.set(objects) ?? Self.set(objects) }
        }
        tell(PostedKeys.inserted, changes.inserted)
        tell(PostedKeys.updated, changes.updated)
        tell(PostedKeys.deleted, changes.deleted)
        tell(PostedKeys.refreshed, changes.refreshed)
        tell(PostedKeys.invalidated, changes.invalidated)
        return userInfo
    }

    /// The same objects by their IDs, every set present.
    static func idUserInfo(of changes: ContextChanges, _ early: [EarlyIDs] = []) -> [AnyHashable: Any] {
        func ids(_ objects: [NSManagedObject]) -> Set<NSManagedObjectID> {
            if objects.isEmpty { return [] }
            for made in early { if let ids = made.ids(of: objects) { return ids } }
            return Self.ids(objects)
        }
        // Room for all there may be, the token of a save among them: a dictionary that grows hashes its keys again.
        var userInfo: [AnyHashable: Any] = Dictionary(minimumCapacity: 5)
        userInfo[PostedKeys.insertedIDs] = ids(changes.inserted)
        userInfo[PostedKeys.updatedIDs] = ids(changes.updated)
        userInfo[PostedKeys.deletedIDs] = ids(changes.deleted)
        if !changes.refreshed.isEmpty { userInfo[PostedKeys.refreshedIDs] = ids(changes.refreshed) }
        return userInfo
    }

    /// A table half as full as usual: each collision while it is filled would compare two objects through `isEqual`.
    static func spacious(_ count: Int) -> Int { count * 2 }

    static func set(_ objects: [NSManagedObject]) -> Set<NSManagedObject> {
        var set = Set<NSManagedObject>(minimumCapacity: spacious(objects.count))
        // Not `insert`, which counts the member it answers.
        objects.forEachHeld { set.update(with: $0) }
        return set
    }

    private static func ids(_ objects: [NSManagedObject]) -> Set<NSManagedObjectID> {
        var set = Set<NSManagedObjectID>(minimumCapacity: spacious(objects.count))
        objects.forEachHeld { set.update(with: $0.idForNotification) }
        return set
    }
}

/// The keys of the userInfo of notifications, boxed once: making an `AnyHashable` asks the runtime for a conformance each time.
enum PostedKeys {
    // Unsafe by its type alone: a string that never changes.
    nonisolated(unsafe) static let inserted: AnyHashable = NSInsertedObjectsKey
    // Unsafe by its type alone: a string that never changes.
    nonisolated(unsafe) static let updated: AnyHashable = NSUpdatedObjectsKey
    // Unsafe by its type alone: a string that never changes.
    nonisolated(unsafe) static let deleted: AnyHashable = NSDeletedObjectsKey
    // Unsafe by its type alone: a string that never changes.
    nonisolated(unsafe) static let refreshed: AnyHashable = NSRefreshedObjectsKey
    // Unsafe by its type alone: a string that never changes.
    nonisolated(unsafe) static let invalidated: AnyHashable = NSInvalidatedObjectsKey
    // Unsafe by its type alone: a string that never changes.
    nonisolated(unsafe) static let insertedIDs = boxed(.insertedObjectIDs)
    // Unsafe by its type alone: a string that never changes.
    nonisolated(unsafe) static let updatedIDs = boxed(.updatedObjectIDs)
    // Unsafe by its type alone: a string that never changes.
    nonisolated(unsafe) static let deletedIDs = boxed(.deletedObjectIDs)
    // Unsafe by its type alone: a string that never changes.
    nonisolated(unsafe) static let refreshedIDs = boxed(.refreshedObjectIDs)
    // Unsafe by its type alone: a string that never changes.
    nonisolated(unsafe) static let historyToken: AnyHashable = NSPersistentHistoryTokenKey

    private static func boxed(_ key: NSManagedObjectContext.NotificationKey) -> AnyHashable { key.rawValue }
}
