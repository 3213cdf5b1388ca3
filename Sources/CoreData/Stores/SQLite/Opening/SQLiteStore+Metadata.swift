internal import CoreDataSQLite

extension SQLiteStore {
    /// The metadata of a store that is not opened with any model.
    static func metadata(at url: URL, options: [AnyHashable: Any]?) throws -> [String: Any] {
        try withDatabase(at: url, options: options, access: .readOnly) { try StoreMetadata($0).content }
    }

    /// Puts other metadata into a store at once; coordinators that have it open do not see them.
    static func setMetadata(_ metadata: [String: Any]?, at url: URL, options: [AnyHashable: Any]?) throws {
        try withDatabase(at: url, options: options, access: .readWrite) { connection in
            try connection.write {
                try StoreMetadata(content: metadata ?? [:], in: StoreMetadata(connection)).write(connection)
            }
        }
    }

    /// The model that is kept in a store; nil where there is none to be read.
    static func cachedModel(at url: URL, options: [AnyHashable: Any]?) throws -> NSManagedObjectModel? {
        try withDatabase(at: url, options: options, access: .readOnly) { try ModelCache.readIfSound($0) }
    }

    /// The model that is kept in a store.
    static func model(at url: URL, options: [AnyHashable: Any]?) throws -> NSManagedObjectModel {
        try withDatabase(at: url, options: options, access: .readOnly) { connection in
            var cause: (any Error)?
            do {
                if try FileSchema(connection).has("Z_MODELCACHE"), let model = try ModelCache.read(connection) {
                    return model
                }
            } catch let error as SQLiteError {
                throw error
            } catch {
                cause = error
            }
            throw StoreErrors.make(
                NSMigrationMissingSourceModelError, reason: "The store carries no model that can be read",
                path: url.path,
                more: cause.map { [NSUnderlyingErrorKey: $0 as NSError] } ?? [:])
        }
    }

    /// Whether saves of a store were ever recorded.
    static func hasHistory(at url: URL, options: [AnyHashable: Any]?) throws -> Bool {
        try withDatabase(at: url, options: options, access: .readOnly) { try FileSchema($0).hasHistory }
    }

    private static func withDatabase<Result>(
        at url: URL, options: [AnyHashable: Any]?, access: Connection.Access, _ body: (Connection) throws -> Result
    ) throws -> Result {
        let location = StoreLocation(url)
        guard let path = location.path else {
            throw StoreErrors.make(
                CocoaError.Code.fileReadNoSuchFile.rawValue, reason: "A store in memory is its coordinator's alone",
                path: url.path)
        }
        return try location.reporting {
            let connection = try StoreFile.connect(path, access: access, timeout: StoreOptions(options).timeout)
            guard try FileSchema(connection).isCoreDataStore else {
                throw StoreErrors.make(
                    NSPersistentStoreInvalidTypeError,
                    reason: "The file is a SQLite database, but not a Core Data store", path: path)
            }
            return try body(connection)
        }
    }
}
