extension NSManagedObject {
    // MARK: To-one

    /// The destination of a to-one relationship, a fault if it is not in memory.
    ///
    /// - Parameter remembered: whether this object keeps it in memory from now on.
    final func destination(slot: Int, remembered: Bool = true) -> NSManagedObject? {
        let pending = withOverlay(slot) { value -> NSManagedObject? in
            guard case .object(let object) = value else { return nil }
            // A destination that has left the context was deleted and saved.
            return sharesContext(with: object) || object.home.hasContext || !home.hasContext ? object : nil
        }
        if let pending { return pending }
        if let known = withState({ $0.destination(at: slot) }) ?? nil, known.sharesContext(with: self) { return known }
        guard let key = stored(slot, { $0.integer(row: $1, slot: slot) }) else { return nil }
        let object =
            homeReference._withUnsafeGuaranteedRef { $0.registeredDestination(slot, key) }
            ?? foundDestination(slot: slot)
        if remembered, let object { remember(object, at: slot) }
        return object
    }

    /// The destination that the snapshot names, made if it is not in memory.
    private final func foundDestination(slot: Int) -> NSManagedObject? {
        guard let snapshot, let context = home.context, let relationship = withPlan({ $0.toOne(at: slot) }) else {
            return nil
        }
        return context.destination(of: self, relationship, in: snapshot)
    }

    /// Keeps a destination that was read in memory as long as this object stands on its snapshot.
    final func remember(_ object: NSManagedObject, at slot: Int) {
        madeState.keep(object, at: slot)
    }

    /// Sets a to-one relationship and the other end of it.
    final func setDestination(_ new: NSManagedObject?, slot: Int) {
        guard let relationship = withPlan({ $0.toOne(at: slot) }) else { return }
        check(new, fits: relationship.description, destination: relationship.destination)
        prepareToRead()
        let old = destination(slot: slot)
        write(new.map(SlotValue.object) ?? .null, slot: slot)
        if old === new || flags.contains(.untracked) { return }
        switch relationship.inverse {
        case .none: break
        case .toMany(let number):
            old?.note(self, leaves: number)
            new?.note(self, joins: number)
        case .toOne(let inverse):
            if let old, old.destination(afterFiring: inverse) === self { old.write(.null, slot: inverse) }
            guard let new else { return }
            let previous = new.destination(afterFiring: inverse)
            if let previous, previous !== self { previous.write(.null, slot: slot) }
            if previous !== self { new.write(.object(self), slot: inverse) }
        }
    }

    /// Raises unless the object may stand in the relationship.
    private final func check(
        _ object: NSManagedObject?, fits relationship: NSRelationshipDescription, destination: NSEntityDescription
    ) {
        guard let object else { return }
        if !object.isOf(destination), !object.entity.isKindOf(entity: destination) {
            raise(
                "NSInvalidArgumentException",
                "Unacceptable type of value for to-one relationship: property = \"\(relationship.name)\"; "
                    + "desired type = \(destination.name ?? ""); given type = \(object.entity.name ?? ""); value = \(object)."
            )
        }
        guard !object.sharesContext(with: self), let context = home.context else { return }
        if object.home.hasContext {
            raise(
                "NSInvalidArgumentException",
                "Illegal attempt to establish a relationship '\(relationship.name)' between objects in different contexts "
                    + "(source = \(self) , destination = \(object))")
        }
        context.changes.noteStrays()
    }

    // MARK: To-many

    /// What is known of a to-many relationship, pending changes included.
    final func members(_ number: Int) -> ToManyMembers { madeState.members(number) }

    /// The objects of a to-many relationship, read if they were not.
    final func memberObjects(_ number: Int) -> ObjectSet {
        prepareToRead()
        let members = members(number)
        if let current = members.current { return current }
        var stored: [NSManagedObject] = []
        if backing != nil || flags.contains(.unreadable), !flags.contains(.inaccessible), let context = home.context {
            guard let found = context.storedMembers(of: self, home.properties.toMany[number]) else {
                return members.added
            }
            stored = found
        }
        members.fill(with: stored, isOrdered: home.properties.toMany[number].isOrdered)
        return members.current ?? ObjectSet()
    }

    /// Replaces the objects of a to-many relationship, in order where it has one.
    final func setMembers(_ objects: [NSManagedObject], _ number: Int) {
        let relationship = home.properties.toMany[number]
        let old = memberObjects(number)
        let new = ObjectSet(objects)
        for object in old where !new.contains(object) { removeMember(object, number) }
        for object in new where !old.contains(object) { addMember(object, number) }
        if relationship.isOrdered { arrangeMembers(new.objects, number) }
        noteToManyChange(number)
    }

