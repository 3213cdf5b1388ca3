internal import CoreDataSQLite

extension SQLiteStore {
    private func requireHistory<Result>(_ body: (StoreHistory) throws -> Result) throws -> Result {
        guard let history else {
            throw StoreErrors.make(
                NSPersistentStoreUnsupportedRequestTypeError,
                reason: "The store was opened without NSPersistentHistoryTrackingKey", path: location.path)
        }
        return try body(history)
    }

    private func read<Result>(_ body: (HistoryReader) throws -> Result) throws -> Result {
        try requireHistory { history in
            try connections.read { try body(HistoryReader(history: history, session: $0)) }
        }
    }

    /// The number of the newest transaction, whichever process made it; 0 before the first.
    func newestTransactionNumber() throws -> Int64 { try read { try $0.newestNumber() } }

    /// Where in the history of one store to begin.
    enum HistoryStart {
        case number(Int64)
        /// Seconds since the reference date.
        case time(Double)
    }

    /// Transactions after a place, oldest first unless a request has another order.
    ///
    /// Throws NSPersistentHistoryTokenExpiredError where some of them have been deleted.
    func transactions(
        after start: HistoryStart, _ request: NSFetchRequest<any NSFetchRequestResult>? = nil, withChanges: Bool = true
    ) throws -> [HistoryTransaction] {
        try read { reader in
            // Of one state of the file: others may be saving.
            try reader.session.connection.read {
                let filter = try request.map { try HistoryFilter($0, self, reader) }
                return try reader.transactions(after: number(start, reader), filter, withChanges: withChanges)
            }
        }
    }

    /// The changes after a place that a request for changes picks, in its order.
    func changes(
        after start: HistoryStart, _ request: NSFetchRequest<any NSFetchRequestResult>
    ) throws -> [HistoryChange] {
        try read { reader in
            try reader.session.connection.read {
                try reader.changes(after: number(start, reader), HistoryFilter(request, self, reader))
            }
        }
    }

    private func number(_ start: HistoryStart, _ reader: HistoryReader) throws -> Int64 {
        switch start {
        case .time(let time): return try reader.newestNumber(before: time)
        case .number(let number):
            let oldest = try reader.oldestNumber()
            let newest = try reader.newestNumber()
            if number > 0, number < newest, (oldest ?? newest + 1) > number + 1 { throw Self.expiredToken() }
            return number
        }
    }

    static func expiredToken() -> NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: NSPersistentHistoryTokenExpiredError,
            userInfo: ["reason": "The history after that token has been deleted"])
    }

    /// Deletes the transactions before a number, with their changes; those that a request picks, if there is one.
    func deleteTransactions(before number: Int64, _ request: NSFetchRequest<any NSFetchRequestResult>? = nil) throws {
        try SavePipeline.requireWritable(self)
        try requireHistory { history in
            try connections.write { session in
                try session.connection.write {
                    try fileIdentity.check(session, location)
                    let reader = HistoryReader(history: history, session: session)
                    let filter = try request.map { try HistoryFilter($0, self, reader) }
                    let query = HistoryQuery(schema: history.schema, bound: .before(number), filter: filter).numbers()
                    for text in [
                        "DELETE FROM ACHANGE WHERE ZTRANSACTIONID IN (\(query.text))",
                        "DELETE FROM ATRANSACTION WHERE Z_PK IN (\(query.text))",
                    ] { try session.connection.run(text, query.parameters) }
                }
                fileIdentity.noteCommit(session, location)
            }
        }
    }

    /// Deletes the transactions before a date, with their changes; those that a request picks, if there is one.
    func deleteTransactions(before date: Date, _ request: NSFetchRequest<any NSFetchRequestResult>? = nil) throws {
        let number = try read { try $0.newestNumber(before: date.timeIntervalSinceReferenceDate) }
        try deleteTransactions(before: number + 1, request)
    }
}
