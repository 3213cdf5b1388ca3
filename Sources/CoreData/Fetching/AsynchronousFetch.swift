/// Reads a fetch on another thread, and brings what it found back to the context's.
struct AsynchronousFetch {
    /// How many rows are read between two looks at whether anybody still waits, where progress is shown.
    private static let portion = 512

    private let context: NSManagedObjectContext
    private let settings: FetchSettings
    private let cancellation: ReadCancellation
    private let progress: Progress?

    init(
        _ context: NSManagedObjectContext, _ settings: FetchSettings, _ result: NSPersistentStoreAsynchronousResult
    ) {
        self.context = context
        self.settings = settings
        cancellation = result.cancellation
        progress = result.progress
    }

    /// What was read of a store, on its way to the context's queue.
    private struct Found {
        var rows = FetchedRows()
        /// The order of the rows, where these were read in portions.
        var keys: FetchedKeys?
    }

    /// Begins to read.
    ///
    /// - Parameter end: called on the context's queue. Its argument answers the objects, or nil where only the context can fetch
    ///   them: those that changes must be merged into, that a parent or several stores have, and all results of other types.
    func start(_ end: @escaping (() throws -> [NSManagedObject]?) -> Void) {
        let end = UnsafeTransfer(end)
        guard let store = storeToRead, let reader = try? context.reading(store) else {
            // Later, on the context's queue, as there is nothing to do elsewhere.
            return context.queue.async { [cancellation] in
                end.value { cancellation.isRequested ? [] : nil }
            }
        }
        let entity = settings.entity(in: context.source.coordinator)
        let plan = settings.plan(entity, margin: 0)
        let read = progress == nil ? readRows(reader, plan) : readPortions(reader, plan)
        // What is read elsewhere is nobody's until it comes back.
        let aside = UnsafeTransfer(self)
        WorkerThreads.async {
            let found = UnsafeTransfer(Result { try read(aside.value.cancellation) })
            aside.value.context.queue.async {
                end.value { try aside.value.objects(found.value.get(), of: store, entity) }
            }
        }
    }

    /// The store, if there is one alone that can be read on any queue.
    private var storeToRead: NSPersistentStore? {
        guard case .coordinator(let coordinator) = context.source, settings.resultType == [], settings.batchSize == 0,
            settings.includesPropertyValues
        else { return nil }
        let stores = coordinator.stores(for: settings.entity(in: coordinator), among: settings.affectedStores)
        return stores.count == 1 && stores[0].evaluatesPredicates ? stores[0] : nil
    }

    private typealias Reading = @Sendable (ReadCancellation) throws -> Found

    private func readRows(_ store: NSPersistentStore, _ plan: FetchPlan) -> Reading {
        let read = store.rowReader(plan)
        return { Found(rows: try read($0)) }
    }

    /// Reads the keys, whose number is the total of the progress, and then so many rows at a time.
    private func readPortions(_ store: NSPersistentStore, _ plan: FetchPlan) -> Reading {
        let read = store.keyReader(plan)
        let (family, progress) = (UnsafeTransfer(plan.entity), UnsafeTransfer(progress))
        return { cancellation in
            let keys = try read(cancellation)
            var found = Found(keys: keys)
            progress.value?.totalUnitCount = Int64(max(keys.primaryKeys.count, 1))
            for start in stride(from: 0, to: keys.primaryKeys.count, by: Self.portion) {
                if cancellation.isRequested { throw CancellationError() }
                let end = min(start + Self.portion, keys.primaryKeys.count)
                found.rows.append(
                    try store.rows(family: family.value, primaryKeys: Array(keys.primaryKeys[start..<end])))
                progress.value?.completedUnitCount = Int64(end)
            }
            if keys.primaryKeys.isEmpty { progress.value?.completedUnitCount = 1 }
            return found
        }
    }

    /// The objects of what was found, with the context's pending changes; nil where another fetch must tell.
    private func objects(
        _ found: Found, of store: NSPersistentStore, _ entity: NSEntityDescription
    ) throws -> [NSManagedObject]? {
        if settings.includesPendingChanges { context.processPendingChanges() }
        let pending = PendingMatches(in: context, settings, entity)
        if !pending.isEmpty, settings.limit + settings.offset > 0 { return nil }
        var objects = context.objects(for: found.rows, from: store)
        if let keys = found.keys {
            let read = objects
            objects = withExtendedLifetime(read) { context.objects(for: keys, declared: entity, store: store) }
        }
        if !settings.prefetchedKeyPaths.isEmpty { try context.prefetch(settings.prefetchedKeyPaths, of: objects) }
        if !settings.returnsObjectsAsFaults { for object in objects { object.prepareToRead() } }
        return pending.isEmpty ? objects : pending.apply(to: objects, settings)
    }
}
