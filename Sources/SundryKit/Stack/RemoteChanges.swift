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
    /// How many objects are merged in one go: what takes a few milliseconds.
    private static let portion = 256
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

    /// What others saved since a token, in portions that are merged between two keys.
    private struct News: @unchecked Sendable {
        // Sendable: made by the reader, and from then on touched by the main queue alone.

        /// The last first.
        var portions: [Notification]
        let token: NSPersistentHistoryToken?
    }

    /// What was saved since, oldest first; nil where the history no longer reaches back that far.
    private func news(after last: NSPersistentHistoryToken?) -> News? {
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: last)
        guard let result = try? reader.execute(request) as? NSPersistentHistoryResult,
            let transactions = result.result as? [NSPersistentHistoryTransaction]
        else { return nil }
        let portions = transactions.filter { !($0.contextName ?? "").hasSuffix(container.mark) }
            .flatMap { $0.objectIDNotification().portions(of: Self.portion) }
        return News(portions: portions.reversed(), token: transactions.last?.token)
    }

    private func take(_ news: News?) {
        guard let news else {
            // The history was purged past the token: everything may have changed.
            container.viewContext.refreshAllObjects()
            token = container.persistentStoreCoordinator.currentPersistentHistoryToken(fromStores: nil)
            return finish()
        }
        merge(news)
    }

    /// Merges a portion, then lets the queue do what waits there, such as answering a key, before the next one.
    private func merge(_ news: News) {
        var rest = news
        guard let portion = rest.portions.popLast() else {
            token = news.token ?? token
            return finish()
        }
        container.viewContext.mergeChanges(fromContextDidSave: portion)
        DispatchQueue.main.async { [rest] in self.merge(rest) }
    }

    private func finish() {
        isReading = false
        guard isBehind else { return }
        isBehind = false
        catchUp()
    }
}

extension Notification {
    /// The same news of objects by their IDs, cut into portions of so many objects.
    fileprivate func portions(of size: Int) -> [Notification] {
        var portions: [Notification] = []
        for (key, value) in userInfo ?? [:] {
            guard let set = value as? Set<NSManagedObjectID> else { continue }
            let ids = Array(set)
            for start in stride(from: 0, to: ids.count, by: size) {
                let some = Set(ids[start..<min(start + size, ids.count)])
                portions.append(Notification(name: name, object: nil, userInfo: [key: some]))
            }
        }
        return portions
    }
}
