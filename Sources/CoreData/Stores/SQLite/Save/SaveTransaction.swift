internal import CoreDataSQLite

/// The transaction around a save.
struct SaveTransaction {
    private let session: StoreConnection.Session

    init(_ session: StoreConnection.Session) { self.session = session }

    /// Takes the write lock, waiting for other writers as long as the store's timeout allows.
    func begin() throws { try run("BEGIN IMMEDIATE", .begin) }

    func commit() throws { try run("COMMIT", .commit) }

    func rollback() { session.connection.rollback() }

    private func run(_ text: String, _ name: RowStatement.Fixed) throws {
        try session.writes.statement(.fixed(name)) { text }.run()
    }
}
