extension NSManagedObjectContext {
    /// A save from start to end. Whatever throws leaves every change pending.
    final func saveChanges() throws {
        checkConfinement()
        notifications.beginSave()
        defer { notifications.endSave() }
        processPendingChanges()
        try requireStores()
        announceSave()
        try settleChanges()
        applyDeleteRulesBeforeSave()
        try requireReadableChanges()
        try validateChanges()
        let saved = try writeChanges()
        commit(saved)
        let rows = hasListeners ? saved.rowsForOthers : MergedRows()
        tellOfSave(saved)
        hand(rows)
    }

    private final func requireStores() throws {
        guard hasPendingChanges else { return }
        switch source {
        case .parent: return
        case .none:
            raise(
                "NSInternalInconsistencyException",
                "The context has no persistent store coordinator. It cannot perform a save operation.")
        case .coordinator(let coordinator):
            if coordinator.persistentStores.isEmpty {
                raise(
                    "NSInternalInconsistencyException",
                    "This NSPersistentStoreCoordinator has no persistent stores (unknown). It cannot perform a save operation."
                )
            }
        }
    }

    private final func announceSave() {
        NotificationCenter.default.post(name: .NSManagedObjectContextWillSave, object: self)
    }

    /// Calls `willSave` of each object to be saved, again for those that this changed, until nothing changes any more.
    private final func settleChanges() throws {
        // Told apart only once an object has changed something: few do.
        var called: ObjectSet?
        var due = [changes.inserted, changes.updated, changes.deleted]
        for _ in 0..<1000 {
            for list in due { list.forEachHeld { if $0.isIn(self) { $0.willSave() } } }
            guard changes.hasEvent else { return }
            var seen = called ?? ObjectSet()
            for list in due { for object in list { seen.insert(object) } }
            let dirtied = changes.event
            processPendingChanges()
            // Those changed meanwhile, and those that delete rules or inverses brought in.
            var again = dirtied.filter { !$0.flags.isDisjoint(with: .pending) }
            for object in changes.updated + changes.deleted where seen.insert(object) { again.append(object) }
            due = [again]
            called = seen
        }
        raise(
            "NSInternalInconsistencyException",
            "Failed to process pending changes before save. The context is still dirty after 1000 attempts. Typically this "
                + "recursive dirtying is caused by a bad validation method, -willSave, or notification handler.")
    }

    private final func applyDeleteRulesBeforeSave() {
        guard !settings.propagatesDeletesAtEndOfEvent else { return }
        applyDeleteRules()
        let propagates = settings.propagatesDeletesAtEndOfEvent
        settings.propagatesDeletesAtEndOfEvent = true
        processPendingChanges()
        settings.propagatesDeletesAtEndOfEvent = propagates
    }

    private final func validateChanges() throws {
        var failures: [any Error] = []
        changes.inserted.forEachHeld { object in
            do { try object.validateForInsert() } catch { failures.append(error) }
        }
        changes.updated.forEachHeld { object in
            guard object.hasPersistentChanges else { return }
            do { try object.validateForUpdate() } catch { failures.append(error) }
        }
        changes.deleted.forEachHeld { object in
            do { try object.validateForDelete() } catch { failures.append(error) }
        }
        if !failures.isEmpty { try ValidationFailure.throwAll(failures) }
    }

    /// Throws where changes lead to an object that the resolving of conflicts has given up.
    private final func requireNothingDangling() throws {
        for list in [changes.inserted, changes.updated] {
            try list.forEachHeld { try $0.requireNothingDangling() }
        }
    }

    // MARK: Writing

    /// Writes what is pending without asking or telling anybody.
    final func writeQuietly() throws { commit(try writeChanges()) }

    private final func writeChanges() throws -> SavedChanges {
        switch source {
        case .none: return SavedChanges(of: changes)
        case .parent(let parent): return try writeChanges(to: parent)
        case .coordinator: return try writeResolvingConflicts()
        }
    }

