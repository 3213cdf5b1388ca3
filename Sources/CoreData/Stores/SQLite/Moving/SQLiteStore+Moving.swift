internal import CoreDataSQLite

extension SQLiteStore {
    /// Copies the store, as it is now, into a file that is not there yet, as a store of its own: with another UUID, and without
    /// the history, which tells of this one.
    func copyContent(to target: StoreTarget) throws {
        try location.reporting {
            // A database without a name is a file that nobody else sees, gone with its connection.
            let copy = try Connection(path: "", access: .create)
            try connections.read { _ = try copy.copyContent(of: $0.connection) }
            try copy.write { try Self.makeIndependent(copy) }
            try target.copyContent(of: copy, external: ExternalData(location))
        }
    }

    private static func makeIndependent(_ copy: Connection) throws {
        var content = try StoreMetadata(copy).content
        content[NSStoreUUIDKey] = nil
        try StoreMetadata(content: content, identifier: UUID().uuidString).write(copy)
        for table in ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING"] {
            try copy.execute("DROP TABLE IF EXISTS \(table)")
        }
        try copy.execute("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT BETWEEN 16001 AND 16003")
    }
}
