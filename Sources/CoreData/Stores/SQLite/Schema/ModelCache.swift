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

    /// The same where a store can do without: nil, too, where there is no such table, or nothing in it that makes sense. What
    /// cannot be read just now is an error nonetheless, not a store without a model.
    static func readIfSound(_ connection: Connection) throws -> NSManagedObjectModel? {
        do {
            return try read(connection)
        } catch let error as SQLiteError where error.code != 1 && error.code != 11 {
            throw error
        } catch {
            return nil
        }
    }
}
