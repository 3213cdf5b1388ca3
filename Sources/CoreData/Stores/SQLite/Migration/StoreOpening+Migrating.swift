internal import CoreDataSQLite

extension StoreOpening {
    /// Makes a store of the model out of one of another, unless somebody else was quicker.
    func migrate(_ found: Found, from sourceModel: NSManagedObjectModel) throws -> Found {
        let connection = found.connection
        sourceModel.freeze()
        let stored = Set(found.metadata.versionHashes?.keys.map(\.self) ?? [])
        let sources = sourceModel.entities.filter { stored.contains($0.name ?? "") }
        let given = compatibility.mappingModel(from: sourceModel)
        let mapping = try given == nil ? compatibility.mapping(from: sources, of: sourceModel) : nil
        guard !options.isReadOnly else { throw cannotMigrate("The store is opened read-only", nil) }
        if let given { throw MigrationNeeded.mapping(source: sourceModel, given) }
        guard let mapping else { return found }
        StoreFunctions.offer(to: connection, noting: triggered, ExternalData(location))
        var left: Set<String> = []
        do {
            try connection.write {
                // The tables as they are under the lock.
                let file = try FileSchema(connection)
                guard try self.sourceModel(of: StoreMetadata(connection), connection) != nil else { return }
                left = try InPlaceMigration(
                    connection, from: plan(file, of: sources), to: model, entities, mapping: mapping
                ).run()
            }
        } catch let error as NSError where error.code == NSMigrationError {
            throw cannotMigrate("\(error.userInfo["reason"] ?? "")", error)
        }
        ExternalData(location).takeBack(left)
        _ = triggered.take()
        // Room that the former tables leave; where it cannot be given back, it is used again.
        try? connection.execute("PRAGMA incremental_vacuum")
        guard let migrated = try look(connection) else { return found }
        return migrated
    }

    func cannotMigrate(_ reason: String, _ cause: NSError?) -> NSError {
        var more: [String: Any] = [:]
        for key in ["sourceURL", "destinationURL"] { more[key] = location.path.map { URL(fileURLWithPath: $0) } }
        more[NSUnderlyingErrorKey] = cause
        return StoreErrors.make(
            NSMigrationError, reason: "Cannot migrate store in-place: \(reason)", path: location.path, more: more)
    }
}
