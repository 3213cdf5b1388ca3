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

    /// Makes the tables as far as they are not there, and the rows of their keys, inside the caller's transaction.
    static func create(_ connection: Connection) throws {
        for statement in statements { try connection.execute(statement) }
        for (number, name) in [
            (changeNumber, "CHANGE"), (transactionNumber, "TRANSACTION"), (stringNumber, "TRANSACTIONSTRING"),
        ] {
            try connection.run(
                """
                INSERT OR IGNORE INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) \
                SELECT ?, ?, 0, ifnull(max(Z_PK), 0) FROM A\(name)
                """, [.integer(number), .text(name)])
        }
    }

    /// Whether a store lacks a part of it, or all.
    static func isIncomplete(_ file: FileSchema) -> Bool {
        guard file.has("ACHANGE"), file.has("ATRANSACTION"), file.has("ATRANSACTIONSTRING") else { return true }
        return !Set([changeNumber, transactionNumber, stringNumber]).isSubset(of: file.numbers.values)
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
        CREATE TABLE IF NOT EXISTS ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZCHANGETYPE INTEGER, \
        ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB )
        """,
        """
        CREATE TABLE IF NOT EXISTS ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZAUTHORTS INTEGER, \
        ZBUNDLEIDTS INTEGER, ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, \
        ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB )
        """,
        "CREATE TABLE IF NOT EXISTS ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR )",
        "CREATE INDEX IF NOT EXISTS ACHANGE_ZTRANSACTIONID_INDEX ON ACHANGE (ZTRANSACTIONID)",
        "CREATE INDEX IF NOT EXISTS ATRANSACTION_ZAUTHORTS_INDEX ON ATRANSACTION (ZAUTHORTS)",
        "CREATE INDEX IF NOT EXISTS ATRANSACTION_ZBUNDLEIDTS_INDEX ON ATRANSACTION (ZBUNDLEIDTS)",
        "CREATE INDEX IF NOT EXISTS ATRANSACTION_ZCONTEXTNAMETS_INDEX ON ATRANSACTION (ZCONTEXTNAMETS)",
        "CREATE INDEX IF NOT EXISTS ATRANSACTION_ZPROCESSIDTS_INDEX ON ATRANSACTION (ZPROCESSIDTS)",
        "CREATE INDEX IF NOT EXISTS Z_TRANSACTION_TransactionAuthorIndex ON ATRANSACTION (ZAUTHOR COLLATE BINARY ASC)",
        "CREATE INDEX IF NOT EXISTS Z_TRANSACTION_TransactionTimestampIndex ON ATRANSACTION (ZTIMESTAMP COLLATE BINARY ASC)",
        "CREATE UNIQUE INDEX IF NOT EXISTS Z_TRANSACTIONSTRING_UNIQUE_NAME ON ATRANSACTIONSTRING (ZNAME COLLATE BINARY ASC)",
    ]
}
