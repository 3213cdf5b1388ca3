extension NSManagedObjectContext {
    /// Hands each event to an undo manager from here on, or to none.
    final func record(with manager: UndoManager?) {
        if manager === activity.undo?.manager { return }
        processPendingChanges()
        activity.undo?.manager.forgetAll(on: ObjectIdentifier(self))
        activity.undo = manager.map { UndoRecorder($0, of: self) }
    }

    final func undoChanges() {
        processPendingChanges()
        activity.undo?.manager.undo()
    }

    final func redoChanges() {
        processPendingChanges()
        activity.undo?.manager.redo()
    }

    /// Ends an event that is a block performed on the queue.
    final func endBlock() {
        processPendingChanges()
        activity.undo?.manager.endEvent()
    }

    /// Takes back an event. Its changes are an event themselves, whose inverse does them again.
    ///
    /// Both ends of a relationship were recorded, so each is set by itself. Delete rules do not apply: what they did was recorded.
    final func apply(_ inverse: EventInverse) {
        for restoral in inverse.restorals { bringBack(restoral) }
        for update in inverse.updates { takeBack(update) }
        let anew = inverse.restorals.filter { isPresent($0.object) && $0.object.isUnsaved }
        for restoral in anew { setValues(of: restoral) }
        for restoral in anew { joinMembers(of: restoral) }
        remove(inverse.removals)
        for update in inverse.updates { settle(update.object) }
        tellOfUndo(inverse)
        processPendingChanges()
    }

    private final func tellOfUndo(_ inverse: EventInverse) {
        let restored = ObjectSet(inverse.restorals.map(\.object))
        for object in inverse.removals where object.isIn(self) { object.awake(fromSnapshotEvents: .undoInsertion) }
        for object in restored where object.isIn(self) { object.awake(fromSnapshotEvents: .undoDeletion) }
        for update in inverse.updates where update.object.isIn(self) && !restored.contains(update.object) {
            update.object.awake(fromSnapshotEvents: .undoUpdate)
        }
    }

    // MARK: Updates

    private final func takeBack(_ update: EventInverse.Update) {
        let object = update.object
        guard isPresent(object) else { return }
        for (slot, value) in update.values { object.write(present(value), slot: slot) }
        for members in update.members { takeBack(members, of: object) }
        for (number, value) in update.transients { object.setTracked(value, transient: number) }
    }

    private final func takeBack(_ inverse: EventInverse.MembersInverse, of object: NSManagedObject) {
        object.prepareToRead()
        for member in inverse.come { object.note(member, leaves: inverse.number) }
        for member in inverse.left where isPresent(member) { object.note(member, joins: inverse.number) }
        if let order = inverse.order { arrange(object, inverse.number, as: order) }
    }

    /// Puts the members of a relationship in the order there was; who was none of them then comes behind.
    private final func arrange(_ object: NSManagedObject, _ number: Int, as order: [NSManagedObject]) {
        let members = object.memberObjects(number)
        let known = ObjectSet(order)
        object.arrangeMembers(order.filter { members.contains($0) } + members.filter { !known.contains($0) }, number)
    }

    /// Whether an object is in the context to stay.
    private final func isPresent(_ object: NSManagedObject) -> Bool {
        object.isIn(self) && !object.flags.contains(.deleted)
    }

    /// A value without a destination that is gone: it was deleted without that being recorded.
    private final func present(_ value: SlotValue) -> SlotValue {
        if case .object(let destination) = value, !isPresent(destination) { return .null }
        return value
    }

    /// An object that has got back all the store's values has nothing to be saved.
    final func settle(_ object: NSManagedObject) {
        guard object.isIn(self), object.flags.contains(.updated), !object.hasPersistentChanges else { return }
        changes.move(object, to: [])
    }

    // MARK: Deletions

    private final func bringBack(_ restoral: EventInverse.Restoral) {
        let object = restoral.object
        if object.flags.contains(.storeless) { return }
        if object.isIn(self) {
            if object.flags.contains(.deleted) { revive(object) }
        } else if !object.home.hasContext {
            insertAnew(object)
        }
    }

    /// Inserts an object whose deletion was saved, or that was deleted before it was ever saved; the latter keeps its ID.
    private final func insertAnew(_ object: NSManagedObject) {
        let home = registry.insertionHome(of: object.home.layout)
        object.home = home
        object.backing = nil
        object.flags = [.temporary, .unsaved]
        object.state?.discardChanges()
        if object.key >= 0 || activity.permanentKeys[object.key] != nil {
            object.key = NSManagedObjectID.nextTemporaryKey()
            object.state?.objectID = nil
        } else if object.state?.objectID != nil {
            object.registerTemporary()
        }
        object.beginOverlay(holding: home.defaults)
        noteInsert(of: object)
    }

    /// Sets what an object that was inserted anew has lost.
    private final func setValues(of restoral: EventInverse.Restoral) {
        let object = restoral.object
        for (slot, value) in restoral.values.enumerated()
        where object.home.layout.slots[slot].storage != .destinationEntity {
            object.write(present(value), slot: slot)
        }
    }

    /// The same for its to-many relationships, after all others have come back with their ends of them.
    private final func joinMembers(of restoral: EventInverse.Restoral) {
        let object = restoral.object
        for (number, members) in restoral.members.enumerated() {
            let relationship = object.home.properties.toMany[number]
            for member in members where isPresent(member) {
                switch relationship.inverse {
                case .none: object.note(member, joins: number)
                case .toOne(let slot):
                    if member.destination(afterFiring: slot) === object { object.note(member, joins: number) }
                case .toMany(let inverse):
                    object.note(member, joins: number)
                    member.note(object, joins: inverse)
                }
            }
            // Some may have come before the others: members that came or left in the event were taken back first.
            if relationship.isOrdered { arrange(object, number, as: members) }
        }
    }

    // MARK: Insertions

    private final func remove(_ objects: [NSManagedObject]) {
        let leaving = objects.filter(isPresent)
        for object in leaving {
            object.flags.insert(.rulesApplied)
            changes.move(object, to: .deleted)
            changes.note(object, .eventDeleted)
            scheduleProcessing()
        }
        for object in leaving { detachEverywhere(object) }
    }

    /// Takes an object out of the relationships that still lead to it: they were set without being recorded.
    private final func detachEverywhere(_ object: NSManagedObject) {
        object.prepareToRead()
        for relationship in object.home.properties.toOne {
            guard let destination = object.destination(slot: relationship.slot, remembered: false) else { continue }
            if isPresent(destination) { detach(object, from: destination, relationship.inverse) }
        }
        for relationship in object.home.properties.toMany {
            for member in object.memberObjects(relationship.number).objects where isPresent(member) {
                detach(object, from: member, relationship.inverse)
            }
        }
    }
}
