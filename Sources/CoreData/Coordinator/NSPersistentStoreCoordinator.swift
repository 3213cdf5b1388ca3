import Synchronization

/// Stands between contexts and stores: holds the model, opens stores, and tells contexts what others saved. Follows Apple's
/// `NSPersistentStoreCoordinator`.
///
///     let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
///     try coordinator.addPersistentStore(type: .sqlite, at: url)
///
/// May be used from any thread.
open class NSPersistentStoreCoordinator: NSObject, @unchecked Sendable {
    // Sendable: what changes lies behind `state`; the model is frozen.

    private struct State {
        var name: String?
        var stores: [NSPersistentStore] = []
        var contexts: [WeakContext] = []
    }
    private let state = Mutex(State())
    /// Stores are opened one after the other, so that two callers cannot add the same file.
    private let opening = Mutex(())
    let queue = ContextQueue(.privateQueueConcurrencyType, label: "NSPersistentStoreCoordinator")

    /// The model of the stores; cannot be changed any more.
    public let managedObjectModel: NSManagedObjectModel

    /// A coordinator without stores.
    public init(managedObjectModel model: NSManagedObjectModel) {
        managedObjectModel = model
        super.init()
        model.freeze()
        ManagedClasses.enter(model)
    }

    /// A coordinator for a store that is being migrated: its model's classes are to stay those of the model in use.
    init(migrating model: NSManagedObjectModel) {
        managedObjectModel = model
        super.init()
        model.freeze()
    }

    /// A coordinator without a model: enough to destroy and replace stores.
    public override convenience init() { self.init(managedObjectModel: NSManagedObjectModel()) }

    deinit { for store in state.withLock({ $0.stores }) { store.close() } }

    /// A name for debugging.
    open var name: String? {
        get { state.withLock(\.name) }
        set { state.withLock { $0.name = newValue } }
    }
    /// The stores, in the order they were added.
    open var persistentStores: [NSPersistentStore] { state.withLock { $0.stores } }

    // MARK: Stores

    /// Opens a store, or makes it where there is none.
    @discardableResult
    open func addPersistentStore(
        type: NSPersistentStore.StoreType, configuration: String? = nil, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
        try addPersistentStore(ofType: type.rawValue, configurationName: configuration, at: url, options: options)
    }

    /// Opens a store, or makes it where there is none.
    @discardableResult
    open func addPersistentStore(
        ofType storeType: String, configurationName configuration: String?, at storeURL: URL?,
        options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStore {
        let given = UnsafeTransfer(options)
        // Only the lock's holder reads the options; a store never changes what it was given.
        let store = try opening.withLock { _ in
            try open(storeType, configuration, storeURL, given.value)
        }
        NotificationCenter.default.post(
            name: .NSPersistentStoreCoordinatorStoresDidChange, object: self,
            userInfo: [NSAddedPersistentStoresKey: [store]])
        return store
    }

    /// Opens the store of a description, on another queue if it says so. The handler is called once.
    open func addPersistentStore(
        with description: NSPersistentStoreDescription,
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        guard description.shouldAddStoreAsynchronously else {
            return block(description, failure(adding: description))
        }
        let job = UnsafeTransfer((description, block))
        // Handed over: the caller leaves the description alone until the handler is called.
        queue.async { job.value.1(job.value.0, self.failure(adding: job.value.0)) }
    }

    private final func failure(adding description: NSPersistentStoreDescription) -> (any Error)? {
        do {
            try addPersistentStore(
                ofType: description.type, configurationName: description.configuration, at: description.url,
                options: description.options)
            return nil
        } catch {
            return error
        }
    }

    /// Closes a store; its objects are void from now on.
    open func remove(_ store: NSPersistentStore) throws {
        try remove(store) { context in context.dropObjects(of: store) }
    }

    /// - Parameters:
    ///   - leave: takes leave of the store, on the queue of each context.
    ///   - afterwards: runs before the removal is told.
    final func remove(
        _ store: NSPersistentStore, _ leave: (NSManagedObjectContext) -> Void, afterwards: () -> Void = {}
    ) throws {
        let contexts = state.withLock { state -> [WeakContext]? in
            guard let at = state.stores.firstIndex(where: { $0 === store }) else { return nil }
            state.stores.remove(at: at)
            return state.contexts
        }
        guard let contexts else { throw Self.notOneOfOurs }
        NotificationCenter.default.post(
            name: .NSPersistentStoreCoordinatorWillRemoveStore, object: self,
            userInfo: [NSRemovedPersistentStoresKey: [store]])
        for case let context? in contexts.map(\.context) { context.performAndWait { leave(context) } }
        store.persistentStoreCoordinator = nil
        store.close()
        afterwards()
        NotificationCenter.default.post(
            name: .NSPersistentStoreCoordinatorStoresDidChange, object: self,
            userInfo: [NSRemovedPersistentStoresKey: [store]])
    }

    static var notOneOfOurs: CocoaError {
        CocoaError(
            .persistentStoreOperation,
            userInfo: [NSLocalizedDescriptionKey: "The store is not one of the coordinator's."])
    }

    /// Moves a store to another place, and to another type if need be: adds a store there with the same objects, and removes the
    /// one that it was. Objects in contexts go along, under new IDs.
    @discardableResult
    open func migratePersistentStore(
        _ store: NSPersistentStore, to URL: URL, options: [AnyHashable: Any]? = nil, withType storeType: String
    ) throws -> NSPersistentStore {
        try StoreMigration(of: store, in: self).run(to: URL, options, storeType)
    }

    /// Empties the store at that URL, which leaves the coordinator if it is one of its stores; throws where there is none.
    ///
    /// A SQLite file stays, as an empty database: others may have it open. The file of a binary store is removed: Apple's
    /// header has the stores other than SQLite's default to `NSFileManager`. Other coordinators that have such a store open keep
    /// its rows in memory, and save them no more: that fails with `NSPersistentStoreSaveError`.
    open func destroyPersistentStore(
        at url: URL, ofType storeType: String, options: [AnyHashable: Any]? = nil
    ) throws {
        try destroyStore(at: url, storeType, options)
    }

    /// Copies a store over the one at the destination, or to where none is; who reads it sees the old one or the new.
    ///
    /// The destination leaves the coordinator if it is one of its stores: add it again.
    open func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil, withPersistentStoreFrom sourceURL: URL,
        sourceOptions: [AnyHashable: Any]? = nil, ofType storeType: String
    ) throws {
        try replaceStore(at: destinationURL, destinationOptions, from: sourceURL, sourceOptions, storeType)
    }

