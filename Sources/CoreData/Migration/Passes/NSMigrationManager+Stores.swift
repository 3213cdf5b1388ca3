/// A store that a migration reads or writes.
struct MigrationEnd {
    let url: URL
    let type: String
    let options: [AnyHashable: Any]?
    /// The configuration whose entities a store that is made holds; one that is there says that itself.
    var configuration: String?
}

extension NSMigrationManager {
    /// Chooses how to go from the one to the other.
    final func migrate(
        _ source: MigrationEnd, with mappings: NSMappingModel?, to destination: MigrationEnd
    ) throws {
        guard let mappings else {
            throw MigrationErrors.make(NSMigrationMissingMappingModelError, reason: "No mapping model was given")
        }
        guard mappings.fits(sourceModel, destinationModel) else {
            throw MigrationErrors.make(
                NSMigrationError, reason: "Mismatch between mapping and source/destination models", from: source.url,
                to: destination.url)
        }
        begin()
        defer { note(progress: 1) }
        mappingModel = mappings
        let isAtOnePlace = source.url.standardizedFileURL == destination.url.standardizedFileURL
        if isWhole(source, mappings, destination), isAtOnePlace || isVacant(destination) {
            return try WholeStoreMigration(from: source, to: destination, destinationModel).run()
        }
        guard isAtOnePlace else { return try pass(source, mappings, destination) }
        let replacement = try FileReplacement(at: source.url, type: source.type, options: destination.options)
        try replacement.run { place in
            try pass(
                source, mappings, MigrationEnd(url: place, type: destination.type, options: destination.options))
        }
    }

    private func isWhole(_ source: MigrationEnd, _ mappings: NSMappingModel, _ destination: MigrationEnd) -> Bool {
        usesStoreSpecificMigrationManager && source.type == NSSQLiteStoreType && destination.type == NSSQLiteStoreType
            && mappings.isInferable(from: sourceModel, to: destinationModel)
    }

    private func isVacant(_ end: MigrationEnd) -> Bool { !FileManager.default.fileExists(atPath: end.url.path) }

    /// Object by object; what was made on the way is taken away where it fails.
    private func pass(
        _ source: MigrationEnd, _ mappings: NSMappingModel, _ destination: MigrationEnd
    ) throws {
        let isNew = isVacant(destination)
        do {
            // What reads as no data would be written as none.
            if source.type == NSSQLiteStoreType { try ExternalData(StoreLocation(source.url)).checkReadable() }
            try MigrationPasses(self, mappings).run(from: source, to: destination)
        } catch {
            if isNew { destination.removeFiles() }
            throw error
        }
    }
}

extension MigrationEnd {
    /// Takes the store away with what stands beside it.
    func removeFiles() {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            // What is not there need not go.
            try? FileManager.default.removeItem(atPath: url.path + suffix)
        }
    }
}

/// Migrates a SQLite store as a whole: a copy of it is opened with the other model, which its tables are then made for.
struct WholeStoreMigration {
    private let source: MigrationEnd
    private let destination: MigrationEnd
    private let model: NSManagedObjectModel

    init(from source: MigrationEnd, to destination: MigrationEnd, _ model: NSManagedObjectModel) {
        self.source = source
        self.destination = destination
        self.model = model
    }

    func run() throws {
        let isElsewhere = source.url.standardizedFileURL != destination.url.standardizedFileURL
        do {
            if isElsewhere {
                try NSPersistentStoreCoordinator().replacePersistentStore(
                    at: destination.url, destinationOptions: destination.options,
                    withPersistentStoreFrom: source.url, sourceOptions: source.options, ofType: NSSQLiteStoreType)
            }
            try Self.migrate(destination, to: model)
        } catch {
            if isElsewhere { destination.removeFiles() }
            throw error
        }
    }

    /// Opens the store with that model, by what can be inferred alone, and closes it again.
    static func migrate(_ end: MigrationEnd, to model: NSManagedObjectModel) throws {
        let coordinator = NSPersistentStoreCoordinator(migrating: model)
        var options = StoreOptions.inferring(end.options)
        // Who opens a store with history and does not go on with it only reads it.
        if end.type == NSSQLiteStoreType, try SQLiteStore.hasHistory(at: end.url, options: end.options) {
            options[NSPersistentHistoryTrackingKey] = true
        }
        let store = try coordinator.addPersistentStore(
            ofType: end.type, configurationName: end.configuration ?? model.configuration(ofStoreAt: end),
            at: end.url, options: options)
        try coordinator.remove(store)
    }
}

extension NSManagedObjectModel {
    /// The configuration whose entities a store holds, by their versions or else by their names; nil for all, and where
    /// none fits.
    final func configuration(ofStoreAt end: MigrationEnd) -> String? {
        let metadata = try? NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: end.type, at: end.url, options: end.options)
        guard let metadata, !isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata) else { return nil }
        let names = configurations.sorted()
        if let same = names.first(where: { isConfiguration(withName: $0, compatibleWithStoreMetadata: metadata) }) {
            return same
        }
        let stored = Set(Self.versionHashes(in: metadata)?.keys.map(\.self) ?? [])
        guard stored != Set(entities.compactMap(\.name)) else { return nil }
        return names.first { Set((entities(forConfigurationName: $0) ?? []).compactMap(\.name)) == stored }
    }
}
