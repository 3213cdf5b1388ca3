/// What an object's relationships have beyond its row once it has given up its changes.
///
/// Both ends of a relationship are changed together, and one refresh gives up the changes of one object. What that object stores
/// goes at the other ends, too; what the others store stays theirs, and shows here. Apple asks programs to be sure that there are no
/// such changes, else a save brings "referential integrity problems to the persistent store" (Core Data Programming Guide, Faulting
/// and Uniquing): programs that obey see no difference, the others have a store that is whole.
struct KeptRelationships {
    struct Members {
        let number: Int
        var come: [NSManagedObject] = []
        var left: [NSManagedObject] = []
    }
    /// Slots of to-one relationships whose stored destination is deleted.
    fileprivate(set) var cleared: [Int] = []
    fileprivate(set) var members: [Members] = []
}

extension NSManagedObjectContext {
    /// Turns an object into a fault without its changes, those of its relationships at both ends.
    final func dropChanges(of object: NSManagedObject) {
        let kept = giveUpRelationships(of: object)
        if object.flags.contains(.updated) { changes.move(object, to: []) }
        object.turnIntoFault()
        for slot in kept.cleared { object.write(.null, slot: slot) }
        for members in kept.members {
            for member in members.come { object.note(member, joins: members.number) }
            for member in members.left { object.note(member, leaves: members.number) }
        }
        changes.note(object, .eventRefreshed)
        scheduleProcessing()
    }

    private final func giveUpRelationships(of object: NSManagedObject) -> KeptRelationships {
        // Nothing leads to an object any more whose deletion the rules have dealt with.
        guard object.hasOverlay, object.flags.isDisjoint(with: [.rulesApplied, .inaccessible, .unreadable, .storeless])
        else { return KeptRelationships() }
        var kept = KeptRelationships()
        for relationship in object.home.properties.toOne where object.overlaid(relationship.slot) != nil {
            if !returnDestination(of: object, relationship) { kept.cleared.append(relationship.slot) }
        }
        for (number, members) in (object.state?.toMany ?? []).enumerated() where members?.hasChanges ?? false {
            object.noteToManyChange(number)
            let members = giveUpMembers(of: object, object.home.properties.toMany[number])
            if !members.come.isEmpty || !members.left.isEmpty { kept.members.append(members) }
        }
        return kept
    }

    /// Sets a to-one relationship to what the row has; answers whether that can be.
    private final func returnDestination(of object: NSManagedObject, _ relationship: PropertyPlan.ToOne) -> Bool {
        guard let snapshot = object.snapshot else { return true }
        let isNull = snapshot.chunk.isNull(row: snapshot.row, slot: relationship.slot)
        let stored = isNull ? nil : destination(of: object, relationship, in: snapshot)
        let isGone = stored?.isGone ?? false
        let former = object.destination(slot: relationship.slot)
        object.setDestination(isGone ? nil : stored, slot: relationship.slot)
        if case .toMany(let number) = relationship.inverse, !isGone, former !== stored {
            stored?.putWhereStored(object, number)
        }
        for case let other? in [former, stored] { settle(other) }
        return !isGone
    }

    private final func giveUpMembers(
        of object: NSManagedObject, _ relationship: PropertyPlan.ToMany
    ) -> KeptRelationships.Members {
        let number = relationship.number
        var kept = KeptRelationships.Members(number: number)
        let isStoredHere: Bool
        switch relationship.inverse {
        case .none: return kept
        case .toOne: isStoredHere = false
        case .toMany: isStoredHere = true
        }
        // Only what was read tells for certain what is new.
        let current = isStoredHere || relationship.isOrdered ? object.memberObjects(number) : nil
        let members = object.members(number)
        let (added, removed) = (members.added, members.removed.objects)
        let come = current.map { $0.objects.filter(added.contains) } ?? added.objects
        guard case .toMany(let inverse) = relationship.inverse else {
            (kept.come, kept.left) = (come, removed)
            return kept
        }
        for member in come {
            _ = member.memberObjects(inverse)
            object.removeMember(member, number)
            settle(member)
        }
        kept.left = removed.filter(\.isGone)
        for member in removed where !member.isGone {
            _ = member.memberObjects(inverse)
            object.addMember(member, number)
            member.putWhereStored(object, inverse)
            settle(member)
        }
        return kept
    }
}

extension NSManagedObject {
    /// Whether the object was deleted, and nothing is to lead to it.
    fileprivate final var isGone: Bool {
        !flags.isDisjoint(with: [.rulesApplied, .deletedElsewhere]) || !home.hasContext
    }

    /// Moves a member to where the store has it: behind the one that comes before it there, and is here still.
    fileprivate final func putWhereStored(_ member: NSManagedObject, _ number: Int) {
        guard home.properties.toMany[number].isOrdered else { return }
        var objects = memberObjects(number).objects
        guard let stored = members(number).stored, let place = stored.firstIndex(where: { $0 === member }),
            let present = objects.firstIndex(where: { $0 === member })
        else { return }
        objects.remove(at: present)
        let before = stored[..<place].last { other in objects.contains { $0 === other } }
        let after = before.flatMap { other in objects.firstIndex { $0 === other } }
        objects.insert(member, at: after.map { $0 + 1 } ?? 0)
        arrangeMembers(objects, number)
    }
}
