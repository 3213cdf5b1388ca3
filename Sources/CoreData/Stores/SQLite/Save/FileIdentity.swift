import Foundation
import Synchronization

internal import CoreDataSQLite

/// Makes sure that a store's file still holds the store that was opened: another may have been copied over it, in which a row of
/// the same key is another row; it may have been cut; or it was migrated, and its entities have other numbers and columns.
///
/// SQLite tells when others have written the database; then, if they have changed its schema, as destroying, replacing and migrating
/// do, the metadata are read again. What is written past SQLite it does not see: the file's size and date are looked at
/// before each save, and where they are not what the last save left, the file is asked what it holds.
final class FileIdentity: Sendable {
    private struct Seen {
        var data: UInt32
        var schema: Int64
    }
    private struct Stamp: Equatable {
        let size: Int
        let seconds: Int
        let nanoseconds: Int

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            (size, seconds, nanoseconds) = (Int(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        }
    }
    private struct State {
        /// The UUID of the store, which whoever has it open may change.
        var identifier: String
        var seen: Seen?
        var stamp: Stamp?
        /// Whether the file itself holds the store; a new one is in its log alone.
        var isInFile = false
        var isLost = false
    }
    private let state: Mutex<State>
    /// What the file held on opening.
    let metadata: StoreMetadata

    init(_ metadata: StoreMetadata) {
        self.metadata = metadata
        state = Mutex(State(identifier: metadata.identifier))
    }

    /// Whether the file was found to be another one: its log is to stay as it is.
    var isLost: Bool { state.withLock(\.isLost) }

    /// Inside of a transaction.
    func check(_ session: StoreConnection.Session, _ location: StoreLocation) throws {
        guard let path = location.path else { return }
        // With a log SQLite would go on writing into a file that nobody finds any more.
        if session.connection.hasMoved {
            throw refusal(
                "The file of the store is not where it was opened: put it back, or remove the store and add it again",
                path)
        }
        try checkMetadata(session, path)
        try checkContent(session, path)
    }

    private func checkMetadata(_ session: StoreConnection.Session, _ path: String) throws {
        let data = session.connection.dataVersion
        let known = state.withLock(\.seen)
        if known?.data == data { return }
        let schema = try session.connection.value("PRAGMA schema_version")?.integer ?? 0
        if known?.schema != schema, try !holdsStore(session.connection) {
            throw refusal(
                "The store was destroyed, replaced or migrated since it was opened: remove it and add it again", path)
        }
        state.withLock { $0.seen = Seen(data: data, schema: schema) }
    }

    private func checkContent(_ session: StoreConnection.Session, _ path: String) throws {
        let stamp = Stamp(path)
        let (last, isInFile, identifier) = state.withLock { ($0.stamp, $0.isInFile, $0.identifier) }
        if stamp == last { return }
        let witness = FileWitness(connection: session.connection, path: path)
        guard let doubt = try witness.doubt(of: identifier, wasThere: isInFile) else {
            let holds = try isInFile || witness.holds(identifier)
            return state.withLock { state in
                state.stamp = stamp
                state.isInFile = holds
            }
        }
        // What closing the connections would write into it might be all that is left of the store.
        state.withLock { $0.isLost = true }
        throw refusal(
            doubt == .cut
                ? "The file of the store was cut since it was opened: put a copy of it back, and add the store again"
                : "The file of the store was overwritten since it was opened: put it back, and add the store again",
            path)
    }

    private func refusal(_ reason: String, _ path: String) -> NSError {
        StoreErrors.make(NSPersistentStoreOperationError, reason: reason, path: path)
    }

    /// What was checked has been written: the number that tells of it is ours, and so is what was written into the file.
    func noteCommit(_ session: StoreConnection.Session, _ location: StoreLocation) {
        let data = session.connection.dataVersion
        let stamp = location.path.flatMap { Stamp($0) }
        state.withLock { state in
            state.seen?.data = data
            if state.stamp != nil { state.stamp = stamp }
        }
    }

    /// Metadata have been written: the store may have another UUID from now on, which the file has once the log was written back.
    func noteWritten(_ metadata: StoreMetadata) {
        state.withLock { state in
            guard state.identifier != metadata.identifier else { return }
            (state.identifier, state.isInFile, state.stamp) = (metadata.identifier, false, nil)
        }
    }

    private func holdsStore(_ connection: Connection) throws -> Bool {
        do {
            let found = try StoreMetadata(connection)
            return found.identifier == state.withLock(\.identifier) && found.versionHashes == metadata.versionHashes
        } catch let error as SQLiteError where error.code == 1 {
            // There is no such table.
            return false
        }
    }
}
