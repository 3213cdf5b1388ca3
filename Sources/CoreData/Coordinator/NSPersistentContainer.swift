/// A whole stack: model, coordinator, stores and a context on the main queue. Follows Apple's `NSPersistentContainer`.
///
///     let container = NSPersistentContainer(name: "Shop")
///     container.loadPersistentStores { description, error in
///         if let error { fatalError("\(error)") }
///     }
///     let context = container.viewContext
open class NSPersistentContainer: NSObject, @unchecked Sendable {
    // Sendable: everything is set up by the initialiser; the descriptions are edited before the stores are loaded.

    /// The name of the model, and of the store's file.
    public let name: String
    /// The coordinator of the stores.
    public private(set) final var persistentStoreCoordinator: NSPersistentStoreCoordinator
    /// The context on the main queue.
    public let viewContext: NSManagedObjectContext
    /// What `loadPersistentStores` opens; one SQLite store unless set.
    open var persistentStoreDescriptions: [NSPersistentStoreDescription]

    /// A container with the model of that name: one embedded in the program by the build plugin, or a compiled file beside it.
    ///
    /// A name that matches no model leaves it without entities, and loading its stores fails with what models there are.
    public convenience init(name: String) {
        self.init(name: name, managedObjectModel: Self.model(named: name) ?? MissingModel(named: name))
    }

    /// A container with that model.
    public init(name: String, managedObjectModel model: NSManagedObjectModel) {
        self.name = name
        persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        viewContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        persistentStoreDescriptions = [
            NSPersistentStoreDescription(
                url: Self.defaultDirectoryURL().appendingPathComponent(name).appendingPathExtension("sqlite"))
        ]
        super.init()
        viewContext.persistentStoreCoordinator = persistentStoreCoordinator
    }

    /// A container on a coordinator that is there, with whatever stores it has.
    convenience init(name: String, coordinator: NSPersistentStoreCoordinator) {
        self.init(name: name, managedObjectModel: NSManagedObjectModel())
        persistentStoreDescriptions = []
        persistentStoreCoordinator = coordinator
        viewContext.persistentStoreCoordinator = coordinator
    }

    private static func model(named name: String) -> NSManagedObjectModel? {
        if let model = EmbeddedModels.model(named: name) { return model }
        for kind in ["momd", "mom"] {
            if let url = Bundle.main.url(forResource: name, withExtension: kind),
                let model = NSManagedObjectModel(contentsOf: url)
            {
                return model
            }
        }
        return nil
    }

    /// The model.
    public final var managedObjectModel: NSManagedObjectModel { persistentStoreCoordinator.managedObjectModel }

    /// Where stores lie unless their descriptions say otherwise: a folder of the program's name among the user's data.
    open class func defaultDirectoryURL() -> URL {
        let environment = ProcessInfo.processInfo.environment
        let isTold = environment["XDG_DATA_HOME"] != nil || environment["HOME"] != nil
        // Where the environment names no home Foundation makes one up; the account has one.
        let known =
            isTold ? FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first : nil
        let home = getpwuid(getuid()).map { String(cString: $0.pointee.pw_dir) } ?? NSHomeDirectory()
        let data = known ?? URL(fileURLWithPath: home).appendingPathComponent(".local/share")
        return data.appendingPathComponent(ProcessInfo.processInfo.processName, isDirectory: true)
    }

    /// Opens the stores of all descriptions. The handler is called once for each.
    open func loadPersistentStores(
        completionHandler block: @escaping (NSPersistentStoreDescription, (any Error)?) -> Void
    ) {
        for description in persistentStoreDescriptions {
            makeFolder(for: description)
            persistentStoreCoordinator.addPersistentStore(with: description, completionHandler: block)
        }
    }

    /// The default folder is nobody else's to make. A folder that cannot be made is told when the store is opened.
    private final func makeFolder(for description: NSPersistentStoreDescription) {
        guard description.type == NSSQLiteStoreType, !description.isReadOnly, let url = description.url,
            !(managedObjectModel is MissingModel)
        else { return }
        let folder = url.deletingLastPathComponent()
        if folder.standardizedFileURL == Self.defaultDirectoryURL().standardizedFileURL {
            try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
    }

    /// A context on a queue of its own, on the container's coordinator.
    open func newBackgroundContext() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = persistentStoreCoordinator
        return context
    }

    /// Runs the block with a new context, on its queue.
    open func performBackgroundTask(_ block: @escaping @Sendable (NSManagedObjectContext) -> Void) {
        let context = newBackgroundContext()
        context.perform { block(context) }
    }

    /// Runs the block with a new context, on its queue, and answers its result.
    public final func performBackgroundTask<Result, Failure: Error>(
        _ block: @escaping @Sendable (NSManagedObjectContext) throws(Failure) -> Result
    ) async throws(Failure) -> sending Result {
        let context = newBackgroundContext()
        return try await context.perform(schedule: .enqueued) { () throws(Failure) -> Result in try block(context) }
    }
}
