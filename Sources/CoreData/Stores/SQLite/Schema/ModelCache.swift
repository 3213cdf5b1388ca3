internal import CoreDataSQLite

/// Z_MODELCACHE: the model a store was made with, so that the store can be opened and migrated where no model file is left.
enum ModelCache {
    /// Puts the model in the place of the one that is there.
    static func write(_ model: NSManagedObjectModel, to connection: Connection) throws {
        let content = try CachedModel.encode(model)
        try connection.execute("DELETE FROM Z_MODELCACHE")
        try connection.run("INSERT INTO Z_MODELCACHE (Z_CONTENT) VALUES (?)", [.blob([UInt8](content))])
    }

    /// Nil where the table is empty, as in a store whose cache was cleared.
    static func read(_ connection: Connection) throws -> NSManagedObjectModel? {
        guard case .blob(let content)? = try connection.value("SELECT Z_CONTENT FROM Z_MODELCACHE") else { return nil }
        return try CachedModel.decode(Data(content))
    }
}
