internal import CoreDataSQLite

/// The transaction around a save, with the files that it makes beside the store.
struct SaveTransaction {
    private let session: StoreConnection.Session

    init(_ session: StoreConnection.Session) { self.session = session }

    /// Takes the write lock, waiting for other writers as long as the store's timeout allows.
    func begin() throws { try run("BEGIN IMMEDIATE", .begin) }

    func commit() throws {
        session.files.prepareCommit()
        do {
            try run("COMMIT", .commit)
            session.files.keep()
        } catch {
            // Of a commit that fails on the disk nobody knows whether it is found there later.
            if (error as? SQLiteError)?.isBusy == false { session.files.keep() }
            throw error
        }
    }

    func rollback() {
        session.connection.rollback()
        session.files.takeBack()
    }

    private func run(_ text: String, _ name: RowStatement.Fixed) throws {
        try session.writes.statement(.fixed(name)) { text }.run()
    }
}
