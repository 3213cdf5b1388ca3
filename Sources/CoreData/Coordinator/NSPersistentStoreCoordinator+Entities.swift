extension NSPersistentStoreCoordinator {
    /// The stores that hold objects of an entity, in the order they were added; of those named, if any are.
    final func stores(for entity: NSEntityDescription, among wanted: [NSPersistentStore]? = nil) -> [NSPersistentStore]
    {
        let stores = persistentStores
        if stores.count == 1, wanted == nil, stores[0].holdsAllEntities { return stores }
        return stores.filter { store in
            if let wanted, !wanted.contains(where: { $0 === store }) { return false }
            if store.holdsAllEntities { return true }
            let entities = managedObjectModel.entities(forConfigurationName: store.configurationName) ?? []
            // A request for a parent finds the children that a configuration holds.
            return entities.contains { $0 === entity || $0.isKindOf(entity: entity) }
        }
    }
}

extension NSPersistentStore {
    /// Whether the store was added without a configuration.
    final var holdsAllEntities: Bool { configurationName == NSManagedObjectModel.defaultConfiguration }
}
