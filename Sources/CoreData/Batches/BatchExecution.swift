/// Executes a batch request on the stores of a context's coordinator.
struct BatchExecution {
    private let context: NSManagedObjectContext
    private let coordinator: NSPersistentStoreCoordinator

    init(in context: NSManagedObjectContext) {
        guard let coordinator = context.source.coordinator else {
            raise("NSInternalInconsistencyException", "The context has no persistent store coordinator.")
        }
        self.context = context
        self.coordinator = coordinator
    }

    private func entity(named name: String, _ given: NSEntityDescription?) -> NSEntityDescription {
        var settings = FetchSettings()
        settings.entityName = name
        settings.entity = given
        return settings.entity(in: coordinator)
    }

    /// The stores that hold the entity; raises for one that takes no batches.
    private func stores(for entity: NSEntityDescription, _ request: NSPersistentStoreRequest) -> [SQLiteStore] {
        coordinator.stores(for: entity, among: request.affectedStores).map { store in
            guard let store = store as? SQLiteStore else {
                raise(
                    "NSInternalInconsistencyException",
                    "Unknown command type <\(type(of: request)) : entity = \(entity.name ?? ""), \(store.type) store>")
            }
            return store
        }
    }

    private func transaction(_ store: SQLiteStore) -> BatchTransaction {
        BatchTransaction(store: store, author: context.settings.transactionAuthor, contextName: context.settings.name)
    }

    // MARK: Inserting

    func run(_ request: NSBatchInsertRequest) throws -> NSBatchInsertResult {
        let entity = entity(named: request.entityName, request.entity)
        if entity.isAbstract {
            raise("NSInvalidArgumentException", "The entity '\(entity.name ?? "")' is abstract: it has no rows.")
        }
        guard let store = stores(for: entity, request).first else { throw Self.noStore(entity) }
        let source: BatchRowSource
        if let handler = request.managedObjectHandler {
            source = BatchRowSource(entity.layout, objectHandler: handler)
        } else if let handler = request.dictionaryHandler {
            source = BatchRowSource(entity.layout, dictionaryHandler: handler)
        } else {
            source = BatchRowSource(entity.layout, request.objectsToInsert ?? [])
        }
        let insertion = BatchInsertion(
            store: store, map: store.schema.map(entity), collisions: UniqueCollisions(context.mergePolicy))
        let keys = try insertion.run(source, in: transaction(store))
        switch request.resultType {
        case .statusOnly: return NSBatchInsertResult(true, .statusOnly)
        case .count: return NSBatchInsertResult(keys.count, .count)
        case .objectIDs:
            let ids = keys.map { NSManagedObjectID(entity: entity, store: store, key: .permanent($0)) }
            return NSBatchInsertResult(ids, .objectIDs)
        }
    }

    // MARK: Updating

    func run(_ request: NSBatchUpdateRequest) throws -> NSBatchUpdateResult {
        let entity = entity(named: request.entityName, request.entity)
        var plan = FetchPlan(entity: entity)
        plan.predicate = request.predicate
        plan.includesSubentities = request.includesSubentities
        let values = BatchValues(request.propertiesToUpdate ?? [:], entity)
        let wantsIDs = request.resultType == .updatedObjectIDsResultType
        var found = BatchFound()
        for store in stores(for: entity, request) where !values.isEmpty {
            found.add(
                try BatchUpdate(store: store, plan: plan, values: values).run(in: transaction(store), wantsIDs), store)
        }
        switch request.resultType {
        case .statusOnlyResultType: return NSBatchUpdateResult(true, request.resultType)
        case .updatedObjectIDsResultType: return NSBatchUpdateResult(found.ids, request.resultType)
        case .updatedObjectsCountResultType: return NSBatchUpdateResult(found.count, request.resultType)
        }
    }

    // MARK: Deleting

    func run(_ request: NSBatchDeleteRequest) throws -> NSBatchDeleteResult {
        let wantsIDs = request.resultType == .resultTypeObjectIDs
        var found = BatchFound()
        if let ids = request.objectIDs {
            for (store, plan, keys) in try named(ids, request) {
                let deletion = BatchDeletion(store: store, plan: plan, keys: keys)
                found.add(try deletion.run(in: transaction(store), wantsIDs), store)
            }
        } else {
            let settings = request.fetchRequest.settings
            let entity = settings.entity(in: coordinator)
            let plan = settings.plan(entity, margin: 0)
            for store in stores(for: entity, request) {
                let deletion = BatchDeletion(store: store, plan: plan, keys: nil)
                found.add(try deletion.run(in: transaction(store), wantsIDs), store)
            }
        }
        switch request.resultType {
        case .resultTypeStatusOnly: return NSBatchDeleteResult(true, request.resultType)
        case .resultTypeObjectIDs: return NSBatchDeleteResult(found.ids, request.resultType)
        case .resultTypeCount: return NSBatchDeleteResult(found.count, request.resultType)
        }
    }

    /// Rows that were named one by one, store by store.
    private func named(
        _ ids: [NSManagedObjectID], _ request: NSPersistentStoreRequest
    ) throws -> [(SQLiteStore, FetchPlan, [Int64])] {
        guard let first = ids.first else { return [] }
        guard ids.allSatisfy({ $0.entity.name == first.entity.name && !$0.isTemporaryID }) else {
            throw CocoaError(
                .persistentStoreOperation,
                userInfo: [
                    NSLocalizedDescriptionKey: "The rows of a batch delete must be of one entity, and have been saved."
                ])
        }
        let entity = entity(named: first.entity.name ?? "", nil)
        return stores(for: entity, request).compactMap { store in
            let keys = ids.filter { $0.storeIdentifier == store.identifier }.map(\.objectKey)
            return keys.isEmpty ? nil : (store, FetchPlan(entity: entity), keys)
        }
    }

    private static func noStore(_ entity: NSEntityDescription) -> CocoaError {
        CocoaError(
            .persistentStoreOperation,
            userInfo: [NSLocalizedDescriptionKey: "No store of the coordinator holds '\(entity.name ?? "")'."])
    }
}

/// The rows that a batch request has found in one store.
struct BatchRows {
    var count = 0
    /// Filled where they are asked for.
    var keys: [(key: Int64, layout: EntityLayout)] = []
}

/// Those of all stores.
private struct BatchFound {
    private(set) var count = 0
    private(set) var ids: [NSManagedObjectID] = []

    mutating func add(_ rows: BatchRows, _ store: NSPersistentStore) {
        count += rows.count
        ids += rows.keys.map { NSManagedObjectID(entity: $0.layout.entity, store: store, key: .permanent($0.key)) }
    }
}

/// What becomes of a row whose unique values another has.
enum UniqueCollisions {
    /// Nothing is inserted at all.
    case fail
    /// The row that is there takes the new values.
    case replace
    /// The row that is there stays as it is.
    case keep

    /// By a context's merge policy.
    init(_ policy: Any) {
        switch (policy as? NSMergePolicy)?.mergeType {
        case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType: self = .replace
        case .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType: self = .keep
        case .errorMergePolicyType, nil: self = .fail
        }
    }
}