    /// Writes to the stores; conflicts go to the merge policy, and what it leaves is written again.
    private final func writeResolvingConflicts() throws -> SavedChanges {
        var attempts = 0
        while true {
            do {
                return try writeToStores()
            } catch let conflicts as SaveConflicts {
                attempts += 1
                // Each round resolves what the store reported; another process may go on changing rows, but not for ever.
                try resolve(conflicts, giveUp: attempts > 100)
                try requireNothingDangling()
            }
        }
    }

    private final func writeToStores() throws -> SavedChanges {
        var saved = SavedChanges(of: changes)
        let requests = try saveRequests()
        if requests.count > 1 { try requireUnity(of: requests) }
        let early = EarlyIDs(changes.updated, changes.deleted)
        // Whatever comes of the writing, objects may change after it.
        defer { early?.wait() }
        for (store, request) in requests { saved.take(try store.save(request), of: request, from: store) }
        let ofInserted = EarlyIDs(inserted: saved.changes.inserted, saved.rows, registry)
        saved.earlyIDs = [early, ofInserted].compactMap(\.self)
        return saved
    }

    /// One request for each store that has something to write.
    private final func saveRequests() throws -> [(NSPersistentStore, SaveRequest)] {
        var builder = SaveRequestBuilder(author: settings.transactionAuthor, contextName: settings.name)
        // New objects come in runs of one home; where none was assigned to a store, a run goes to one.
        var home: Unmanaged<ObjectHome>?
        var request = -1
        let isAssigned = !activity.assignedStores.isEmpty
        try changes.inserted.forEachHeld { object in
            if request < 0 || isAssigned || home?.toOpaque() != object.homeReference.toOpaque() {
                home = object.homeReference
                request = builder.request(to: try destinationStore(of: object))
            }
            try builder.insert(object, request)
        }
        if changes.updated.count + changes.deleted.count > 8,
            let object = changes.updated.first ?? changes.deleted.first
        {
            builder.reserve(updates: changes.updated.count, deletes: changes.deleted.count, of: object)
        }
        try changes.updated.forEachHeld { if $0.hasPersistentChanges { try builder.update($0) } }
        try changes.deleted.forEachHeld { object in
            if object.flags.isDisjoint(with: [.deletedElsewhere, .unsaved]) { try builder.delete(object) }
        }
        for object in activity.conflictChecked where !object.hasPersistentChanges && object.isIn(self) {
            try builder.update(object)
        }
        // Room was made for a store that nothing is to be written to.
        return builder.requests.filter { !$0.1.isEmpty }
    }

    /// Relationships do not lead from store to store.
    private final func requireUnity(of requests: [(NSPersistentStore, SaveRequest)]) throws {
        for (store, request) in requests {
            for write in request.inserts + request.updates {
                for relationship in write.object.home.properties.toOne {
                    guard case .object(let destination)? = write.object.overlaid(relationship.slot) else { continue }
                    if try destinationStore(of: destination) !== store {
                        throw CocoaError(
                            .managedObjectExternalRelationship,
                            userInfo: [
                                NSLocalizedDescriptionKey:
                                    "The relationship '\(relationship.description.name)' leads to an object in another store.",
                                NSAffectedObjectsErrorKey: [write.object, destination],
                            ])
                    }
                }
            }
        }
    }

    // MARK: Afterwards

    /// What was pending is saved: objects stand on their new snapshots, under their permanent keys.
    private final func commit(_ saved: SavedChanges) {
        changes.clearPending()
        activity.undo?.forgetKnown()
        defer { activity.conflictChecked.removeAll() }
        var rows = saved.rows
        var backings = BackingExchange()
        var passed = PassedSnapshots(count: saved.changes.inserted.count + saved.changes.updated.count)
        saved.changes.inserted.forEachHeld { object in
            let snapshot = rows.next(insertedFor: object)
            if let snapshot, object.flags.contains(.temporary) {
                let home = rows.home(of: object, in: registry)
                settle(object, in: home, key: snapshot.primaryKey)
            }
            object.flags.remove([.inserted, .unsaved])
            if let snapshot { backings.stand(object, on: snapshot) }
            commitValues(of: object, isWritten: snapshot != nil, &passed)
        }
        saved.changes.updated.forEachHeld { object in
            let snapshot = rows.next(updatedFor: object)
            if let snapshot { backings.stand(object, on: snapshot) }
            commitValues(of: object, isWritten: snapshot != nil, &passed)
        }
        // Written behind the others, for their version alone.
        for object in activity.conflictChecked {
            if let snapshot = rows.next(updatedFor: object) { backings.stand(object, on: snapshot) }
        }
        backings.settle()
    }

