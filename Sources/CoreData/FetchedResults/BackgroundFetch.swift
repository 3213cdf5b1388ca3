/// A list on its way: its keys are read on another thread, while what changes in the context meanwhile is gathered, to be
/// applied to the list before anyone sees it.
///
/// The first rows come before the rest, as a list of their own.
final class BackgroundFetch: @unchecked Sendable {
    // Sendable: `cancellation` is; all else belongs to the context's queue.

    private unowned let results: FetchedResults
    private let holder: ResultObjects
    private let criteria: ResultCriteria
    private let cancellation = ReadCancellation()
    /// Objects changed, and objects deleted, since the reading began.
    private var changed = ObjectSet()
    private var deleted = ObjectSet()
    private let tell: (Result<Bool, any Error>) -> Void

    /// - Parameter tell: called on the context's queue with true for the whole list, and before that with false for the first
    ///   rows, if these are not all.
    init(_ results: FetchedResults, _ criteria: ResultCriteria, tell: @escaping (Result<Bool, any Error>) -> Void) {
        self.results = results
        self.criteria = criteria
        self.tell = tell
        holder = ResultObjects(results.context, keeping: FetchedResults.keptObjects)
    }

    /// Begins to read. On the context's queue.
    func start(
        _ settings: FetchSettings, _ entity: NSEntityDescription, _ store: NSPersistentStore, firstRows: Int
    ) {
        let context = results.context
        context.processPendingChanges()
        // What is pending is in no store.
        changed = ObjectSet(Array(context.changes.inserted) + Array(context.changes.updated))
        deleted = ObjectSet(context.changes.deleted)
        context.notifications.add(self) { [unowned self] in gather($0) }
        var first = settings
        first.limit = firstRows
        let window = results.keyFetch(first, entity, criteria, store, holder, nil)
        let whole = results.keyFetch(
            settings, entity, criteria, store, holder, results.cache(settings, entity, store))
        let queue = context.queue
        WorkerThreads.async { [self] in
            let cancellation = cancellation
            do {
                if firstRows > 0 {
                    let found = try window.run(until: cancellation)
                    let isWhole = found.rows.count < firstRows
                    queue.async { self.show(found, isWhole: isWhole) }
                    if isWhole { return }
                }
                let found = try whole.run(until: cancellation)
                queue.async { self.show(found, isWhole: true) }
            } catch {
                queue.async { self.fail(error) }
            }
        }
    }

    /// Nobody waits for it any more: what is read is dropped.
    func cancel() { cancellation.request() }

    private func gather(_ changes: ContextChanges) {
        if changes.invalidatedAll { return cancel() }
        for group in [changes.deleted, changes.deletedUnseen, changes.invalidated] {
            for object in group {
                deleted.insert(object)
                changed.remove(object)
            }
        }
        for group in [changes.inserted, changes.updated, changes.refreshed, changes.refreshedUnseen] {
            for object in group where criteria.concerns(object) {
                changed.insert(object)
                deleted.remove(object)
            }
        }
    }

    private func show(_ found: KeyFetch.Found, isWhole: Bool) {
        guard !cancellation.isRequested else { return }
        results.context.processPendingChanges()
        do {
            let list = FetchedResults.List(
                layout: try ResultLayout(found.rows, found.runs, source: results), objects: holder, criteria: criteria)
            list.settle()
            var changes = ContextChanges()
            changes.deleted = deleted.objects
            changes.updated = changed.objects.filter { $0.managedObjectContext === results.context }
            _ = try list.layout.apply(list.relevant(changes))
            if isWhole { end() }
            results.show(list)
            tell(.success(isWhole))
        } catch {
            fail(error)
        }
    }

    private func fail(_ error: any Error) {
        guard !cancellation.isRequested else { return }
        end()
        tell(.failure((error as? ResultLayout.OutOfOrder).map(FetchedResults.error) ?? error))
    }

    private func end() {
        results.context.notifications.remove(self)
        results.background = nil
    }
}

extension FetchedResults {
    /// Fetches the list on another thread, the first rows ahead of the rest; until then the list stays what it is.
    func performInBackground(
        _ settings: FetchSettings, firstRows: Int, _ tell: @escaping (Result<Bool, any Error>) -> Void
    ) {
        let entity = settings.entity(in: context.persistentStoreCoordinator)
        let criteria = ResultCriteria(settings, entity, sectionNameKeyPath: sectionNameKeyPath)
        guard let store = storeOfKeys(settings, entity, criteria) else {
            // Only objects can make this list, and they are the queue's own.
            return tell(Result { try perform(settings) }.map { true })
        }
        let fetch = BackgroundFetch(self, criteria, tell: tell)
        background = fetch
        keepCache(settings, entity, criteria)
        fetch.start(settings, entity, store, firstRows: firstRows)
    }
}
