extension NSManagedObjectContext {
    /// The objects, IDs, dictionaries or count that a request asks for; pending changes count unless it says otherwise.
    public final func fetch<ResultType>(_ request: NSFetchRequest<ResultType>) throws -> [ResultType] {
        try fetch(request.settings)
    }

    final func fetch<ResultType>(_ settings: FetchSettings) throws -> [ResultType] {
        checkConfinement()
        settings.checkGrouping()
        switch settings.resultType {
        case .managedObjectIDResultType: return try Self.results(fetchIDs(settings))
        case .countResultType: return try Self.results([NSNumber(value: count(settings))])
        case .dictionaryResultType: return try Self.results(fetchDictionaries(settings))
        default: return try Self.results(fetchObjects(settings))
        }
    }

    /// How many objects a request would find.
    public final func count<ResultType>(for request: NSFetchRequest<ResultType>) throws -> Int {
        checkConfinement()
        let settings = request.settings
        settings.checkGrouping()
        // Dictionaries that come once, or one for a group, are fewer than rows.
        let counts =
            settings.resultType == .dictionaryResultType
            && (settings.returnsDistinctResults || settings.propertiesToGroupBy?.isEmpty == false)
        return try counts ? fetchDictionaries(settings).count : count(settings)
    }

    /// Hands an array on as one of the request's type; traps where the request promised another type.
    static func results<Element: AnyObject, ResultType>(_ elements: [Element]) throws -> [ResultType] {
        if ResultType.self == Element.self {
            // The same type under two names.
            return unsafeBitCast(elements, to: [ResultType].self)
        }
        if Element.self == NSManagedObject.self, ResultType.self is NSManagedObject.Type {
            elements.withUnsafeBufferPointer { elements in
                var last: AnyClass?
                for index in elements.indices where type(of: elements[index]) != last {
                    last = type(of: elements[index])
                    guard elements[index] is ResultType else {
                        raise(
                            "NSInvalidArgumentException",
                            "The request for '\(ResultType.self)' found an object of class '\(type(of: elements[index]))'."
                        )
                    }
                }
            }
            // Every object was seen to be of the type, and both arrays hold plain class references.
            return unsafeBitCast(elements, to: [ResultType].self)
        }
        return elements.map { element in
            guard let result = element as? ResultType else {
                raise(
                    "NSInvalidArgumentException",
                    "The request for '\(ResultType.self)' found a '\(type(of: element))'.")
            }
            return result
        }
    }

    // MARK: Objects

    final func fetchObjects(_ settings: FetchSettings) throws -> [NSManagedObject] {
        let entity = settings.entity(in: source.coordinator)
        if settings.includesPendingChanges { processPendingChanges() }
        let pending = PendingMatches(in: self, settings, entity)
        var objects = try storedObjects(settings, entity, pending)
        if !settings.prefetchedKeyPaths.isEmpty { try prefetch(settings.prefetchedKeyPaths, of: objects) }
        if !settings.returnsObjectsAsFaults { for object in objects { object.prepareToRead() } }
        if !pending.isEmpty { objects = pending.apply(to: objects, settings) }
        return objects
    }

    /// What the stores, or the parent, find. With pending changes around, enough for these to be merged in.
    private final func storedObjects(
        _ settings: FetchSettings, _ entity: NSEntityDescription, _ pending: PendingMatches
    ) throws -> [NSManagedObject] {
        switch source {
        case .none: return []
        case .parent(let parent): return try parentObjects(settings, entity, pending, parent)
        case .coordinator(let coordinator):
            let stores = coordinator.stores(for: entity, among: settings.affectedStores)
            let merges = stores.count > 1
            if !settings.includesPendingChanges, !changes.isEmpty, stores.contains(where: { !$0.evaluatesPredicates }) {
                return try keysWithoutChanges(settings, of: coordinator).map { entity, store, key in
                    object(in: registry.home(of: entity, in: store), key: key)
                }
            }
            let margin = pending.margin(settings)
            let plan = settings.plan(entity, margin: merges ? max(settings.offset, margin) : margin)
            var objects: [NSManagedObject] = []
            for store in stores {
                let found = try storedObjects(settings, plan, store)
                objects = objects.isEmpty ? found : objects + found
            }
            let unsorted = merges || stores.contains { !$0.evaluatesPredicates }
            return unsorted && pending.isEmpty ? settings.sortedAndCut(objects) : objects
        }
    }

