internal import CoreDataSQLite

/// The tables of persistent history, as Apple's framework makes them from version 973 on.
///
///     ACHANGE            | one row a changed object: type 0 insert, 1 update, 2 delete; concrete entity; key; transaction; bits of the changed columns
///     ATRANSACTION       | one row a save: when, and the interned author, context name, bundle and process
///     ATRANSACTIONSTRING | the interned strings
///
/// Their keys come from rows 16001 to 16003 of Z_PRIMARYKEY.
enum HistorySchema {
    static let changeNumber: Int64 = 16001
    static let transactionNumber: Int64 = 16002
    static let stringNumber: Int64 = 16003

    /// Makes the tables, inside the caller's transaction; does nothing if another process was quicker.
    static func create(_ connection: Connection) throws {
        guard try connection.value("SELECT 1 FROM sqlite_master WHERE name = 'ACHANGE'") == nil else { return }
        for statement in statements { try connection.execute(statement) }
        for (number, name) in [
            (changeNumber, "CHANGE"), (transactionNumber, "TRANSACTION"), (stringNumber, "TRANSACTIONSTRING"),
        ] {
            try connection.run(
                "INSERT OR IGNORE INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, 0, 0)",
                [.integer(number), .text(name)])
        }
    }

    /// Adds the columns for values of deleted rows that the entities ask for and the table lacks, inside the caller's transaction.
    static func addTombstones(_ connection: Connection, _ entities: [NSEntityDescription]) throws {
        let present = try FileSchema(connection).tombstoneCount
        for number in present..<max(tombstoneCount(of: entities), present) {
            try connection.execute("ALTER TABLE ACHANGE ADD COLUMN ZTOMBSTONE\(number) BLOB")
        }
    }

    /// How many columns for values of deleted rows the entities ask for.
    static func tombstoneCount(of entities: [NSEntityDescription]) -> Int {
        entities.map { tombstoneAttributes(of: $0).count }.max() ?? 0
    }

    /// The attributes whose values outlive the row, in the order of their columns: the parent's first, then by name.
    static func tombstoneAttributes(of entity: NSEntityDescription) -> [StoredAttribute] {
        let own = SchemaPlan.attributes(entity).filter(\.isPreserved)
        return (entity.superentity.map(tombstoneAttributes) ?? []) + own
    }

    private static let statements = [
        """
        CREATE TABLE ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER, \
        ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB )
        """,
        """
        CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAUTHORTS INTEGER, \
        ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, \
        ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB )
        """,
        "CREATE TABLE ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR )",
        "CREATE INDEX ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
        "CREATE INDEX ATRANSACTION_ZAUTHORTS_INDEX ON ATRANSACTION (ZAUTHORTS)",
        "CREATE INDEX ATRANSACTION_ZBUNDLEIDTS_INDEX ON ATRANSACTION (ZBUNDLEIDTS)",
        "CREATE INDEX ATRANSACTION_ZCONTEXTNAMETS_INDEX ON ATRANSACTION (ZCONTEXTNAMETS)",
        "CREATE INDEX ATRANSACTION_ZPROCESSIDTS_INDEX ON ATRANSACTION (ZPROCESSIDTS)",
        "CREATE INDEX Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)",
        "CREATE INDEX Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC)",
        "CREATE UNIQUE INDEX Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)",
    ]
}
