/// Asks for transactions of the history, or deletes old ones. Follows Apple's `NSPersistentHistoryChangeRequest`.
///
///     let request = NSPersistentHistoryChangeRequest.fetchHistory(after: lastToken)
///     let result = try context.execute(request) as? NSPersistentHistoryResult
///     for transaction in result?.result as? [NSPersistentHistoryTransaction] ?? [] { … }
open class NSPersistentHistoryChangeRequest: NSPersistentStoreRequest {
    /// Where in the history to begin or to end.
    enum Place {
        case start
        case token(NSPersistentHistoryToken)
        case date(Date)
        case transaction(NSPersistentHistoryTransaction)
    }

    let place: Place
    let deletes: Bool
    /// What kind of answer is wanted: transactions with their changes, of a deletion whether it went well.
    open var resultType: NSPersistentHistoryResultType
    /// Narrows what is fetched or deleted: a request for the entity of transactions or of changes, with a predicate and, for what is
    /// fetched, an order. See `NSPersistentHistoryTransaction.fetchRequest` and `NSPersistentHistoryChange.fetchRequest`.
    ///
    /// A request for changes picks these, and the transactions that have one of them. Limits and batches have no effect.
    open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>?

    init(place: Place, deletes: Bool) {
        self.place = place
        self.deletes = deletes
        resultType = deletes ? .statusOnly : .transactionsAndChanges
    }

    /// The token that the request begins after or ends before, where it was made with one.
    open var token: NSPersistentHistoryToken? {
        switch place {
        case .token(let token): token
        case .transaction(let transaction): transaction.token
        case .start, .date: nil
        }
    }

    /// Transactions after a token, oldest first; all of them after nil.
    public static func fetchHistory(after token: NSPersistentHistoryToken?) -> NSPersistentHistoryChangeRequest {
        NSPersistentHistoryChangeRequest(place: token.map(Place.token) ?? .start, deletes: false)
    }

    /// Transactions from a date on, oldest first.
    public static func fetchHistory(after date: Date) -> NSPersistentHistoryChangeRequest {
        NSPersistentHistoryChangeRequest(place: .date(date), deletes: false)
    }

    /// Transactions after another one, oldest first; all of them after nil.
    public static func fetchHistory(
        after transaction: NSPersistentHistoryTransaction?
    ) -> NSPersistentHistoryChangeRequest {
        NSPersistentHistoryChangeRequest(place: transaction.map(Place.transaction) ?? .start, deletes: false)
    }

    /// What a request for transactions or changes picks, oldest first unless it has an order: transactions with their changes,
    /// or changes alone where it is for these and `resultType` is not set.
    ///
    ///     let request = NSFetchRequest<any NSFetchRequestResult>()
    ///     request.entity = NSPersistentHistoryTransaction.entityDescription(with: context)
    ///     request.predicate = NSPredicate(format: "author != %@ AND token > %@", "me", token)
    ///     let result = try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(withFetch: request))
    public static func fetchHistory(
        withFetch fetchRequest: NSFetchRequest<any NSFetchRequestResult>
    ) -> NSPersistentHistoryChangeRequest {
        let request = NSPersistentHistoryChangeRequest(place: .start, deletes: false)
        request.fetchRequest = fetchRequest
        if fetchRequest.isOfChanges { request.resultType = .changesOnly }
        return request
    }

    /// Deletes the transactions before a token's.
    public static func deleteHistory(before token: NSPersistentHistoryToken?) -> NSPersistentHistoryChangeRequest {
        NSPersistentHistoryChangeRequest(place: token.map(Place.token) ?? .start, deletes: true)
    }

    /// Deletes the transactions before a date.
    public static func deleteHistory(before date: Date) -> NSPersistentHistoryChangeRequest {
        NSPersistentHistoryChangeRequest(place: .date(date), deletes: true)
    }

    /// Deletes the transactions before another one, which stays.
    public static func deleteHistory(
        before transaction: NSPersistentHistoryTransaction?
    ) -> NSPersistentHistoryChangeRequest {
        NSPersistentHistoryChangeRequest(place: transaction.map(Place.transaction) ?? .start, deletes: true)
    }
}
