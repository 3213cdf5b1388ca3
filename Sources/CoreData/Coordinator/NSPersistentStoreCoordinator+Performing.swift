extension NSPersistentStoreCoordinator {
    /// Runs the block on the coordinator's queue and waits for it; may be nested.
    public final func performAndWait<Result, Failure: Error>(
        _ block: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try queue.sync(block)
    }

    /// Runs the block on the coordinator's queue and answers its result.
    ///
    /// - Parameter isolation: the caller's actor, which this runs on.
    public final func perform<Result, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation, _ block: @escaping @Sendable () throws(Failure) -> Result
    ) async throws(Failure) -> sending Result {
        let outcome = await withUnsafeContinuation {
            (continuation: UnsafeContinuation<UnsafeTransfer<Swift.Result<Result, Failure>>, Never>) in
            // The block has ended when it is handed on, and only the continuation has its result.
            queue.async { continuation.resume(returning: UnsafeTransfer(Swift.Result(catching: block))) }
        }
        return try outcome.value.get()
    }

    /// Executes a request with a context of this coordinator, on whose queue the caller is.
    final func executeRequest(_ request: NSPersistentStoreRequest, _ context: NSManagedObjectContext) throws -> Any {
        guard context.persistentStoreCoordinator === self else {
            raise(
                "NSInvalidArgumentException",
                "The context '\(context.name ?? "")' is of another persistent store coordinator; cannot execute a request with it."
            )
        }
        guard let fetch = request as? any FetchingRequest else { return try context.executeRequest(request) }
        return try fetch.elements(storedFor: context)
    }
}
