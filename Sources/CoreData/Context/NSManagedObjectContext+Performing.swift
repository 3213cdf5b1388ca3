extension NSManagedObjectContext {
    /// Runs the block on the context's queue and waits for it; may be nested.
    ///
    /// Changes made in the block are not told in a notification before the next `processPendingChanges` or save.
    public final func performAndWait<Result, Failure: Error>(
        _ block: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try queue.sync(block)
    }

    /// Runs the block on the context's queue and answers its result.
    ///
    /// - Parameter isolation: the caller's actor, which this runs on: who is on the main queue stays there.
    public final func perform<Result, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation, schedule: ScheduledTaskType = .immediate,
        _ block: @escaping @Sendable () throws(Failure) -> Result
    ) async throws(Failure) -> sending Result {
        if schedule == .immediate, queue.isCurrent {
            return try UnsafeTransfer(Swift.Result(catching: block)).value.get()
        }
        let outcome = await withUnsafeContinuation {
            (continuation: UnsafeContinuation<UnsafeTransfer<Swift.Result<Result, Failure>>, Never>) in
            queue.async {
                let outcome = Swift.Result(catching: block)
                self.endBlock()
                // The block has ended, and only the continuation has its result.
                continuation.resume(returning: UnsafeTransfer(outcome))
            }
        }
        return try outcome.value.get()
    }

    /// Traps where concurrency debugging is on and the caller is not on the queue.
    @inline(never)
    final func checkConfinement() {
        if ConcurrencyDebug.isOn, !queue.isCurrent {
            raise(
                "NSInternalInconsistencyException",
                "CoreData concurrency violation: the context '\(settings.name ?? "")' and its objects belong to the queue "
                    + "'\(queue.label)', and one of them is used on the queue '\(ContextQueue.currentLabel)'."
            )
        }
    }

    /// Joins a coordinator; objects of the former one stay behind.
    final func join(_ coordinator: NSPersistentStoreCoordinator?) {
        if case .parent = source {
            raise("NSInvalidArgumentException", "Context already has a parent; cannot replace it by a coordinator.")
        }
        if let former = source.coordinator {
            if former === coordinator { return }
            former.leave(self)
            letGo()
        }
        source = coordinator.map(RowSource.coordinator) ?? .none
        coordinator?.join(self)
    }

    /// Joins a parent.
    final func join(_ parent: NSManagedObjectContext?) {
        if let former = source.coordinator, !changes.isEmpty || registry.count > 0 {
            raise(
                "NSInvalidArgumentException",
                "Context already has a coordinator; cannot replace. (coordinator = \(former))")
        }
        guard let parent else {
            source = .none
            return
        }
        source = .parent(parent)
        let child = WeakContext(context: self)
        parent.performAndWait {
            parent.activity.children.removeAll { $0.context == nil || $0.context === self }
            parent.activity.children.append(child)
        }
    }

    final func mergeAutomatically(_ value: Bool) {
        settings.automaticallyMergesChangesFromParent = value
    }

    final func retainObjects(_ value: Bool) {
        settings.retainsRegisteredObjects = value
        activity.retained = value ? ObjectSet(registry.objects) : ObjectSet()
    }
}
