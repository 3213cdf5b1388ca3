internal import CoreDataSQLite

/// Z_MODELCACHE: the model a store was made with, so that the store can be opened and migrated where no model file is left.
enum ModelCache {
    static func write(_ model: NSManagedObjectModel, to connection: Connection) throws {
    }

    static func read(_ connection: Connection) throws -> NSManagedObjectModel? {
        nil
    }
}