    /// The store at that URL.
    open func persistentStore(for url: URL) -> NSPersistentStore? {
        persistentStores.first { $0.url?.standardizedFileURL == url.standardizedFileURL }
    }

    /// Where the store is.
    open func url(for store: NSPersistentStore) -> URL { store.url ?? URL(fileURLWithPath: "/dev/null") }

    /// The store's metadata.
    open func metadata(for store: NSPersistentStore) -> [String: Any] { store.metadata }

    /// Changes the store's metadata; they reach the disk with the next save.
    open func setMetadata(_ metadata: [String: Any]?, for store: NSPersistentStore) {
        var metadata = metadata ?? [:]
        metadata[NSStoreTypeKey] = store.type
        if metadata[NSStoreUUIDKey] == nil { metadata[NSStoreUUIDKey] = store.identifier }
        store.metadata = metadata
    }

    /// The ID that a URI names, nil if it is of no store of this coordinator.
    open func managedObjectID(forURIRepresentation url: URL) -> NSManagedObjectID? {
        guard let parts = NSManagedObjectID.parts(of: url),
            let entity = managedObjectModel.entitiesByName[parts.entity]
        else { return nil }
        if case .temporary = parts.key { return NSManagedObjectID(entity: entity, store: nil, key: parts.key) }
        guard let store = persistentStore(identifier: parts.store) else { return nil }
        return NSManagedObjectID(entity: entity, store: store, key: parts.key)
    }

    /// Runs the block on the coordinator's queue, later.
    open func perform(_ block: @escaping @Sendable () -> Void) { queue.async(block) }

    /// Executes a request in the coordinator's stores, or in the affected ones. To be called on the context's queue.
    ///
    /// - Parameters:
    ///   - request: a fetch, a batch, or one about history; throws `NSPersistentStoreUnsupportedRequestTypeError` for others.
    ///   - context: one of this coordinator, whose objects a fetch finds: raises for another's.
    /// - Returns: for a fetch the array of objects, IDs, dictionaries or the one number as they are stored, whatever is pending
    ///   in the context; for other requests the `NSPersistentStoreResult`.
    @discardableResult
    open func execute(_ request: NSPersistentStoreRequest, with context: NSManagedObjectContext) throws -> Any {
        try executeRequest(request, context)
    }

    // MARK: For contexts

    final func persistentStore(identifier: String) -> NSPersistentStore? {
        persistentStores.first { $0.identifier == identifier }
    }

    final func join(_ context: NSManagedObjectContext) {
        let member = WeakContext(context: context)
        state.withLock { state in
            state.contexts.removeAll { $0.context == nil }
            state.contexts.append(member)
        }
    }

    final func leave(_ context: NSManagedObjectContext) {
        state.withLock { $0.contexts.removeAll { $0.context == nil || $0.context === context } }
    }

    final func hasContexts(besides context: NSManagedObjectContext) -> Bool {
        state.withLock { $0.contexts.contains { $0.context != nil && $0.context !== context } }
    }

    /// Hands saved rows to the contexts on this coordinator that merge them.
    final func hand(_ rows: MergedRows, from saver: NSManagedObjectContext) {
        for case let context? in state.withLock({ $0.contexts }).map(\.context) where context !== saver {
            context.mergeLater(rows)
        }
    }

    private final func open(
        _ type: String, _ configuration: String?, _ url: URL?, _ options: [AnyHashable: Any]?
    ) throws -> NSPersistentStore {
        if let missing = managedObjectModel as? MissingModel {
            throw StoreKinds.error(NSPersistentStoreOpenError, reason: missing.reason, url: url)
        }
        if let url, persistentStore(for: url) != nil {
            throw StoreKinds.error(
                NSPersistentStoreOpenError + 1, reason: "Can't add the same store twice", url: url)
        }
        let store = try openMigrating(type, configuration, url, options)
        store.persistentStoreCoordinator = self
        state.withLock { $0.stores.append(store) }
        return store
    }

    private final func openMigrating(
        _ type: String, _ configuration: String?, _ url: URL?, _ options: [AnyHashable: Any]?
    ) throws -> NSPersistentStore {
        func opened() throws -> NSPersistentStore {
            try StoreKinds.open(
                type: type, model: managedObjectModel, configuration: configuration, url: url, options: options)
        }
        do {
            return try opened()
        } catch let need as MigrationNeeded {
            guard let url else { throw need }
            let end = MigrationEnd(url: url, type: type, options: options, configuration: configuration)
            try AutomaticMigration(of: end, to: managedObjectModel).run(need)
            return try opened()
        }
    }
}
