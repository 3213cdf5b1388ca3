internal import CoreDataSQLite

/// The transaction around a save.
struct SaveTransaction {
    private let session: StoreConnection.Session

    init(_ session: StoreConnection.Session) { self.session = session }

    /// Takes the write lock, waiting for other writers as long as the store's timeout allows.
    func begin() throws { try run("BEGIN IMMEDIATE") }

    func commit() throws { try run("COMMIT") }

    func rollback() { session.connection.rollback() }

    private func run(_ text: String) throws { try session.writes.statement(.text(text)) { text }.run() }
}