    /// Adds an object to a to-many relationship, and sets the other end.
    final func addMember(_ object: NSManagedObject, _ number: Int) {
        let relationship = home.properties.toMany[number]
        check(object, fits: relationship.description, destination: relationship.destination)
        prepareToRead()
        if case .toOne(let slot) = relationship.inverse {
            // The other end is the one that is stored; it brings the object out of its former owner and in here.
            if object.destination(afterFiring: slot) !== self { object.setDestination(self, slot: slot) }
            return
        }
        note(object, joins: number)
        if case .toMany(let inverse) = relationship.inverse, object !== self || inverse != number {
            object.note(self, joins: inverse)
        }
    }

    /// Takes an object out of a to-many relationship, and clears the other end.
    final func removeMember(_ object: NSManagedObject, _ number: Int) {
        prepareToRead()
        switch home.properties.toMany[number].inverse {
        case .toOne(let slot):
            if object.destination(afterFiring: slot) === self {
                object.setDestination(nil, slot: slot)
            } else {
                note(object, leaves: number)
            }
        case .toMany(let inverse):
            note(object, leaves: number)
            object.note(self, leaves: inverse)
        case .none: note(object, leaves: number)
        }
    }

    /// Sets the order of an ordered relationship; the objects must be its members.
    final func arrangeMembers(_ objects: [NSManagedObject], _ number: Int) {
        if memberObjects(number).objects.elementsEqual(objects, by: ===) { return }
        members(number).arrange(objects)
        noteToManyChange(number)
    }

    /// The destination also of a fault, which is fired: what the other end of a relationship is to be asked for.
    final func destination(afterFiring slot: Int) -> NSManagedObject? {
        prepareToRead()
        return destination(slot: slot)
    }

    /// The other end of a relationship was set: an object comes in.
    final func note(_ object: NSManagedObject, joins number: Int) {
        let members = members(number)
        if members.knows(object) == true { return }
        if members.hasRemoved(object) { rejoin(object, members, number) } else { members.add(object) }
        noteToManyChange(number)
    }

    /// An object comes in again. The store may have it at another place than the last, where it stands now.
    private final func rejoin(_ object: NSManagedObject, _ members: ToManyMembers, _ number: Int) {
        let relationship = home.properties.toMany[number]
        if relationship.isOrdered { _ = memberObjects(number) }
        let isMove = relationship.isOrdered && members.hasRemoved(object)
        members.addBack(object, isCertain: relationship.isInverseToOne)
        if isMove, let current = members.current { members.arrange(current.objects) }
    }

    /// The other end of a relationship was cleared: an object goes.
    final func note(_ object: NSManagedObject, leaves number: Int) {
        let members = members(number)
        if members.knows(object) == false { return }
        let (isOrdered, isInverseToOne) = withPlan { ($0.toMany[number].isOrdered, $0.toMany[number].isInverseToOne) }
        members.remove(object, keepsOrder: isOrdered, isCertain: isInverseToOne)
        noteToManyChange(number)
    }

    final func noteToManyChange(_ number: Int) {
        withState { $0.eventToMany.insert(number) }
        trackUpdate()
    }

    /// The set handed out for a to-many relationship; one and the same until a change.
    final func memberCollection(_ number: Int) -> AnyObject {
        let objects = memberObjects(number).objects
        let members = members(number)
        if let known = members.handedOut { return known }
        let made: AnyObject =
            home.properties.toMany[number].isOrdered ? NSOrderedSet(array: objects) : NSSet(array: objects)
        members.handedOut = made
        return made
    }

    /// The members as a set of their class; nil where one is of another. One and the same until a change.
    final func memberSet<Destination: NSManagedObject>(_ number: Int) -> Set<Destination>? {
        let objects = memberObjects(number).objects
        let members = members(number)
        if let known = members.handedOutSet as? Set<Destination> { return known }
        var set = Set<Destination>(minimumCapacity: ContextNotifications.spacious(objects.count))
        for object in objects {
            guard let object = object as? Destination else { return nil }
            set.update(with: object)
        }
        members.handedOutSet = set
        return set
    }

    // MARK: Asking without reading

    final func isUnread(relationship name: String) -> Bool {
        switch home.layout.place(of: name) {
        case .toMany(let number):
            if backing == nil, !flags.contains(.fault) { return false }
            return !(state.map { number < $0.toMany.count ? $0.toMany[number]?.isRead ?? false : false } ?? false)
        case .slot(let slot):
            if flags.contains(.fault) { return true }
            if overlaid(slot) != nil { return false }
            guard let snapshot, !snapshot.chunk.isNull(row: snapshot.row, slot: slot) else { return false }
            return state?.destination(at: slot)?.flags.contains(.fault) ?? true
        default:
            return false
        }
    }

    final func memberIDs(ofRelationship name: String) -> [NSManagedObjectID] {
        prepareToRead()
        switch home.layout.place(of: name) {
        case .toMany(let number): return memberObjects(number).map(\.objectID)
        case .slot(let slot): return destination(slot: slot).map { [$0.objectID] } ?? []
        default: raiseUndefined(name)
        }
    }
}