    private final func storedObjects(
        _ settings: FetchSettings, _ plan: FetchPlan, _ store: NSPersistentStore
    ) throws -> [NSManagedObject] {
        let source = try reading(store)
        if !store.evaluatesPredicates {
            let objects = try objects(for: source.fetchRows(plan), from: store)
            guard let evaluator = settings.predicate?.evaluator else { return objects }
            return objects.filter { evaluator.evaluate($0) }
        }
        if settings.batchSize > 0 || !settings.includesPropertyValues {
            return try objects(
                for: source.fetchKeys(plan), declared: plan.entity, store: store,
                batchSize: settings.batchSize > 0 ? settings.batchSize : 256)
        }
        return try objects(for: source.fetchRows(plan), from: store)
    }

    /// A child fetches through its parent, whose pending changes count.
    private final func parentObjects(
        _ settings: FetchSettings, _ entity: NSEntityDescription, _ pending: PendingMatches,
        _ parent: NSManagedObjectContext
    ) throws -> [NSManagedObject] {
        var wider = settings
        wider.entity = entity
        wider.resultType = .managedObjectResultType
        wider.includesPendingChanges = true
        if !pending.isEmpty {
            wider.offset = 0
            wider.limit = settings.limit == 0 ? 0 : settings.limit + pending.margin(settings)
        }
        let request = UnsafeTransfer(wider)
        // The parent's objects stay there; snapshots, which never change, come back.
        let rows = try parent.performAndWait {
            let objects = try parent.fetchObjects(request.value)
            return UnsafeTransfer(
                objects.compactMap { object -> (EntityLayout, NSPersistentStore?, RowReference)? in
                    object.registerTemporary()
                    return object.snapshotForChildren().map { (object.home.layout, object.home.store, $0) }
                })
        }.value
        return rows.map { layout, store, row in
            let object = object(in: registry.home(of: layout.entity, in: store), key: row.primaryKey)
            if object.flags.contains(.fault), !object.flags.contains(.deleted) { object.stand(on: row) }
            return object
        }
    }

    // MARK: Rows to objects

    /// The objects of fetched rows, in their order: registered ones, and new faults that stand on their snapshots.
    final func objects(for rows: FetchedRows, from store: NSPersistentStore) -> [NSManagedObject] {
        // An array made with room for none would write its count into the one that all empty arrays share.
        if rows.count == 0 { return [] }
        let makers = rows.chunks.map { chunk in
            FetchedObjects(chunk: chunk, home: registry.home(of: chunk.layout.entity, in: store))
        }
        func make(_ objects: UnsafeMutablePointer<NSManagedObject>) {
            var count = 0
            for run in rows.runs {
                makers[Int(run.chunk)].initialize(objects + count, rows: run.rows)
                count += run.rows.count
            }
        }
        let objects = [NSManagedObject](unsafeUninitializedCapacity: rows.count) { buffer, count in
            guard let start = buffer.baseAddress else { return }
            count = rows.count
            guard let order = rows.order else { return make(start) }
            // Made in the order in which they lie in memory and in the identity map, which costs a fraction of going to and fro.
            let made = UnsafeMutablePointer<NSManagedObject>.allocate(capacity: rows.count)
            make(made)
            for (place, index) in order.enumerated() {
                (start + place).moveInitialize(from: made + Int(index), count: 1)
            }
            made.deallocate()
        }
        if settings.retainsRegisteredObjects {
            for object in objects { activity.retained.insert(object) }
        }
        return objects
    }

