import CoreData

extension UserEdit {
    /// Makes the edit behind the screen, on a context beside the given one of the main queue, under its name: for edits
    /// that take longer than a user should wait for the next key. What it changes comes into the given context portion by
    /// portion; then `completion` is called, on the main queue.
    @MainActor
    public func runBehind(
        _ context: NSManagedObjectContext, as author: Author? = nil,
        completion: @escaping @MainActor (Result<Outcome, any Error>) -> Void
    ) where Self: Sendable, Outcome: Sendable {
        let behind = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        behind.persistentStoreCoordinator = context.persistentStoreCoordinator
        behind.name = context.name
        behind.transactionAuthor = author?.rawValue ?? context.transactionAuthor
        behind.mergePolicy = EditMergePolicy.userWins
        behind.storeFile = context.storeFile
        let saves = SavedNews(of: behind)
        // Merged by itself, all of it would come in one go.
        let mergesByItself = context.automaticallyMergesChangesFromParent
        context.automaticallyMergesChangesFromParent = false
        behind.perform {
            let result = Result { try run(in: behind) }
            let news = PortionedNews(of: saves.end())
            DispatchQueue.main.async {
                news.merge(into: context) {
                    MainActor.assumeIsolated {
                        context.automaticallyMergesChangesFromParent = mergesByItself
                        completion(result)
                    }
                }
            }
        }
    }
}

/// Gathers what a context saves.
private final class SavedNews: @unchecked Sendable {
    // Sendable: after `init` all of it is used on the context's queue, where the notifications are posted.
    private var saves: [Notification] = []
    private var observer: (any NSObjectProtocol)?

    init(of context: NSManagedObjectContext) {
        observer = NotificationCenter.default.addObserver(
            forName: NSManagedObjectContext.didSaveObjectIDsNotification, object: context, queue: nil
        ) { [unowned self] save in saves.append(save) }
    }

    /// What was saved so far; nothing more is gathered.
    func end() -> [Notification] {
        if let observer { NotificationCenter.default.removeObserver(observer) }
        return saves
    }
}
