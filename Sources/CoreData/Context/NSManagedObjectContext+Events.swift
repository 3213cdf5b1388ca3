extension NSManagedObjectContext {
    /// Ends the event: delete rules, what came and went, then the notification.
    final func endEvent() {
        checkConfinement()
        guard !activity.isProcessing else { return }
        activity.isProcessing = true
        if settings.propagatesDeletesAtEndOfEvent { applyDeleteRules() }
        activity.undo?.record(changes.event, in: self)
        let annihilated = takeOutAnnihilated()
        activity.isProcessing = false
        if changes.hasEvent {
            notifications.tell(changes.takeEvent(), of: self)
            changes.endTelling()
        }
        for object in annihilated { object.leaveContext() }
    }

    /// Objects that were deleted without ever having been saved belong to no set any more.
    private final func takeOutAnnihilated() -> [NSManagedObject] {
        guard !changes.deleted.isEmpty else { return [] }
        var annihilated: [NSManagedObject] = []
        changes.deleted.forEachHeld { if $0.isUnsaved { annihilated.append($0) } }
        if !annihilated.isEmpty { changes.noteStrays() }
        for object in annihilated {
            changes.move(object, to: [])
            activity.assignedStores[ObjectIdentifier(object)] = nil
        }
        return annihilated
    }

    // MARK: Delete rules

    /// Applies the rules of every deleted object, and of those deleted by that, until none is left.
    final func applyDeleteRules() {
        var done = 0
        while done < changes.deleted.count {
            // What is deleted by these comes in behind them.
            let due = changes.deleted
            due.forEachHeld(from: done) { object in
                // It may have been brought back meanwhile.
                guard object.flags.contains(.deleted),
                    object.flags.isDisjoint(with: [.rulesApplied, .deletedElsewhere, .inaccessible])
                else { return }
                object.flags.insert(.rulesApplied)
                applyDeleteRules(of: object)
            }
            done = due.count
        }
    }

    private final func applyDeleteRules(of object: NSManagedObject) {
        object.prepareToRead()
        // The row may turn out to be gone, or not to be read: then nothing is known of its relationships.
        if !object.flags.isDisjoint(with: [.inaccessible, .unreadable]) { return }
        object.withPlan { plan in
            // Of an object that was never saved nothing is left that others could lead to, and nothing that a rule could keep.
            let isKept = !object.isUnsaved
            for relationship in plan.toOne where relationship.deleteRule != .noActionDeleteRule || !isKept {
                apply(relationship, of: object, isKept: isKept)
            }
            for relationship in plan.toMany where relationship.deleteRule != .noActionDeleteRule || !isKept {
                apply(relationship, of: object, isKept: isKept)
            }
        }
    }

    private final func apply(_ relationship: PropertyPlan.ToOne, of object: NSManagedObject, isKept: Bool) {
        guard let destination = object.destination(slot: relationship.slot, remembered: false) else { return }
        if relationship.deleteRule == .cascadeDeleteRule {
            delete(destination)
        } else if relationship.deleteRule == .nullifyDeleteRule || !isKept, !destination.flags.contains(.deleted) {
            detach(object, from: destination, relationship.inverse)
        }
    }

    private final func apply(_ relationship: PropertyPlan.ToMany, of object: NSManagedObject, isKept: Bool) {
        for member in object.memberObjects(relationship.number).objects {
            if relationship.deleteRule == .cascadeDeleteRule {
                delete(member)
            } else if relationship.deleteRule == .nullifyDeleteRule || !isKept, !member.flags.contains(.deleted) {
                detach(object, from: member, relationship.inverse)
            }
        }
    }

    /// Takes a deleted object out of the other end of a relationship; its own end stays readable.
    final func detach(_ object: NSManagedObject, from other: NSManagedObject, _ inverse: PropertyPlan.Inverse) {
        switch inverse {
        case .none: break
        case .toOne(let slot):
            other.prepareToRead()
            if other.destination(slot: slot) === object { other.write(.null, slot: slot) }
        case .toMany(let number): other.note(object, leaves: number)
        }
    }
}
