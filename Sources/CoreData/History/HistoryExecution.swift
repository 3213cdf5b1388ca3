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
        // Changes in an order of their own need no transactions; but they tell the time of one store from another's.
        if let changes = try sortedChanges() {
            switch request.resultType {
            case .changesOnly: return changes
            case .objectIDs: return Self.unique(changes.map(\.changedObjectID))
            default: break
            }
        }
        var found: [NSPersistentHistoryTransaction] = []
        for store in stores {
            found += try store.transactions(after: start(in: store), filter, withChanges: readsChanges).map {
                NSPersistentHistoryTransaction($0, store: store, withChanges: readsChanges)
            }
        }
        if stores.count > 1, filter?.sortDescriptors?.isEmpty ?? true { found.sort { $0.timestamp < $1.timestamp } }
        switch request.resultType {
        case .statusOnly: return true
        case .count: return countsChanges ? found.reduce(0) { $0 + ($1.changes?.count ?? 0) } : found.count
        case .transactionsOnly, .transactionsAndChanges: return found
        case .changesOnly: return found.flatMap { $0.changes ?? [] }
        case .objectIDs: return Self.unique(found.flatMap { $0.changes ?? [] }.map(\.changedObjectID))
        }
    }

    private var filter: NSFetchRequest<any NSFetchRequestResult>? { request.fetchRequest }

    /// Of a request for changes it is these that are counted.
    private var countsChanges: Bool { filter?.isOfChanges ?? false }

    private var readsChanges: Bool {
        switch request.resultType {
        case .transactionsOnly, .statusOnly: false
        case .count: countsChanges
        case .changesOnly, .objectIDs, .transactionsAndChanges: true
        }
    }

    private func sortedChanges() throws -> [NSPersistentHistoryChange]? {
        guard let filter, filter.isOfChanges, filter.sortDescriptors?.isEmpty == false else { return nil }
        return try stores.flatMap { store in
            try store.changes(after: start(in: store), filter).map { NSPersistentHistoryChange($0, store: store) }
        }
    }

    private static func unique(_ ids: [NSManagedObjectID]) -> [NSManagedObjectID] {
        var seen: Set<NSManagedObjectID> = []
        return ids.filter { seen.insert($0).inserted }
    }

    private func start(in store: SQLiteStore) -> SQLiteStore.HistoryStart {
        switch request.place {
        case .start: .number(0)
        case .date(let date): .time(date.timeIntervalSinceReferenceDate)
        case .token(let token): .number(token.numbers[store.identifier] ?? 0)
        case .transaction(let transaction): .number(transaction.token.numbers[store.identifier] ?? 0)
        }
    }

    // MARK: Deleting

    private func delete() throws -> Any {
        if filter?.isOfChanges == true {
            throw StoreErrors.make(
                NSPersistentStoreUnsupportedRequestTypeError,
                reason: "History is deleted by whole transactions, not by changes")
        }
        for store in stores {
            switch request.place {
            case .start: break
            case .date(let date): try store.deleteTransactions(before: date, filter)
            case .token(let token): try delete(before: token, store)
            case .transaction(let transaction): try delete(before: transaction.token, store)
            }
        }
        return true
    }

    private func delete(before token: NSPersistentHistoryToken, _ store: SQLiteStore) throws {
        if let number = token.numbers[store.identifier] { try store.deleteTransactions(before: number, filter) }
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
