extension NSManagedObject {
    /// Contradictions between what the flags say, where the object stands and what is pending; its context is given.
    final func faultsOfState() -> [String] {
        faultsOfFlags() + faultsOfStanding() + faultsOfOverlay()
    }

    private final func faultsOfFlags() -> [String] {
        var found: [String] = []
        func require(_ isTrue: Bool, _ what: @autoclosure () -> String) {
            if !isTrue { found.append("\(shortName) \(what())") }
        }
        require(flags.contains(.temporary) == (key < 0), "has a key that is not what its flags say.")
        require(
            flags.contains(.temporary) == (home.store == nil),
            "has a temporary key in a store, or lives in none with a permanent one.")
        require(!flags.contains(.inserted) || isUnsaved, "is inserted, and has been saved.")
        require(!isUnsaved || !flags.isDisjoint(with: [.inserted, .deleted]), "is unsaved, and in no list of changes.")
        require(
            flags.isDisjoint(with: [.rulesApplied, .deletedElsewhere]) || flags.contains(.deleted),
            "is treated as deleted, and is not.")
        require(!flags.contains(.unprepared), "is in a context, and has no default values.")
        require(!flags.contains(.untracked), "is left with its changes untracked.")
        require(
            flags.contains(.registered) == (home.family?.object(key) === self),
            "is registered by its flags or in the map alone.")
        return found
    }

    /// A row of its own, or none where there is none.
    private final func faultsOfStanding() -> [String] {
        var found: [String] = []
        if let chunk {
            if chunk.primaryKey(Int(row)) != key, chunk.primaryKey(Int(row)) >= 0 {
                found.append("\(shortName) stands on the row of \(chunk.primaryKey(Int(row))).")
            }
            if chunk.layout !== home.layout { found.append("\(shortName) stands on a row of \(chunk.layout.name).") }
        }
        let needsRow = !flags.contains(.fault) && !isUnsaved && flags.isDisjoint(with: [.inaccessible, .storeless])
        if needsRow, chunk == nil { found.append("\(shortName) is no fault, and stands on no row.") }
        return found
    }

    /// Values that a save writes are there only while the object is pending; a fault has none.
    private final func faultsOfOverlay() -> [String] {
        guard let state else { return [] }
        var found: [String] = []
        if state.hasChangedSlots, flags.isDisjoint(with: .pending) {
            found.append("\(shortName) has values to save, and is not pending.")
        }
        if state.hasToManyChanges, flags.isDisjoint(with: .pending) {
            found.append("\(shortName) has members to save, and is not pending.")
        }
        // What could not be read stays a fault, whatever is set then.
        if flags.contains(.fault), !isUnsaved, !flags.contains(.unreadable) {
            if state.hasChangedSlots { found.append("\(shortName) is a fault with values to save.") }
            if state.toMany.contains(where: { $0?.isRead ?? false }) {
                found.append("\(shortName) is a fault with members that were read.")
            }
        }
        guard let pending = state.pending, !isUnsaved, let snapshot else { return found }
        for slot in home.layout.slots.indices where pending.changed.contains(slot) && pending.primitive.contains(slot) {
            found.append("\(shortName).\(home.layout.slots[slot].name) is both changed and set past the tracking.")
        }
        for slot in home.layout.slots.indices where pending.changed.contains(slot) {
            // The leaves of a composite attribute are saved together.
            let together = home.layout.slots(with: slot).filter(pending.changed.contains)
            if flags.contains(.updated), together.allSatisfy({ snapshot.holds(pending[$0], slot: $0) }) {
                found.append("\(shortName).\(home.layout.slots[slot].name) is to be saved, and is what the row has.")
            }
        }
        return found
    }
}

extension ToManyMembers {
    /// What contradicts itself in one relationship, whatever the other end says.
    func faultsOfBookkeeping(isOrdered: Bool) -> [String] {
        var found: [String] = []
        if added.contains(where: removed.contains) { found.append("has one object both added and removed") }
        if let order {
            if !isOrdered { found.append("has an order, and is not ordered") }
            if ObjectSet(order).count != order.count { found.append("has one object twice in its order") }
            if let current, !current.objects.elementsEqual(order, by: ===) {
                found.append("has members in another order than its own")
            }
        }
        guard let current else { return found }
        if !added.allSatisfy(current.contains) { found.append("lacks an object that was added") }
        if removed.contains(where: current.contains) { found.append("has an object that was removed") }
        let handed = (handedOut as? NSSet)?.allObjects ?? (handedOut as? NSOrderedSet)?.array
        if let handed {
            let objects = handed.compactMap { $0 as? NSManagedObject }
            if objects.count != current.count || !objects.allSatisfy(current.contains) {
                found.append("has other members than the set that was handed out")
            }
        }
        return found
    }
}
