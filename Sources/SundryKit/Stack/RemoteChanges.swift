import CoreData

/// Brings into the view context what other processes saved: reads the history after the last known token on a
/// background context, and merges it on the main queue.
///
/// Notifications that arrive while a round is on its way are answered by one further round.
final class RemoteChanges: @unchecked Sendable {
    // Sendable: confined to the main queue, which every entry hops to first.
    private let container: SundryContainer
    private let reader: NSManagedObjectContext
    private var token: NSPersistentHistoryToken?
    private var observer: (any NSObjectProtocol)?
    private var isReading = false
    private var isBehind = false

    init(of container: SundryContainer) {
        self.container = container
        let coordinator = container.persistentStoreCoordinator
        reader = container.newBackgroundContext()
        reader.automaticallyMergesChangesFromParent = false
        token = coordinator.currentPersistentHistoryToken(fromStores: nil)
        observer = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreRemoteChange, object: coordinator, queue: nil
        ) { [weak self] _ in
            DispatchQueue.main.async { self?.catchUp() }
        }
    }

    deinit {
        if let observer { NotificationCenter.default.removeObserver(observer) }
    }

    /// Starts a round, or notes that one more is due.
    private func catchUp() {
        guard !isReading else {
            isBehind = true
            return
        }
        isReading = true
        reader.perform { [self, last = token] in
            let news = news(after: last)
            DispatchQueue.main.async { self.take(news) }
        }
    }

    /// What others saved since a token.
    private struct News: @unchecked Sendable {
        // Sendable: constants, of which the token is one that never changes.
        let portions: PortionedNews
        let token: NSPersistentHistoryToken?
    }

    /// What was saved since, oldest first; nil where the history no longer reaches back that far.
    private func news(after last: NSPersistentHistoryToken?) -> News? {
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: last)
        guard let result = try? reader.execute(request) as? NSPersistentHistoryResult,
            let transactions = result.result as? [NSPersistentHistoryTransaction]
        else { return nil }
        let saves = transactions.filter { !($0.contextName ?? "").hasSuffix(container.mark) }
            .map { $0.objectIDNotification() }
        return News(portions: PortionedNews(of: saves), token: transactions.last?.token)
    }

    private func take(_ news: News?) {
        guard let news else {
            // The history was purged past the token: everything may have changed. A refresh alone would find the old rows in memory.
            let context = container.viewContext
            let known = context.registeredObjects.map(\.objectID)
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSUpdatedObjectsKey: known], into: [context])
            context.refreshAllObjects()
            token = container.persistentStoreCoordinator.currentPersistentHistoryToken(fromStores: nil)
            return finish()
        }
        news.portions.merge(into: container.viewContext) { [self] in
            token = news.token ?? token
            finish()
        }
    }

    private func finish() {
        isReading = false
        guard isBehind else { return }
        isBehind = false
        catchUp()
    }
}
