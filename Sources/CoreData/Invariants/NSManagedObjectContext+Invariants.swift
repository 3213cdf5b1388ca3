extension NSManagedObjectContext {
    /// What is wrong in the context's bookkeeping, its identity maps and the relationships between its objects, in sentences;
    /// empty if all is well. For tests: it goes through every object, fires no fault, and changes nothing.
    ///
    /// While an event is open, relationships that the delete rules have yet to settle are left out.
    final func checkInvariants() -> [String] {
        var found = registry.faultsOfIdentity + changes.faultsOfBookkeeping
        let objects = ObjectSet(registry.objects + changes.inserted + changes.updated + changes.deleted + changes.event)
        found += faultsOfMembership(of: objects)
        for object in objects where object.isIn(self) {
            found += object.faultsOfState()
            found += object.faultsOfDestinations()
            found += object.faultsOfMembers()
            if !changes.hasEvent { found += object.faultsOfDeletion() }
        }
        return found
    }

    /// Whether each object is in this context, and in just those lists that its flags name.
    private final func faultsOfMembership(of objects: ObjectSet) -> [String] {
        var found: [String] = []
        let lists: [(String, ObjectFlags, ObjectSet)] = [
            ("inserted", .inserted, ObjectSet(changes.inserted)), ("updated", .updated, ObjectSet(changes.updated)),
            ("deleted", .deleted, ObjectSet(changes.deleted)),
        ]
        let event = ObjectSet(changes.event)
        if event.count != changes.event.count { found.append("An object is twice among those changed in this event.") }
        for (name, _, list) in lists {
            for object in list where !object.isIn(self) {
                found.append("\(object.shortName) is among the \(name) objects, and belongs to another context.")
            }
        }
        for object in objects where object.isIn(self) {
            for (name, flag, list) in lists where object.flags.contains(flag) != list.contains(object) {
                found.append("\(object.shortName) is \(name) by its flags or by the list alone.")
            }
            if object.flags.isDisjoint(with: .event) == event.contains(object) {
                found.append("\(object.shortName) has changed in this event by its flags or by the list alone.")
            }
        }
        return found
    }
}

extension ObjectRegistry {
    /// Objects that are not found under their key, or that are found under another one as well.
    var faultsOfIdentity: [String] {
        var found: [String] = []
        var seen = ObjectSet()
        for object in objects {
            if !seen.insert(object) { found.append("\(object.shortName) is registered twice.") }
            if !object.flags.contains(.registered) {
                found.append("\(object.shortName) is registered, and does not know.")
            }
            if object.home.family?.object(object.key) !== object {
                found.append("\(object.shortName) is not what is registered under its key.")
            }
            if !object.home.hasContext { found.append("\(object.shortName) is registered, and has no context.") }
        }
        return found + familyFaults
    }
}

extension RegisteredFamily {
    /// Whether as many objects are entered as are counted.
    var faultsOfCount: [String] {
        let (entered, counted) = counts
        return entered == counted ? [] : ["\(entered) objects are registered, and \(counted) are counted."]
    }
}

extension NSManagedObject {
    /// Entity and key: what a sentence calls the object by, without firing it or making its ID.
    final var shortName: String { "\(home.layout.name) \(key)" }
}
