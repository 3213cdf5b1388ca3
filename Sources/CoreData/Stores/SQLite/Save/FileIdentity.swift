import Synchronization

internal import CoreDataSQLite

/// Makes sure that a store's file still holds the store that was opened: another may have been copied over it, in which a row of
/// the same key is another row; or it was migrated, and its entities have other numbers and columns.
///
/// Only after others have written the file, and in that case only after they have changed its schema, as destroying,
/// replacing and migrating do, is the file asked.
final class FileIdentity: Sendable {
    private struct Seen {
        var data: UInt32
        var schema: Int64
    }
    private let seen = Mutex<Seen?>(nil)
    /// What the file held on opening.
    let metadata: StoreMetadata

    init(_ metadata: StoreMetadata) { self.metadata = metadata }

    /// Inside of a transaction.
    func check(_ session: StoreConnection.Session, _ location: StoreLocation) throws {
        // With a log SQLite would go on writing into a file that nobody finds any more.
        if let path = location.path, session.connection.hasMoved {
            throw StoreErrors.make(
                NSPersistentStoreOperationError,
                reason:
                    "The file of the store is not where it was opened: put it back, or remove the store and add it again",
                path: path)
        }
        let data = session.connection.dataVersion
        let known = seen.withLock(\.self)
        if known?.data == data { return }
        guard let path = location.path else { return }
        let schema = try session.connection.value("PRAGMA schema_version")?.integer ?? 0
        if known?.schema != schema, try !session.connection.holds(metadata) {
            throw StoreErrors.make(
                NSPersistentStoreOperationError,
                reason: "The store was destroyed, replaced or migrated since it was opened: remove it and add it again",
                path: path)
        }
        seen.withLock { $0 = Seen(data: data, schema: schema) }
    }

    /// What was checked has been written: the number that tells of it is ours.
    func noteCommit(_ session: StoreConnection.Session) {
        let data = session.connection.dataVersion
        seen.withLock { $0?.data = data }
    }
}

extension Connection {
    fileprivate func holds(_ metadata: StoreMetadata) throws -> Bool {
        guard has(table: "Z_METADATA") else { return false }
        let found = try StoreMetadata(self)
        return found.identifier == metadata.identifier && found.versionHashes == metadata.versionHashes
    }
}
