/// Which state of the stores a context reads.
enum QueryGenerationPin {
    /// That of the next time it reads.
    case next
    case token(NSQueryGenerationToken)
}

extension NSManagedObjectContext {
    /// What a store's rows are to be read from: the store, or the state of it that the context is pinned to.
    @inline(__always)
    final func reading(_ store: NSPersistentStore) throws -> NSPersistentStore {
        activity.pin == nil ? store : try pinned(store)
    }

    @inline(never)
    private final func pinned(_ store: NSPersistentStore) throws -> NSPersistentStore {
        try pinToPresent()
        guard case .token(let token)? = activity.pin else { return store }
        // A store that was added later is read as it is.
        return token.generations.first { $0.isOf(store) }?.view ?? store
    }

    /// Pins the context to the present state where it is to be pinned when it reads next.
    final func pinToPresent() throws {
        guard case .next? = activity.pin, case .coordinator(let coordinator) = source else { return }
        let generations = try coordinator.persistentStores.compactMap { store in
            try (store as? SQLiteStore).flatMap { try $0.generations?.current(of: $0) }
        }
        // Stores that hold no states leave the context as it was.
        if !generations.isEmpty { activity.pin = .token(NSQueryGenerationToken(generations)) }
    }

    /// Lets go of the state that the context is pinned to: the next reading pins it to a newer one.
    final func advanceQueryGeneration() {
        if activity.pin != nil { activity.pin = .next }
    }

    /// Takes a pinned context to the state after its save; answers its token, for those who hear of the save.
    @inline(__always)
    final func advanceQueryGenerationBySaving() -> NSQueryGenerationToken? {
        guard activity.pin != nil, case .coordinator = source else { return nil }
        activity.pin = .next
        // Where it fails now, the next reading tells.
        try? pinToPresent()
        guard case .token(let token)? = activity.pin else { return nil }
        return token
    }

    final func pin(to token: NSQueryGenerationToken?) throws {
        checkConfinement()
        if case .parent = source {
            raise("NSInvalidArgumentException", "A nested context reads what its parent does; pin the parent.")
        }
        guard let token else { return activity.pin = nil }
        if token === NSQueryGenerationToken.current { return activity.pin = .next }
        activity.pin = .token(try held(token))
    }

    /// The token with the states it stands for; throws where they are of other stores, or gone.
    private final func held(_ token: NSQueryGenerationToken) throws -> NSQueryGenerationToken {
        let stores = (source.coordinator?.persistentStores ?? []).compactMap { $0 as? SQLiteStore }
        let generations = token.names.compactMap { name in
            stores.lazy.compactMap { $0.generations?.generation(named: name) }.first
        }
        guard !generations.isEmpty, generations.count == token.names.count else {
            throw CocoaError(
                .persistentStoreOperation,
                userInfo: [
                    NSLocalizedDescriptionKey:
                        "The query generation is of no store of the context's coordinator, or nobody holds it any more."
                ])
        }
        return NSQueryGenerationToken(generations)
    }

    /// The token of the state that the context, or the parent at the end of the chain, is pinned to.
    final var pinnedToken: NSQueryGenerationToken? {
        checkConfinement()
        if case .parent(let parent) = source { return parent.performAndWait { parent.pinnedToken } }
        switch activity.pin {
        case nil: return nil
        case .token(let token): return token
        case .next:
            let stores = source.coordinator?.persistentStores ?? []
            let canPin = stores.isEmpty || stores.contains { ($0 as? SQLiteStore)?.generations != nil }
            return canPin ? .current : nil
        }
    }
}
