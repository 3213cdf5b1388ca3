/// Migrates a store that a coordinator was asked to open, in the way that the store asks for.
struct AutomaticMigration {
    private let model: NSManagedObjectModel
    private let store: MigrationEnd

    init(of store: MigrationEnd, to model: NSManagedObjectModel) {
        self.store = store
        self.model = model
    }

    func run(_ need: MigrationNeeded) throws {
        do {
            switch need {
            case .mapping(let source, let mappings): try run(from: source, by: mappings)
            case .stages(let manager): try StagedMigration(manager, of: store, to: model).run()
            }
        } catch {
            throw MigrationErrors.failure(error, at: store.url)
        }
    }

    private func run(from source: NSManagedObjectModel, by mappings: NSMappingModel) throws {
        let manager = NSMigrationManager(sourceModel: source, destinationModel: model)
        manager.usesStoreSpecificMigrationManager = false
        let replacement = try FileReplacement(at: store.url, type: store.type, options: store.options)
        try replacement.run(isDue: { try !isAtModel }) { place in
            try manager.migrate(
                store, with: mappings,
                to: MigrationEnd(
                    url: place, type: store.type, options: store.options, configuration: store.configuration))
        }
    }

    private var isAtModel: Bool {
        get throws {
            let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
                ofType: store.type, at: store.url, options: store.options)
            return model.isConfiguration(withName: store.configuration, compatibleWithStoreMetadata: metadata)
        }
    }
}
