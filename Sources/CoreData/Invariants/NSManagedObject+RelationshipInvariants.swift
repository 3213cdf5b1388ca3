extension NSManagedObject {
    // What is in memory is compared, nothing is read for it: a fault, and a relationship not yet read, says nothing.

    /// To-one relationships that lead astray, or whose other end does not lead back.
    final func faultsOfDestinations() -> [String] {
        guard let state, !flags.contains(.deleted) else { return [] }
        var found: [String] = []
        for relationship in home.properties.toOne {
            let name = "\(shortName).\(relationship.description.name)"
            if let kept = state.destination(at: relationship.slot), kept.sharesContext(with: self),
                overlaid(relationship.slot) == nil, !keeps(kept, at: relationship.slot)
            {
                found.append("\(name) keeps \(kept.shortName), which the row does not name.")
            }
            guard case .object(let destination)? = overlaid(relationship.slot), destination.home.hasContext else {
                continue
            }
            if !destination.sharesContext(with: self) {
                found.append("\(name) leads to another context.")
            } else if !destination.leadsBack(to: self, relationship.inverse) {
                found.append("\(name) leads to \(destination.shortName), which does not lead back.")
            }
        }
        return found
    }

    private final func keeps(_ destination: NSManagedObject, at slot: Int) -> Bool {
        guard let snapshot, !snapshot.chunk.isNull(row: snapshot.row, slot: slot) else { return isUnsaved }
        let key = snapshot.chunk.integer(row: snapshot.row, slot: slot)
        // A row of a child names what was new in its parent by the temporary key.
        return key == destination.key || key < 0
    }

    /// To-many relationships that contradict themselves, or that have members that do not lead back.
    final func faultsOfMembers() -> [String] {
        guard let state else { return [] }
        var found: [String] = []
        for (number, members) in state.toMany.enumerated() {
            guard let members, number < home.properties.toMany.count else { continue }
            let relationship = home.properties.toMany[number]
            let name = "\(shortName).\(relationship.description.name)"
            found += members.faultsOfBookkeeping(isOrdered: relationship.isOrdered).map { "\(name) \($0)." }
            guard !flags.contains(.deleted) else { continue }
            for member in members.current ?? members.added where !member.flags.contains(.deleted) {
                if !member.sharesContext(with: self) {
                    if member.home.hasContext { found.append("\(name) has a member of another context.") }
                    continue
                }
                if !member.leadsBack(to: self, relationship.inverse) {
                    found.append("\(name) has \(member.shortName), which does not lead back.")
                }
            }
        }
        return found
    }

    /// Whether the other end of a relationship agrees, as far as that is in memory.
    private final func leadsBack(to object: NSManagedObject, _ inverse: PropertyPlan.Inverse) -> Bool {
        if flags.contains(.deleted) { return true }
        switch inverse {
        case .none: return true
        case .toOne(let slot):
            if let pending = overlaid(slot) {
                if case .object(let destination) = pending { return destination === object }
                return false
            }
            guard !flags.contains(.fault), let snapshot else { return true }
            if snapshot.chunk.isNull(row: snapshot.row, slot: slot) { return false }
            let key = snapshot.chunk.integer(row: snapshot.row, slot: slot)
            return key == object.key || key < 0
        case .toMany(let number):
            guard let members = state.flatMap({ number < $0.toMany.count ? $0.toMany[number] : nil }) else {
                return true
            }
            return members.knows(object) ?? !members.removed.contains(object)
        }
    }

    /// Relationships that still lead to objects whose deletion the rules have dealt with.
    final func faultsOfDeletion() -> [String] {
        guard let state, !flags.contains(.deleted) else { return [] }
        var found: [String] = []
        func check(_ other: NSManagedObject, _ relationship: NSRelationshipDescription) {
            guard other.sharesContext(with: self),
                other.flags.contains(.rulesApplied) || other.flags.contains(.deletedElsewhere),
                !other.flags.contains(.inaccessible), let rule = relationship.inverseRelationship?.deleteRule,
                rule == .nullifyDeleteRule || rule == .cascadeDeleteRule
            else { return }
            found.append("\(shortName).\(relationship.name) still leads to \(other.shortName), which is deleted.")
        }
        for relationship in home.properties.toOne {
            if case .object(let destination)? = overlaid(relationship.slot) {
                check(destination, relationship.description)
            }
        }
        for (number, members) in state.toMany.enumerated() {
            for member in members?.current ?? members?.added ?? ObjectSet() {
                check(member, home.properties.toMany[number].description)
            }
        }
        return found
    }
}
