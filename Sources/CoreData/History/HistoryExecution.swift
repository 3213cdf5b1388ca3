/// Executes a history request on the stores of a coordinator.
struct HistoryExecution {
    let request: NSPersistentHistoryChangeRequest
    let stores: [SQLiteStore]

    init(_ request: NSPersistentHistoryChangeRequest, on coordinator: NSPersistentStoreCoordinator?) {
        self.request = request
        let stores = request.affectedStores ?? coordinator?.persistentStores ?? []
        self.stores = stores.compactMap { $0 as? SQLiteStore }.filter { $0.history != nil }
    }

    func run() throws -> NSPersistentHistoryResult {
        guard !stores.isEmpty else {
            throw StoreErrors.make(
                NSPersistentStoreUnsupportedRequestTypeError,
                reason: "No store of the coordinator was opened with NSPersistentHistoryTrackingKey")
        }
        return NSPersistentHistoryResult(request.deletes ? try delete() : try fetch(), request.resultType)
    }

    // MARK: Fetching

    private func fetch() throws -> Any {
        let withChanges = request.resultType != .transactionsOnly && request.resultType != .count
        var found: [NSPersistentHistoryTransaction] = []
        for store in stores {
            found += try transactions(of: store, withChanges).map {
                NSPersistentHistoryTransaction($0, store: store, withChanges: withChanges)
            }
        }
        if stores.count > 1 { found.sort { $0.timestamp < $1.timestamp } }
        switch request.resultType {
        case .statusOnly: return true
        case .count: return found.count
        case .transactionsOnly, .transactionsAndChanges: return found
        case .changesOnly: return found.flatMap { $0.changes ?? [] }
        case .objectIDs:
            var seen: Set<NSManagedObjectID> = []
            return found.flatMap { $0.changes ?? [] }.map(\.changedObjectID).filter { seen.insert($0).inserted }
        }
    }

    private func transactions(of store: SQLiteStore, _ withChanges: Bool) throws -> [HistoryTransaction] {
        switch request.place {
        case .start: try store.transactions(after: 0, withChanges: withChanges)
        case .date(let date):
            try store.transactions(since: date.timeIntervalSinceReferenceDate, withChanges: withChanges)
        case .token(let token):
            try store.transactions(after: token.numbers[store.identifier] ?? 0, withChanges: withChanges)
        case .transaction(let transaction):
            try store.transactions(after: transaction.token.numbers[store.identifier] ?? 0, withChanges: withChanges)
        }
    }

    // MARK: Deleting

    private func delete() throws -> Any {
        for store in stores {
            switch request.place {
            case .start: break
            case .date(let date): try store.deleteTransactions(before: date)
            case .token(let token): try delete(before: token, store)
            case .transaction(let transaction): try delete(before: transaction.token, store)
            }
        }
        return true
    }

    private func delete(before token: NSPersistentHistoryToken, _ store: SQLiteStore) throws {
        if let number = token.numbers[store.identifier] { try store.deleteTransactions(before: number) }
    }
}

extension NSPersistentStoreCoordinator {
    /// The place in the history where the newest transaction ends; nil where no store records one.
    ///
    /// - Parameter stores: nil or none for all stores of the coordinator.
    public final func currentPersistentHistoryToken(fromStores stores: [Any]?) -> NSPersistentHistoryToken? {
        let asked = (stores ?? []).compactMap { $0 as? NSPersistentStore }
        var numbers: [String: Int64] = [:]
        for case let store as SQLiteStore in asked.isEmpty ? persistentStores : asked where store.history != nil {
            if let number = try? store.newestTransactionNumber() { numbers[store.identifier] = number }
        }
        return numbers.isEmpty ? nil : NSPersistentHistoryToken(numbers)
    }
}

extension NSManagedObjectContext {
    /// Executes a request of any kind.
    final func executeRequest(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
        if let request = request as? NSPersistentHistoryChangeRequest {
            return try HistoryExecution(request, on: persistentStoreCoordinator).run()
        }
        switch request {
        case let request as NSBatchInsertRequest: return try BatchExecution(in: self).run(request)
        case let request as NSBatchUpdateRequest: return try BatchExecution(in: self).run(request)
        case let request as NSBatchDeleteRequest: return try BatchExecution(in: self).run(request)
        case let request as any FetchingRequest: return try request.run(in: self)
        default: break
        }
        throw StoreErrors.make(
            NSPersistentStoreUnsupportedRequestTypeError, reason: "Unsupported request: \(type(of: request))")
    }
}
