import CoreData

/// The container under ``SundryStack``: names its contexts and their author, so that history tells who did what.
final class SundryContainer: NSPersistentContainer, @unchecked Sendable {
    // Sendable: what is stored here is set once, before the container is handed out.
    private(set) var author = Author.window
    /// Ends the names of all contexts of this container: by it the container knows its own transactions in the history
    /// of a store that other processes write too. Random, for process numbers are the same in two containers.
    let mark = "-" + String(UInt64.random(in: 0...UInt64.max), radix: 36)

    private override init(name: String, managedObjectModel model: NSManagedObjectModel) {
        super.init(name: name, managedObjectModel: model)
    }

    /// A container whose store stands at that place, not loaded yet.
    static func make(at location: StoreLocation, author: Author) -> SundryContainer {
        let container = SundryContainer(name: "Sundry")
        container.author = author
        let description = NSPersistentStoreDescription()
        switch location {
        case .memory: description.url = URL(fileURLWithPath: "/dev/null")
        case .file(let url), .standard(let url): description.url = url
        }
        description.type = NSSQLiteStoreType
        description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
        description.timeout = Waiting.step
        // A store of a version that is not known is of a newer program, and would lose what only that knows: see `open()`.
        description.shouldMigrateStoreAutomatically = false
        // A command of the shell is over before it could hear of others.
        if author != .shell {
            description.setOption(true as NSNumber, forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey)
        }
        container.persistentStoreDescriptions = [description]
        return container
    }

    /// A context for work behind the screen: what it saves shows up in the view context, and what the user typed
    /// meanwhile wins over it.
    override func newBackgroundContext() -> NSManagedObjectContext {
        let context = super.newBackgroundContext()
        context.name = Author.bulk.rawValue + mark
        context.transactionAuthor = Author.bulk.rawValue
        context.mergePolicy = EditMergePolicy.storeWins
        context.storeFile = viewContext.storeFile
        context.automaticallyMergesChangesFromParent = true
        return context
    }

    /// Gives the view context its name, its author and its rules. What the user just did wins over what was there.
    func setUpViewContext() {
        viewContext.name = author.rawValue + mark
        viewContext.transactionAuthor = author.rawValue
        viewContext.mergePolicy = EditMergePolicy.userWins
        viewContext.storeFile = StoreFile(at: persistentStoreCoordinator.persistentStores.first?.url)
        viewContext.automaticallyMergesChangesFromParent = true
    }
}
