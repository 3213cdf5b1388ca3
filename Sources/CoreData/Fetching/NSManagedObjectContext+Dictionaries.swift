extension NSManagedObjectContext {
    /// Dictionaries of properties and of what is computed from them, as it stands in the stores: pending changes do not count.
    final func fetchDictionaries(_ settings: FetchSettings) throws -> [NSDictionary] {
        guard let coordinator = source.coordinator else { return [] }
        let entity = settings.entity(in: coordinator)
        let shape = DictionaryShape(settings, entity)
        let stores = coordinator.stores(for: entity, among: settings.affectedStores)
        guard stores.count == 1, stores[0].evaluatesPredicates, shape.isStorable else {
            return try dictionaries(settings, shape, of: coordinator)
        }
        return try reading(stores[0]).fetchDictionaries(settings.plan(entity, margin: 0), shape, owner: stores[0])
    }

    /// Made from objects of a context without changes, whose classes are none of the program's.
    private final func dictionaries(
        _ settings: FetchSettings, _ shape: DictionaryShape, of coordinator: NSPersistentStoreCoordinator
    ) throws -> [NSDictionary] {
        let aside = contextAside(coordinator)
        let isWhole = shape.isGrouped || shape.isDistinct || shape.columns.contains(where: \.isAggregate)
        var wider = settings
        wider.resultType = .managedObjectResultType
        wider.prefetchedKeyPaths = []
        if isWhole { (wider.limit, wider.offset) = (0, 0) }
        return try aside.performAndWait {
            let found = try DictionaryEvaluation(shape).dictionaries(aside.fetchObjects(wider))
            return isWhole ? settings.cut(found) : found
        }
    }

    /// The keys of the objects that fit, as it stands in stores that do not evaluate predicates: this context's own objects, with
    /// their changes, cannot tell.
    final func keysWithoutChanges(
        _ settings: FetchSettings, of coordinator: NSPersistentStoreCoordinator
    ) throws -> [(entity: NSEntityDescription, store: NSPersistentStore?, key: Int64)] {
        let aside = contextAside(coordinator)
        var plain = settings
        plain.resultType = .managedObjectResultType
        plain.prefetchedKeyPaths = []
        let request = UnsafeTransfer(plain)
        return try aside.performAndWait {
            // Only names of objects come back.
            UnsafeTransfer(
                try aside.fetchObjects(request.value).map { ($0.home.layout.entity, $0.home.store, $0.key) })
        }.value
    }

    /// A context without changes, whose objects are of none of the program's classes.
    private final func contextAside(_ coordinator: NSPersistentStoreCoordinator) -> NSManagedObjectContext {
        let aside = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        aside.persistentStoreCoordinator = coordinator
        aside.settings.makesPlainObjects = true
        aside.activity.pin = activity.pin
        return aside
    }
}
