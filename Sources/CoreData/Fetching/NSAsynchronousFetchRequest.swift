/// A fetch that is read on another queue while its context goes on. Follows Apple's `NSAsynchronousFetchRequest`.
///
///     let request = NSAsynchronousFetchRequest(fetchRequest: Item.fetchRequest()) { result in
///         show(result.finalResult ?? [])
///     }
///     try context.execute(request)
///
/// `execute` returns at once; the block is called later on the context's queue.
open class NSAsynchronousFetchRequest<ResultType>: NSPersistentStoreRequest {
    /// What is looked for.
    public final let fetchRequest: NSFetchRequest<ResultType>
    /// Called on the context's queue when the fetch has ended, whether with a result, an error, or by being cancelled.
    public final let completionBlock: ((NSAsynchronousFetchResult<ResultType>) -> Void)?
    /// How many results are expected: the total of the progress until the number is known.
    open var estimatedResultCount = 0

    /// A request to run that fetch, and to call the block at its end.
    public init(
        fetchRequest request: NSFetchRequest<ResultType>,
        completionBlock blk: ((NSAsynchronousFetchResult<ResultType>) -> Void)? = nil
    ) {
        fetchRequest = request
        completionBlock = blk
        super.init()
    }

    /// Fetch.
    open override var requestType: NSPersistentStoreRequestType { .fetchRequestType }
    /// Those of the fetch.
    open override var affectedStores: [NSPersistentStore]? {
        get { fetchRequest.affectedStores }
        set { fetchRequest.affectedStores = newValue }
    }
}

/// The result of a request that runs on. Follows Apple's `NSPersistentStoreAsynchronousResult`.
open class NSPersistentStoreAsynchronousResult: NSPersistentStoreResult {
    /// The context that executes the request.
    public final let managedObjectContext: NSManagedObjectContext
    /// What went wrong; nil while it runs, and where it went well.
    open internal(set) var operationError: (any Error)?
    /// How far it has come; nil unless there was a current `Progress` when it was executed.
    public final let progress: Progress?
    let cancellation = ReadCancellation()

    init(_ context: NSManagedObjectContext, _ progress: Progress?) {
        managedObjectContext = context
        self.progress = progress
        super.init()
        progress?.cancellationHandler = { [cancellation] in cancellation.request() }
    }

    /// Ends the fetch: there will be no result.
    open func cancel() {
        cancellation.request()
        progress?.cancel()
    }
}

/// The result of an asynchronous fetch, and of a fetch that was executed as a request. Follows Apple's `NSAsynchronousFetchResult`.
open class NSAsynchronousFetchResult<ResultType>: NSPersistentStoreAsynchronousResult {
    /// What was executed.
    public final let fetchRequest: NSAsynchronousFetchRequest<ResultType>
    /// What was found; nil while it runs, and where it was cancelled or failed.
    open internal(set) var finalResult: [ResultType]?

    init(
        _ request: NSAsynchronousFetchRequest<ResultType>, _ context: NSManagedObjectContext, _ progress: Progress?
    ) {
        fetchRequest = request
        super.init(context, progress)
    }
}

/// A request that looks for something, whatever the type of its results.
protocol FetchingRequest {
    func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult
    /// What is stored, an array of `ResultType`; what is pending in the context does not count.
    func elements(storedFor context: NSManagedObjectContext) throws -> Any
}

extension NSFetchRequest: FetchingRequest {
    func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        let result = NSAsynchronousFetchResult(NSAsynchronousFetchRequest(fetchRequest: self), context, nil)
        result.finalResult = try context.fetch(self)
        return result
    }

    func elements(storedFor context: NSManagedObjectContext) throws -> Any {
        var stored = settings
        stored.includesPendingChanges = false
        let elements: [ResultType] = try context.fetch(stored)
        return elements
    }

    /// Executes the request in the context whose `perform` this is called in; raises outside of any.
    public final func execute() throws -> [ResultType] {
        guard let context = ContextQueue.currentContext else {
            raise(
                "NSInternalInconsistencyException",
                "-[NSFetchRequest execute:] must be called on the queue of a context, inside of its perform")
        }
        return try context.fetch(self)
    }
}

extension NSAsynchronousFetchRequest: FetchingRequest {
    func elements(storedFor context: NSManagedObjectContext) throws -> Any {
        try fetchRequest.elements(storedFor: context)
    }

    func run(in context: NSManagedObjectContext) throws -> NSPersistentStoreResult {
        context.checkConfinement()
        let progress = Progress.current() == nil ? nil : Progress(totalUnitCount: Int64(max(estimatedResultCount, 1)))
        let result = NSAsynchronousFetchResult(self, context, progress)
        fetchRequest.settings.checkGrouping()
        AsynchronousFetch(context, fetchRequest.settings, result).start { [fetchRequest] fetched in
            do {
                if let objects = try fetched() {
                    result.finalResult = try NSManagedObjectContext.results(objects)
                } else {
                    result.finalResult = try context.fetch(fetchRequest)
                }
            } catch {
                result.operationError = error
            }
            if result.cancellation.isRequested {
                result.finalResult = nil
                result.operationError = CocoaError(.userCancelled)
            }
            self.completionBlock?(result)
        }
        return result
    }
}