    /// Ends the overlay: its values are in the snapshot now.
    private final func commitValues(of object: NSManagedObject, isWritten: Bool, _ passed: inout PassedSnapshots) {
        let isDone =
            object.withState { state in
                if let pending = state.pending {
                    if !isWritten, case .parent = source {
                        // The values have gone to the parent; they serve as the snapshot from here on.
                        object.stand(on: passed.snapshot(of: object))
                    }
                    object.withPlan { keepDestinations(of: pending, in: state, $0) }
                }
                if state.hasRelated { for members in state.toMany { members?.commit() } }
                if state.holdsOverlayAlone { return true }
                state.dropOverlay()
                return false
            } ?? false
        if isDone { object.state = nil }
    }

    /// Destinations that were set stay in memory with their owner, as if they had been read.
    @inline(__always)
    private final func keepDestinations(of pending: PendingValues, in state: ObjectState, _ plan: PropertyPlan) {
        for number in plan.toOne.indices {
            let relationship = plan.toOne[number]
            guard pending.changed.contains(relationship.slot) else { continue }
            if case .object(let destination) = pending[relationship.slot] {
                state.keep(destination, at: relationship.slot)
            } else {
                state.forgetDestination(at: relationship.slot)
            }
        }
    }

    private final func tellOfSave(_ saved: SavedChanges) {
        let generation = advanceQueryGenerationBySaving()
        for list in [saved.changes.inserted, saved.changes.updated, saved.changes.deleted] {
            list.forEachHeld { if $0.isIn(self) { $0.didSave() } }
        }
        let sets = notifications.savedSets ?? SavedSets()
        // Room for the token as well: a dictionary that grows hashes its keys again.
        var userInfo: [AnyHashable: Any] = Dictionary(minimumCapacity: 4)
        userInfo[PostedKeys.inserted] = sets.set(saved.changes.inserted)
        userInfo[PostedKeys.updated] = sets.set(saved.changes.updated)
        userInfo[PostedKeys.deleted] = sets.set(saved.changes.deleted)
        var idUserInfo = ContextNotifications.idUserInfo(of: saved.changes, saved.earlyIDs)
        if let token = saved.historyToken {
            userInfo[PostedKeys.historyToken] = token
            idUserInfo[PostedKeys.historyToken] = token
        }
        if let generation {
            let key = AnyHashable(NotificationKey.queryGeneration.rawValue)
            userInfo[key] = generation
            idUserInfo[key] = generation
        }
        NotificationCenter.default.post(name: .NSManagedObjectContextDidSave, object: self, userInfo: userInfo)
        NotificationCenter.default.post(name: Self.didSaveObjectIDsNotification, object: self, userInfo: idUserInfo)
        saved.changes.deleted.forEachHeld { if $0.isIn(self) { $0.leaveContext() } }
    }

    /// Whether another context merges what is saved here.
    private final var hasListeners: Bool {
        if activity.children.contains(where: { $0.context != nil }) { return true }
        switch source {
        case .none: return false
        case .parent: return true
        case .coordinator(let coordinator): return coordinator.hasContexts(besides: self)
        }
    }

    /// Hands the rows to the contexts that merge what is saved here.
    private final func hand(_ rows: MergedRows) {
        guard !rows.isEmpty else { return }
        switch source {
        case .none: break
        case .coordinator(let coordinator): coordinator.hand(rows, from: self)
        case .parent(let parent): parent.performAndWait { parent.hand(rows, from: self) }
        }
        hand(rows, from: self)
    }

    /// Hands saved rows to this context's children.
    final func hand(_ rows: MergedRows, from saver: NSManagedObjectContext) {
        for case let child? in activity.children.map(\.context) where child !== saver {
            child.mergeLater(rows)
        }
    }
}
