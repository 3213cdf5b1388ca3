extension NSManagedObjectContext {
    /// Drops all changes.
    final func discardChanges() {
        checkConfinement()
        activity.undo?.isPaused = true
        defer { forgetUndo() }
        let inserted = changes.inserted
        let updated = changes.updated
        let deleted = changes.deleted
        // A new object that was deleted in this event is in the deleted list, and leaves as well.
        let leaving = inserted + deleted.filter(\.isUnsaved)
        for object in leaving {
            changes.move(object, to: [])
            changes.note(object, .eventDeleted)
        }
        // What was deleted elsewhere is no change of this context's: there is no row to bring it back from.
        for object in updated + deleted.filter({ !$0.isUnsaved && !$0.flags.contains(.deletedElsewhere) }) {
            changes.move(object, to: [])
            object.flags.remove([.rulesApplied, .eventDeleted, .eventUpdated, .deletedElsewhere])
            if !object.flags.isDisjoint(with: [.inaccessible, .unreadable]) { object.dropValues() }
            if object.hasOverlay {
                object.state?.discardChanges()
                object.awake(fromSnapshotEvents: .rollback)
            }
            changes.note(object, .eventRefreshed)
        }
        activity.assignedStores = [:]
        endEvent()
        for object in leaving { object.leaveContext() }
    }

    private final func forgetUndo() {
        guard let undo = activity.undo else { return }
        undo.isPaused = false
        undo.forgetKnown()
        undo.manager.forgetAll()
    }

    /// Lets go of everything, and tells so.
    final func letGo() {
        checkConfinement()
        let objects = Array(allObjects)
        letGoOfObjects()
        advanceQueryGeneration()
        for object in objects where !object.flags.contains(.fault) { object.turnIntoFault() }
        guard !objects.isEmpty || notifications.hasObservers else { return }
        var told = ContextChanges()
        told.invalidated = objects
        told.invalidatedAll = true
        notifications.tell(told, of: self)
    }

    /// Cuts all ties between the context and its objects. Called by its deinit, too.
    final func letGoOfObjects() {
        // What objects hold of each other would keep them in memory for ever.
        for object in registry.objects { object.state?.forgetRead() }
        for list in [changes.inserted, changes.updated, changes.deleted] {
            for object in list { object.state?.toMany = [] }
        }
        changes.clearPending()
        _ = changes.takeEvent()
        changes.endTelling()
        activity.retained.removeAll()
        activity.assignedStores = [:]
        activity.permanentKeys = [:]
        activity.undo?.forgetKnown()
        activity.undo?.manager.forgetAll(on: ObjectIdentifier(self))
        registry.removeAll()
    }

    final func refreshObject(_ object: NSManagedObject, mergeChanges: Bool) {
        checkConfinement()
        guard object.isIn(self) else { return }
        if !mergeChanges {
            if object.flags.contains(.deleted), object.isUnsaved { return }
            if !object.isUnsaved { return dropChanges(of: object) }
            object.turnUnsavedIntoFault()
            changes.note(object, .eventRefreshed)
            scheduleProcessing()
            return
        }
        if object.flags.contains(.fault) || object.isUnsaved { return }
        guard let fresh = try? freshSnapshot(of: object) else { return }
        renew(object, on: fresh)
        changes.note(object, .eventRefreshed)
        scheduleProcessing()
    }

    /// The newest snapshot there is of an object's row, as far as the staleness interval asks for it.
    private final func freshSnapshot(of object: NSManagedObject) throws -> RowReference? {
        let probe = NSManagedObject.make(in: object.home, key: object.key)
        return try fill(probe) ? probe.snapshot : nil
    }

    /// Stands an object on a newer snapshot under its pending changes; drops what was read of relationships.
    final func renew(_ object: NSManagedObject, on fresh: RowReference) {
        object.stand(on: fresh)
        object.state?.forgetRead()
        if let pending = object.state?.pending {
            for slot in object.home.layout.slots.indices where pending.changed.contains(slot) {
                if fresh.holds(pending[slot], slot: slot) { pending.changed.remove(slot) }
            }
        }
        object.awake(fromSnapshotEvents: .refresh)
    }

    final func refreshEverything() {
        checkConfinement()
        for object in allObjects where object.isIn(self) {
            if object.hasChanges {
                if !object.isUnsaved, let fresh = try? freshSnapshot(of: object) { renew(object, on: fresh) }
            } else {
                object.turnIntoFault()
            }
            changes.note(object, .eventRefreshed)
        }
        endEvent()
    }

    final func checkConflicts(for object: NSManagedObject) {
        checkConfinement()
        activity.conflictChecked.insert(object)
    }

    /// A store has left the coordinator: its objects are void.
    final func dropObjects(of store: NSPersistentStore) {
        let gone = registry.remove(store)
        for object in gone {
            if !object.flags.isDisjoint(with: .pending) { changes.move(object, to: []) }
            object.flags.insert(.storeless)
            changes.note(object, .eventInvalidated)
            object.state?.forgetRead()
        }
        endEvent()
    }
}
