/// A working set of objects: fetched from stores, changed in memory, saved in one transaction. Follows Apple's `NSManagedObjectContext`.
///
///     try context.performAndWait {
///         let item = Item(context: context)
///         item.title = "Milk"
///         try context.save()
///     }
///
/// A context and its objects belong to one queue; `perform` is the door into it. Launched with
/// `-com.apple.CoreData.ConcurrencyDebug 1`, the program traps where an object or context is used on another queue.
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
    // Sendable: `perform` may be called from anywhere; everything else belongs to the context's queue, see above.

    let queue: ContextQueue
    /// The identity maps; for the life of the context.
    let registry = ObjectRegistry()
    let changes = ChangeSet()
    var source = RowSource.none
    var settings = ContextSettings()
    var notifications = ContextNotifications()
    /// What is going on in the context at the moment.
    var activity = ContextActivity()

    /// Free entries of the context's user.
    public let userInfo = NSMutableDictionary()

    /// A context on the main queue, or on a queue of its own.
    public init(concurrencyType: NSManagedObjectContextConcurrencyType) {
        queue = ContextQueue(concurrencyType)
        super.init()
        queue.belong(to: self)
        registry.serve(self)
    }

    /// A context on the main queue, or on a queue of its own, under the name of newer code.
    public convenience init(_ type: ConcurrencyType) {
        self.init(concurrencyType: type == .mainQueue ? .mainQueueConcurrencyType : .privateQueueConcurrencyType)
    }

    deinit { letGoOfObjects() }

    // MARK: Where the context stands

    /// The coordinator that the context, or the parent at the end of the chain, reads from and saves to.
    open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
        get { source.coordinator }
        set { join(newValue) }
    }
    /// The context that this one reads from and saves to in place of a coordinator.
    open var parent: NSManagedObjectContext? {
        get {
            if case .parent(let parent) = source { return parent }
            return nil
        }
        set { join(newValue) }
    }
    /// The queue the context works on.
    public final var concurrencyType: NSManagedObjectContextConcurrencyType { queue.type }
    /// A name for the history and for debugging.
    open var name: String? {
        get { settings.name }
        set { settings.name = newValue }
    }
    /// Who saves: the author of the transactions in the history.
    open var transactionAuthor: String? {
        get { settings.transactionAuthor }
        set { settings.transactionAuthor = newValue }
    }
    /// An `NSMergePolicy`: what becomes of conflicts in a save.
    open var mergePolicy: Any {
        get { settings.mergePolicy }
        set { settings.mergePolicy = newValue }
    }
    /// Whether what others save to the coordinator or parent is merged in as it comes.
    open var automaticallyMergesChangesFromParent: Bool {
        get { settings.automaticallyMergesChangesFromParent }
        set { mergeAutomatically(newValue) }
    }
    /// Whether an object whose row is gone turns into a deleted one without values, instead of raising.
    open var shouldDeleteInaccessibleFaults: Bool {
        get { settings.shouldDeleteInaccessibleFaults }
        set { settings.shouldDeleteInaccessibleFaults = newValue }
    }
    /// Whether delete rules are applied at the end of each event rather than at the save.
    open var propagatesDeletesAtEndOfEvent: Bool {
        get { settings.propagatesDeletesAtEndOfEvent }
        set { settings.propagatesDeletesAtEndOfEvent = newValue }
    }
    /// Whether every registered object stays in memory, not only those with pending changes.
    open var retainsRegisteredObjects: Bool {
        get { settings.retainsRegisteredObjects }
        set { retainObjects(newValue) }
    }
    /// For how many seconds a row in memory counts as fresh when a fault fires; negative for ever.
    open var stalenessInterval: TimeInterval {
        get { settings.stalenessInterval }
        set { settings.stalenessInterval = newValue }
    }

    /// What each event is registered with, to be taken back by `undo`; nil, and nothing is paid for it, unless one is set.
    open var undoManager: UndoManager? {
        get { activity.undo?.manager }
        set { record(with: newValue) }
    }

    /// Pins the context to a state of its stores; with `.current` to that of the next time it reads, with nil to none.
    ///
    /// Whatever is fetched or faulted from then on is of that state. Saving, merging and resetting take the context to a newer one.
    open func setQueryGenerationFrom(_ generation: NSQueryGenerationToken?) throws { try pin(to: generation) }
    /// The state that the context is pinned to, nil for none.
    open var queryGenerationToken: NSQueryGenerationToken? { pinnedToken }

    // MARK: Doing work on the queue

    /// Runs the block on the context's queue, later; `processPendingChanges` follows it.
    open func perform(_ block: @escaping @Sendable () -> Void) {
        queue.async {
            block()
            self.endBlock()
        }
    }

    // MARK: Changes

    /// Whether there is anything to save.
    open var hasChanges: Bool { hasPendingChanges }
    /// New objects, not saved yet.
    open var insertedObjects: Set<NSManagedObject> { ContextNotifications.set(changes.inserted) }
    /// Objects with changes not saved yet.
    open var updatedObjects: Set<NSManagedObject> { ContextNotifications.set(changes.updated) }
    /// Objects that the next save deletes.
    open var deletedObjects: Set<NSManagedObject> { ContextNotifications.set(changes.deleted) }
    /// All objects of the context that are in memory.
    open var registeredObjects: Set<NSManagedObject> { allObjects }

    /// Inserts an object that was made without a context.
    open func insert(_ object: NSManagedObject) { attach(object) }
    /// Marks an object as deleted; the next save deletes its row.
    open func delete(_ object: NSManagedObject) { markDeleted(object) }
    /// Chooses the store that a new object is saved to.
    open func assign(_ object: Any, to store: NSPersistentStore) { choose(store, for: object) }
    /// Gives new objects their permanent IDs before they are saved.
    open func obtainPermanentIDs(for objects: [NSManagedObject]) throws { try givePermanentIDs(to: objects) }
    /// Ends the event: applies delete rules, and posts `objectsDidChange`.
    open func processPendingChanges() { endEvent() }
    /// Executes a request of any kind: a fetch, one about history, or a batch.
    @discardableResult
    open func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
        try executeRequest(request)
    }
    /// Saves all changes to the stores, or one level up to the parent.
    open func save() throws { try saveChanges() }
    /// Takes back the last group of changes that the undo manager has; nothing without one.
    open func undo() { undoChanges() }
    /// Does the changes again that were taken back last.
    open func redo() { redoChanges() }
    /// Drops all changes: what was inserted leaves, what was changed or deleted is as it was. Empties the undo manager.
    open func rollback() { discardChanges() }
    /// Lets go of every object and all changes.
    open func reset() { letGo() }
    /// Gives an object the store's values anew, with its pending changes applied to them, or drops these.
    open func refresh(_ object: NSManagedObject, mergeChanges: Bool) {
        refreshObject(object, mergeChanges: mergeChanges)
    }
    /// Turns every unchanged object into a fault; changed ones keep their changes over fresh values.
    open func refreshAllObjects() { refreshEverything() }
    /// Includes an object without changes in the check for conflicts of the next save.
    open func detectConflicts(for object: NSManagedObject) { checkConflicts(for: object) }
    /// Takes over what another context has saved.
    open func mergeChanges(fromContextDidSave notification: Notification) { merge(notification) }

    // MARK: Finding objects

    /// The object of that ID, a fault if it is not in memory; never asks the store.
    open func object(with objectID: NSManagedObjectID) -> NSManagedObject { find(objectID) }
    /// The object of that ID if it is in memory.
    open func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? { registered(objectID) }
    /// The object of that ID with its values; throws if there is no row.
    open func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject { try existing(objectID) }
}

