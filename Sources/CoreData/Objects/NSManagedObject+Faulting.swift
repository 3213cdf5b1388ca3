extension NSManagedObject {
    /// Lays out the model of an entity that no coordinator has taken into use yet.
    static func freeze(_ entity: NSEntityDescription) -> EntityLayout {
        entity.managedObjectModel?.freeze()
        guard let layout = entity.layout else {
            raise(
                "NSInvalidArgumentException",
                "The entity '\(entity.name ?? "")' belongs to no model, so no object can be made of it.")
        }
        return layout
    }

    /// An object for a row or a key that has none yet in its context: a fault.
    static func make(in home: ObjectHome, key: Int64) -> NSManagedObject {
        let object = home.objectClass.init(entity: home.entity, insertInto: nil)
        object.home = home
        object.key = key
        object.flags = key < 0 ? [.fault, .temporary] : .fault
        return object
    }

    /// Takes the values from the snapshot, the row cache or the store.
    final func fireFault() {
        if flags.contains(.unprepared) { return prepareDefaults() }
        guard flags.contains(.fault), !flags.contains(.unreadable) else { return }
        if flags.contains(.storeless) {
            raise("NSObjectInaccessibleException", "CoreData could not fulfill a fault for '\(currentObjectID())'")
        }
        flags.remove(.fault)
        guard homeReference._withUnsafeGuaranteedRef({ $0.hasContext }), !flags.contains(.unsaved) else { return }
        if !isOnSnapshot { home.context?.load(self) }
        guard backingReference != nil, flags.isDisjoint(with: [.inaccessible, .unreadable]) else { return }
        let tracked = !flags.contains(.untracked)
        flags.insert(.untracked)
        awakeFromFetch()
        if tracked { flags.remove(.untracked) }
    }

    /// Gives an object without a context its default values.
    private final func prepareDefaults() {
        flags.remove(.unprepared)
        beginOverlay(holding: home.defaults)
    }

    /// Drops the values, pending ones included; the next access reads them again.
    final func turnIntoFault() {
        if flags.contains(.fault) {
            flags.remove(.unreadable)
            return leaveSnapshot()
        }
        willTurnIntoFault()
        dropValues()
        didTurnIntoFault()
    }

    /// Like `turnIntoFault` of an object that was never saved: it has no row to come back from, and keeps its changes.
    final func turnUnsavedIntoFault() {
        if flags.contains(.fault) { return }
        willTurnIntoFault()
        flags.insert(.fault)
        state?.forgetRead()
        state?.discardTransients()
        didTurnIntoFault()
    }

    /// Like `turnIntoFault`, without the callbacks.
    final func dropValues() {
        flags.insert(.fault)
        if let state {
            state.discardChanges()
            state.discardTransients()
        }
        flags.remove([.inaccessible, .unreadable])
        if isOnSnapshot, home.hasContext {
            leaveSnapshot()
        } else {
            backing = nil
            flags.remove(.offSnapshot)
        }
    }

    /// Makes the next access look into the row cache. There it finds the row, which stays as long as one of its objects does, fault
    /// or not, or the newer one that a save has put in its place.
    final func leaveSnapshot() {
        guard isOnSnapshot else { return }
        flags.insert(.offSnapshot)
        state?.forgetRead()
    }

    /// The object's ID, made when first asked for.
    final func currentObjectID() -> NSManagedObjectID {
        if let id = state?.objectID { return id }
        let id = NSManagedObjectID(home: home, key: key)
        madeState.objectID = id
        if key < 0 { registerTemporary() }
        return id
    }

    /// Makes an unsaved object findable by its ID: done when the ID is first asked for, as few ever are.
    final func registerTemporary() {
        if home.hasContext, !flags.contains(.registered) { home.family?.register(self) }
    }

    /// The object's ID as it stands; not kept, since a save's notification asks it of every object.
    final var idForNotification: NSManagedObjectID {
        if let id = withState({ $0.objectID }) ?? nil { return id }
        if key < 0 { return currentObjectID() }
        return homeReference._withUnsafeGuaranteedRef { NSManagedObjectID(home: $0, key: key) }
    }

    /// Ends the object's ties to a context: deleted and saved, or left behind by `reset`.
    final func leaveContext() {
        if flags.contains(.registered) { homeReference._withUnsafeGuaranteedRef { $0.family?.deregister(self) } }
        moveHome { $0.departed }
        flags.remove([.inserted, .updated, .deleted, .registered, .unprepared, .unsaved])
        flags.remove(.event)
    }
}

/// Faults that are loaded together: when the first of them fires, the rows of all are read in one go.
final class FaultBatch {
    /// Complete once all faults are made.
    var primaryKeys: [Int64] = []
}
