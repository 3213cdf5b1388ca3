/// Takes a store through the stages that lie between its version and a model.
///
///     custom stage      | the store is migrated to its current model, its first handler called, the store migrated to its next
///                       | model, its second handler called
///     lightweight stage | nothing of its own: its versions are migrated in one step to what comes after it
struct StagedMigration {
    private let manager: NSStagedMigrationManager
    private let store: MigrationEnd
    private let model: NSManagedObjectModel

    init(_ manager: NSStagedMigrationManager, of store: MigrationEnd, to model: NSManagedObjectModel) {
        self.manager = manager
        self.store = store
        self.model = model
    }

    func run() throws {
        // Another process may have been quicker.
        if try isStore(store, at: model) { return }
        // Without work between versions it is one step, which leaves the old store or the new by itself.
        guard try stages(ahead: store).contains(where: { $0 is NSCustomMigrationStage }) else {
            return try migrate(store, to: model)
        }
        let replacement = try FileReplacement(at: store.url, type: store.type, options: store.options)
        try replacement.run(isDue: { try !isStore(store, at: model) }) { place in
            try FileReplacement.copy(store.url, type: store.type, options: store.options, to: place)
            let copy = MigrationEnd(
                url: place, type: store.type, options: store.options, configuration: store.configuration)
            for stage in try stages(ahead: store) {
                guard let stage = stage as? NSCustomMigrationStage else { continue }
                try run(stage, copy)
            }
            if try !isStore(copy, at: model) { try migrate(copy, to: model) }
        }
    }

    private func run(_ stage: NSCustomMigrationStage, _ copy: MigrationEnd) throws {
        let (current, next) = (try stage.currentModel.resolve(), try stage.nextModel.resolve())
        if try !isStore(copy, at: current) { try migrate(copy, to: current) }
        if let handler = stage.willMigrateHandler {
            try withContainer(copy, current) { try handler(manager, stage) }
        }
        if try !isStore(copy, at: next) { try migrate(copy, to: next) }
        if let handler = stage.didMigrateHandler { try withContainer(copy, next) { try handler(manager, stage) } }
    }

    // MARK: The stages to go through

    /// - Throws: NSStagedMigrationBackwardMigrationError where the model stands before the store.
    private func stages(ahead store: MigrationEnd) throws -> ArraySlice<NSMigrationStage> {
        let known = try checksums(of: store)
        guard let first = manager.stages.indices.lazy.compactMap({ start(at: $0, known) }).first else {
            throw MigrationErrors.make(
                NSMigrationError, reason: "No stage of the migration begins with the version of the store",
                from: store.url)
        }
        let wanted: Set = [model.versionChecksum]
        if let last = manager.stages.indices.first(where: { end(at: $0, wanted) }), last < first.origin {
            throw MigrationErrors.make(
                NSStagedMigrationBackwardMigrationError,
                reason: "A store file cannot be migrated backwards with staged migration", from: store.url)
        }
        return manager.stages[first.next...]
    }

    /// The stage in which a store of one of those versions is, and the one it goes on with.
    private func start(at index: Int, _ versions: Set<String>) -> (origin: Int, next: Int)? {
        switch manager.stages[index] {
        case let stage as NSLightweightMigrationStage:
            versions.isDisjoint(with: stage.versionChecksums) ? nil : (index, index)
        case let stage as NSCustomMigrationStage:
            if versions.contains(stage.currentModel.versionChecksum) {
                (index, index)
            } else if versions.contains(stage.nextModel.versionChecksum), !isCurrent(at: index + 1, versions) {
                (index, index + 1)
            } else {
                nil
            }
        default: nil
        }
    }

    private func isCurrent(at index: Int, _ versions: Set<String>) -> Bool {
        guard manager.stages.indices.contains(index) else { return false }
        return (manager.stages[index] as? NSCustomMigrationStage).map {
            versions.contains($0.currentModel.versionChecksum)
        } ?? false
    }

    private func end(at index: Int, _ versions: Set<String>) -> Bool {
        switch manager.stages[index] {
        case let stage as NSLightweightMigrationStage: !versions.isDisjoint(with: stage.versionChecksums)
        case let stage as NSCustomMigrationStage:
            versions.contains(stage.currentModel.versionChecksum) || versions.contains(stage.nextModel.versionChecksum)
        default: false
        }
    }

    /// What the version of a store may be called: a store of some entities alone has the model's own checksum in its cache.
    private func checksums(of store: MigrationEnd) throws -> Set<String> {
        let hashes = NSManagedObjectModel.versionHashes(in: try metadata(of: store)) ?? [:]
        var checksums: Set = [VersionHash.checksum(of: hashes)]
        let cached =
            try store.type == NSBinaryStoreType
            ? BinaryStore.cachedModel(at: store.url)
            : SQLiteStore.cachedModel(at: store.url, options: store.options)
        if let cached {
            checksums.insert(cached.versionChecksum)
        }
        return checksums
    }

    // MARK: The store under a model

    private func metadata(of store: MigrationEnd) throws -> [String: Any] {
        try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: store.type, at: store.url, options: store.options)
    }

    private func isStore(_ store: MigrationEnd, at model: NSManagedObjectModel) throws -> Bool {
        model.isConfiguration(
            withName: configuration(of: store, in: model), compatibleWithStoreMetadata: try metadata(of: store))
    }

    private func configuration(of store: MigrationEnd, in model: NSManagedObjectModel) -> String? {
        store.configuration.flatMap { model.entities(forConfigurationName: $0) == nil ? nil : $0 }
    }

    private func migrate(_ store: MigrationEnd, to model: NSManagedObjectModel) throws {
        try WholeStoreMigration.migrate(
            MigrationEnd(
                url: store.url, type: store.type, options: store.options,
                configuration: configuration(of: store, in: model)), to: model)
    }

    private func withContainer(
        _ store: MigrationEnd, _ model: NSManagedObjectModel, _ body: () throws -> Void
    ) throws {
        let coordinator = NSPersistentStoreCoordinator(migrating: model)
        let added = try coordinator.addPersistentStore(
            ofType: store.type, configurationName: configuration(of: store, in: model), at: store.url,
            options: StoreOptions.inferring(store.options))
        let name = self.store.url.deletingPathExtension().lastPathComponent
        manager.container = NSPersistentContainer(name: name, coordinator: coordinator)
        defer {
            manager.container = nil
            // It is one of the coordinator's, which was made for it.
            try? coordinator.remove(added)
        }
        try body()
    }
}
