internal import CoreDataSQLite

extension SQLiteStore {
    private func read<Result>(_ body: (HistoryReader) throws -> Result) throws -> Result {
        guard let history else {
            throw StoreErrors.make(
                NSPersistentStoreUnsupportedRequestTypeError,
                reason: "The store was opened without NSPersistentHistoryTrackingKey", path: location.path)
        }
        return try connections.read { try body(HistoryReader(history: history, session: $0)) }
    }

    /// The number of the newest transaction, whichever process made it; 0 before the first.
    func newestTransactionNumber() throws -> Int64 { try read { try $0.newestNumber() } }

    /// Transactions after a number, oldest first.
    ///
    /// Throws NSPersistentHistoryTokenExpiredError where some of them have been deleted.
    func transactions(after number: Int64, withChanges: Bool = true) throws -> [HistoryTransaction] {
        try read { reader in
            let oldest = try reader.oldestNumber()
            let newest = try reader.newestNumber()
            if number > 0, number < newest, (oldest ?? newest + 1) > number + 1 { throw Self.expiredToken() }
            return try reader.transactions(after: number, withChanges: withChanges)
        }
    }

    /// Transactions from a date on, oldest first.
    func transactions(since timestamp: Double, withChanges: Bool) throws -> [HistoryTransaction] {
        try read { reader in
            try reader.transactions(after: try reader.newestNumber(before: timestamp), withChanges: withChanges)
        }
    }

    private static func expiredToken() -> NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: NSPersistentHistoryTokenExpiredError,
            userInfo: ["reason": "The history after that token has been deleted"])
    }

    /// Deletes the transactions before a number, with their changes.
    func deleteTransactions(before number: Int64) throws {
        try connections.write { session in
            try session.connection.write {
                try session.connection.run("DELETE FROM ACHANGE WHERE ZTRANSACTIONID < ?", [.integer(number)])
                try session.connection.run("DELETE FROM ATRANSACTION WHERE Z_PK < ?", [.integer(number)])
            }
        }
    }

    /// Deletes the transactions before a date, with their changes.
    func deleteTransactions(before date: Date) throws {
        let number = try read { try $0.newestNumber(before: date.timeIntervalSinceReferenceDate) }
        try deleteTransactions(before: number + 1)
    }
}