extension NSManagedObjectContext {
    /// The queue a context works on, under the names of newer code.
    public struct ConcurrencyType: Hashable, Sendable {
        private let isMain: Bool
        /// A serial queue of the context's own.
        public static let privateQueue = ConcurrencyType(isMain: false)
        /// The main queue.
        public static let mainQueue = ConcurrencyType(isMain: true)
    }

    /// When an async `perform` runs its block.
    public enum ScheduledTaskType: Hashable, Sendable {
        /// At once if the caller is on the queue already, else queued.
        case immediate
        /// Always queued.
        case enqueued
    }
}

/// What a context is in the middle of.
struct ContextActivity {
    /// Events are being processed or a save is under way: a nested call waits for the outer one.
    var isProcessing = false
    /// nil where the context reads whatever the stores have.
    var pin: QueryGenerationPin?
    /// Hands events to the undo manager, if there is one.
    var undo: UndoRecorder?
    /// Objects held because `retainsRegisteredObjects` is set.
    var retained = ObjectSet()
    /// Stores chosen by `assign(_:to:)`.
    var assignedStores: [ObjectIdentifier: NSPersistentStore] = [:]
    /// What temporary IDs that were handed out have become: home and key.
    var permanentKeys: [Int64: (home: ObjectHome, key: Int64)] = [:]
    /// Objects checked for conflicts though unchanged.
    var conflictChecked = ObjectSet()
    /// Contexts that have this one as their parent.
    var children: [WeakContext] = []
    /// What last kept an object from being read.
    var readError: (any Error)?
}

/// A context that may go.
struct WeakContext: @unchecked Sendable {
    // Sendable: weak references are guarded by the runtime, and a context may be held from anywhere.
    weak var context: NSManagedObjectContext?
}