    // MARK: IDs, counts, dictionaries

    private final func fetchIDs(_ settings: FetchSettings) throws -> [NSManagedObjectID] {
        let entity = settings.entity(in: source.coordinator)
        if settings.includesPendingChanges { processPendingChanges() }
        let pending = PendingMatches(in: self, settings, entity)
        guard pending.isEmpty, case .coordinator(let coordinator) = source else {
            return try fetchObjects(settings).map(\.objectID)
        }
        let stores = coordinator.stores(for: entity, among: settings.affectedStores)
        guard stores.count == 1, stores[0].evaluatesPredicates else {
            return try fetchObjects(settings).map(\.objectID)
        }
        let keys = try reading(stores[0]).fetchKeys(settings.plan(entity, margin: 0))
        return keys.primaryKeys.enumerated().map { index, key in
            NSManagedObjectID(
                entity: keys.layouts?[index].entity ?? entity, store: stores[0], key: .permanent(key))
        }
    }

    final func count(_ settings: FetchSettings) throws -> Int {
        let entity = settings.entity(in: source.coordinator)
        if settings.includesPendingChanges { processPendingChanges() }
        let pending = PendingMatches(in: self, settings, entity)
        guard case .coordinator(let coordinator) = source else { return try fetchObjects(settings).count }
        let stores = coordinator.stores(for: entity, among: settings.affectedStores)
        if !stores.allSatisfy(\.evaluatesPredicates) || (stores.count > 1 && settings.limit + settings.offset > 0) {
            return try fetchObjects(settings).count
        }
        var plan = settings.plan(entity, margin: 0)
        plan.sortDescriptors = []
        if pending.isEmpty { return try stores.reduce(0) { try $0 + reading($1).count(plan) } }
        if settings.limit + settings.offset > 0 { return try fetchObjects(settings).count }
        return try stores.reduce(pending.insertedMatches.count) { total, store in
            try total + pending.adjust(reading(store).fetchKeys(plan).primaryKeys, of: store)
        }
    }
}

extension FetchSettings {
    /// What one store is asked for. With a margin, rows from the first on, and so many more than the limit.
    func plan(_ entity: NSEntityDescription, margin: Int) -> FetchPlan {
        sortDescriptors?.forEach { $0.requireKey() }
        return FetchPlan(
            entity: entity, includesSubentities: includesSubentities, predicate: predicate,
            sortDescriptors: sortDescriptors ?? [], limit: limit == 0 ? 0 : limit + margin,
            offset: margin > 0 ? 0 : offset)
    }

    /// Groups are of dictionaries alone, and conditions on groups need groups.
    func checkGrouping() {
        let isGrouped = propertiesToGroupBy?.isEmpty == false
        if isGrouped, resultType != .dictionaryResultType {
            raise("NSInvalidArgumentException", "Invalid fetch request: GROUP BY requires NSDictionaryResultType")
        }
        if havingPredicate != nil, !isGrouped {
            raise("NSInvalidArgumentException", "Invalid fetch request: HAVING requires GROUP BY")
        }
    }

    /// Sorted in memory, then offset and limit.
    func sortedAndCut(_ objects: [NSManagedObject]) -> [NSManagedObject] { cut(sorted(objects)) }

    func sorted(_ objects: [NSManagedObject]) -> [NSManagedObject] {
        guard let sortDescriptors, !sortDescriptors.isEmpty else { return objects }
        var objects = objects
        SortOrder(sortDescriptors).sort(&objects) { .object($0) }
        return objects
    }

    func cut<Element>(_ objects: [Element]) -> [Element] {
        let rest = offset > 0 ? objects.dropFirst(offset) : objects[...]
        return Array(limit > 0 ? rest.prefix(limit) : rest)
    }
}
