/// One save in the history of a store. Follows Apple's `NSPersistentHistoryTransaction`.
public final class NSPersistentHistoryTransaction: NSObject, NSCopying {
    /// When it was saved.
    public let timestamp: Date
    /// The changes, in the order they were written; nil where they were not asked for.
    public let changes: [NSPersistentHistoryChange]?
    /// The number of the transaction, unique in its store and growing.
    public let transactionNumber: Int64
    /// The UUID of the store.
    public let storeID: String
    /// The bundle identifier of the program that saved; its name where it has none.
    public let bundleID: String
    /// The name of the process that saved.
    public let processID: String
    /// The name of the context that saved.
    public let contextName: String?
    /// The transaction author of the context that saved.
    public let author: String?

    init(_ transaction: HistoryTransaction, store: NSPersistentStore, withChanges: Bool) {
        timestamp = Date(timeIntervalSinceReferenceDate: transaction.timestamp)
        transactionNumber = transaction.number
        storeID = store.identifier
        bundleID = transaction.bundleIdentifier ?? ""
        processID = transaction.processIdentifier ?? ""
        contextName = transaction.contextName
        author = transaction.author
        changes = withChanges ? transaction.changes.map { NSPersistentHistoryChange($0, store: store) } : nil
        super.init()
        for change in changes ?? [] { change.transaction = self }
    }

    /// The place in the history after this transaction.
    public var token: NSPersistentHistoryToken { NSPersistentHistoryToken([storeID: transactionNumber]) }

    /// The changes as a notification for `mergeChanges(fromContextDidSave:)`.
    public func objectIDNotification() -> Notification {
        var sets: [NSPersistentHistoryChangeType: Set<NSManagedObjectID>] = [.insert: [], .update: [], .delete: []]
        for change in changes ?? [] { sets[change.changeType]?.insert(change.changedObjectID) }
        let userInfo: [AnyHashable: Any] = [
            NSManagedObjectContext.NotificationKey.insertedObjectIDs.rawValue: sets[.insert] ?? [],
            NSManagedObjectContext.NotificationKey.updatedObjectIDs.rawValue: sets[.update] ?? [],
            NSManagedObjectContext.NotificationKey.deletedObjectIDs.rawValue: sets[.delete] ?? [],
            NSPersistentHistoryTokenKey: token,
        ]
        return Notification(
            name: NSManagedObjectContext.didSaveObjectIDsNotification, object: nil, userInfo: userInfo)
    }

    /// Itself: a transaction never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}
