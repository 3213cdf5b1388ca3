extension NSManagedObjectContext {
    /// Hands the conflicts of a save to the merge policy. Returns when they are resolved, so that the save can be tried again.
    final func resolve(_ conflicts: SaveConflicts, giveUp: Bool) throws {
        let stale = conflicts.stale.map { NSMergeConflict(find($0.objectID), $0) }
        let duplicates = constraintConflicts(conflicts.duplicates)
        guard let policy = settings.mergePolicy as? NSMergePolicy, !giveUp else {
            throw NSMergePolicy.error(
                stale.isEmpty ? NSManagedObjectConstraintMergeError : NSManagedObjectMergeError, stale + duplicates)
        }
        try policy.resolve(mergeConflicts: stale + duplicates)
        processPendingChanges()
    }

    /// One conflict for each row or new object that others collide with.
    private final func constraintConflicts(_ duplicates: [SaveConflicts.Duplicate]) -> [NSConstraintConflict] {
        var conflicts: [NSConstraintConflict] = []
        for duplicate in duplicates {
            let object = find(duplicate.objectID)
            // Whoever holds the twin in this context sees both collide.
            let isInUse = registered(duplicate.twin).map { !$0.isFault } ?? false
            let twin = find(duplicate.twin)
            // A twin without a row is another object of this save.
            let isStored = !twin.isUnsaved
            if isStored { twin.prepareToRead() }
            let objects = isStored && !isInUse ? [object] : [object, twin]
            let snapshots = objects.map { object in object.snapshot.map { object.conflictValues(of: $0) } ?? [:] }
            conflicts.append(
                NSConstraintConflict(
                    constraint: duplicate.constraint, database: isStored ? twin : nil,
                    databaseSnapshot: isStored ? twin.snapshot.map { twin.conflictValues(of: $0) } : nil,
                    conflicting: objects, conflictingSnapshots: snapshots))
        }
        return conflicts
    }

    // MARK: Rows changed meanwhile

    /// Resolves one conflict by a rule other than throwing.
    final func resolve(_ conflict: NSMergeConflict, by type: NSMergePolicyType) {
        let object = conflict.sourceObject
        guard let persisted = conflict.persisted else { return resolveMissingRow(of: object, by: type) }
        if object.flags.contains(.deleted) {
            if type == .rollbackMergePolicyType || type == .mergeByPropertyStoreTrumpMergePolicyType {
                object.flags.remove(.rulesApplied)
                // What was edited before the deletion would else come back with the object, and be written some day.
                object.state?.discardChanges()
                changes.move(object, to: [])
                changes.note(object, .eventRefreshed)
            }
            object.stand(on: persisted)
            return
        }
        let base = object.snapshot
        switch type {
        case .errorMergePolicyType: break
        case .mergeByPropertyObjectTrumpMergePolicyType: renew(object, on: persisted)
        case .overwriteMergePolicyType:
            takeIntoOverlay(object)
            object.stand(on: persisted)
        case .mergeByPropertyStoreTrumpMergePolicyType:
            if let base, let pending = object.state?.pending {
                let layout = object.home.layout
                for slot in layout.slots.indices where !base.agrees(with: persisted, slot: slot) {
                    for slot in layout.slots(with: slot) { pending.changed.remove(slot) }
                }
            }
            renew(object, on: persisted)
            // Nothing may be left to write; the row's version goes up all the same.
            if !object.hasPersistentChanges { activity.conflictChecked.insert(object) }
        case .rollbackMergePolicyType:
            object.state?.discardChanges()
            object.stand(on: persisted)
            changes.move(object, to: [])
            object.awake(fromSnapshotEvents: .mergePolicy)
        }
        changes.note(object, .eventRefreshed)
    }

    /// Every value of the object is to be written, whether it was changed or not; not data in a file that another process has taken
    /// away, since they are not known any more.
    private final func takeIntoOverlay(_ object: NSManagedObject) {
        guard let snapshot = object.snapshot else { return }
        let pending = object.madePending
        for (slot, shape) in object.home.layout.slots.enumerated()
        where shape.storage != .destinationEntity && !pending.changed.contains(slot) && !snapshot.hasLostFile(slot) {
            if shape.storage == .toOne {
                pending[slot] = object.destination(slot: slot).map(SlotValue.object) ?? .null
            } else {
                pending[slot] = snapshot.value(slot)
            }
            pending.changed.insert(slot)
        }
    }

    /// The row was deleted meanwhile: memory wins by inserting it again, the store by the object's deletion.
    private final func resolveMissingRow(of object: NSManagedObject, by type: NSMergePolicyType) {
        if object.flags.contains(.deleted) {
            object.flags.insert(.deletedElsewhere)
            return
        }
        switch type {
        case .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType:
            takeIntoOverlay(object)
            object.backing = nil
            object.flags.insert([.unsaved, .recreated])
            changes.move(object, to: .inserted)
        default:
            object.flags.insert(.deletedElsewhere)
            changes.move(object, to: .deleted)
            changes.note(object, .eventDeleted)
            nullifyPending(object)
        }
    }

    // MARK: Unique values

    /// Resolves one collision: a single row is left.
    final func resolve(_ conflict: NSConstraintConflict, by type: NSMergePolicyType) {
        let memoryWins = type == .mergeByPropertyObjectTrumpMergePolicyType || type == .overwriteMergePolicyType
        guard let stored = conflict.databaseObject else {
            // Objects of one save: the newest stays.
            let newest = conflict.conflictingObjects.max { abs($0.key) < abs($1.key) }
            for object in conflict.conflictingObjects where object !== newest { drop(object) }
            return
        }
        for object in conflict.conflictingObjects where object !== stored {
            if !object.isUnsaved {
                // A saved object was changed to collide with another row: the loser's row goes, or its change does.
                if memoryWins {
                    delete(stored)
                } else {
                    undoChange(of: conflict.constraint, in: object)
                }
            } else if type == .rollbackMergePolicyType {
                drop(object)
            } else {
                replace(stored, by: object, keepingMemory: memoryWins)
            }
        }
    }

    private final func undoChange(of constraint: [String], in object: NSManagedObject) {
        for name in constraint {
            if let slot = object.home.layout.slot(named: name) { object.state?.pending?.changed.remove(slot) }
        }
        if !object.hasPersistentChanges { changes.move(object, to: []) }
        changes.note(object, .eventRefreshed)
    }

    /// A new object goes out of the save, and out of the context.
    private final func drop(_ object: NSManagedObject) {
        delete(object)
    }

    /// The new object takes over the row of its twin: what it has overwrites the row, or the row's values become its own.
    private final func replace(_ stored: NSManagedObject, by object: NSManagedObject, keepingMemory: Bool) {
        guard let snapshot = stored.snapshot else { return }
        let home = stored.home
        let key = stored.key
        changes.move(object, to: [])
        changes.move(stored, to: [])
        changes.note(stored, .eventDeleted)
        let values = object.state?.pending?.values ?? home.defaults
        stored.leaveContext()
        settle(object, in: home, key: key)
        object.flags.remove([.unsaved, .inserted])
        object.stand(on: snapshot)
        object.state?.dropOverlay()
        if keepingMemory {
            object.beginOverlay(holding: values)
            let pending = object.madePending
            for (slot, shape) in home.layout.slots.enumerated()
            where shape.storage != .destinationEntity && !snapshot.holds(values[slot], slot: slot) {
                pending.changed.insert(slot)
            }
        }
        changes.move(object, to: .updated)
        changes.note(object, .eventUpdated)
    }
}
