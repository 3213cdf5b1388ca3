import CoreData

/// The application's stack: one container, its view context on the main queue, and what other processes write merged into it.
///
///     let stack = SundryStack.shared
///     try stack.load()
///     try AddItem(titles: ["milk"], to: .new("Groceries")).run(in: stack.viewContext)
///
/// Screens and commands get the context handed in and never reach for ``shared``.
public final class SundryStack: @unchecked Sendable {
    // Sendable: constants, and `remoteChanges`, which the main queue alone touches.

    /// The stack on the user's own lists, at the place that `SUNDRY_STORE` or the data folder names. ``load()`` opens it.
    public static let shared = SundryStack()

    /// A loaded stack in memory with the demo's lists.
    @MainActor public static let preview: SundryStack = {
        let stack = SundryStack(inMemory: true)
        do {
            try stack.load()
            var demo = DemoData()
            try demo.seed(in: stack.viewContext)
        } catch {
            // Memory cannot refuse the demo's data: only a broken model could, and no screen works on one.
            fatalError("the preview could not be made: \(error)")
        }
        return stack
    }()

    /// Where the lists are kept; the problem, where there is no such place.
    public let location: Result<StoreLocation, Problem>
    let container: SundryContainer
    var remoteChanges: RemoteChanges?

    private convenience init() {
        self.init(at: Result { () throws(Problem) in try StoreLocation.resolved() }, author: .window)
    }

    /// A stack for the demo and for tests: in memory where `inMemory` says so, else the user's own lists.
    public convenience init(inMemory: Bool) {
        if inMemory {
            self.init(at: .memory)
        } else {
            self.init()
        }
    }

    /// A stack on the lists at that place, not loaded yet. Its edits are told as made by `author`.
    public convenience init(at location: StoreLocation, author: Author = .window) {
        self.init(at: .success(location), author: author)
    }

    private init(at location: Result<StoreLocation, Problem>, author: Author) {
        self.location = location
        container = SundryContainer.make(at: (try? location.get()) ?? .memory, author: author)
    }

    /// The context of the screen and of commands, on the main queue.
    public var viewContext: NSManagedObjectContext { container.viewContext }

    /// A context for an import: on a queue of its own, named, merged into the view context when it saves.
    public func newBackgroundContext() -> NSManagedObjectContext { container.newBackgroundContext() }

    /// Saves the view context; returns at once when nothing has changed. On the main queue.
    public func save() throws {
        guard viewContext.hasChanges else { return }
        try viewContext.saveWaiting()
    }

    /// Runs an import on a background context and waits for it. What it brings in shows up in the view context.
    public func run(_ importing: ImportItems) throws -> ImportReport {
        let context = newBackgroundContext()
        return try context.performAndWait { try importing.run(in: context) }
    }

    /// Deletes an object of the view context for good, past journal and trash, and saves. On the main queue.
    public func delete(_ object: NSManagedObject) throws {
        viewContext.delete(object)
        try save()
    }
}

extension SundryStack {
    /// Opens the store, making it where it is missing. A new file is readable by the user alone.
    ///
    /// One that may not be written is opened to be looked at; every edit of it throws. Throws one sentence that says what to
    /// do; a file that is no store of ours is left untouched.
    public func load() throws(Problem) {
        let location = try location.get()
        try location.prepare()
        if !location.mayBeWritten { container.persistentStoreDescriptions.first?.isReadOnly = true }
        // SQLite gives the log and the shared memory beside a file the file's own mode.
        let mask = umask(0o077)
        defer { umask(mask) }
        do {
            try Waiting.run { try container.open() }
        } catch {
            throw location.problem(error)
        }
        container.setUpViewContext()
    }

    /// From now on what other processes save shows up in the view context. On the main queue, after ``load()``.
    public func followRemoteChanges() {
        guard remoteChanges == nil else { return }
        remoteChanges = RemoteChanges(of: container)
    }
}

extension NSManagedObjectContext {
    /// Whether its store may not be written.
    public var isReadOnly: Bool { persistentStoreCoordinator?.persistentStores.first?.isReadOnly ?? false }
}
