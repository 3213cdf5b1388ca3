/// What takes back an event: for each object of it what it was before.
struct EventInverse {
    /// Objects that came in the event.
    private(set) var removals: [NSManagedObject] = []
    /// Objects that went in the event.
    private(set) var restorals: [Restoral] = []
    /// What changed of other objects, and of those that went.
    private(set) var updates: [Update] = []

    /// Everything there was of an object before it was deleted: once that is saved, nothing else has it.
    struct Restoral {
        let object: NSManagedObject
        /// By slot.
        let values: [SlotValue]
        /// By the number of the relationship.
        let members: [[NSManagedObject]]
    }

    /// The former values of one object.
    struct Update {
        let object: NSManagedObject
        var values: [(slot: Int, value: SlotValue)] = []
        var members: [MembersInverse] = []
        var transients: [(number: Int, value: Any?)] = []

        var isEmpty: Bool { values.isEmpty && members.isEmpty && transients.isEmpty }
    }

    /// What takes back the changes of a to-many relationship.
    struct MembersInverse {
        let number: Int
        /// Members that came in the event.
        var come: [NSManagedObject] = []
        /// Members that left in the event.
        var left: [NSManagedObject] = []
        /// All members in the order there was; nil where there is none.
        var order: [NSManagedObject]?
    }

    var isEmpty: Bool { removals.isEmpty && restorals.isEmpty && updates.isEmpty }

    /// - Parameter known: what the object was when the event began; nil if it had no pending changes.
    mutating func add(_ object: NSManagedObject, _ known: KnownState?) {
        let existed = known.map { !$0.isDeleted } ?? !object.isUnsaved
        let exists = !object.flags.contains(.deleted)
        guard existed else {
            if exists { removals.append(object) }
            return
        }
        let update = Update(of: object, known)
        if !exists { restorals.append(Restoral(of: object, update, known)) }
        if !update.isEmpty { updates.append(update) }
    }
}

extension EventInverse.Restoral {
    fileprivate init(of object: NSManagedObject, _ update: EventInverse.Update, _ known: KnownState?) {
        self.object = object
        values = object.home.layout.slots.indices.map { object.valueBeforeEvent($0, known) }
        members = object.home.layout.toMany.indices.map { number in
            let members = object.memberObjects(number).objects
            guard let inverse = update.members.first(where: { $0.number == number }) else { return members }
            if let order = inverse.order { return order }
            let come = ObjectSet(inverse.come)
            return members.filter { !come.contains($0) } + inverse.left
        }
    }
}

extension EventInverse.Update {
    fileprivate init(of object: NSManagedObject, _ known: KnownState?) {
        self.object = object
        guard let state = object.state else { return }
        for (slot, shape) in object.home.layout.slots.enumerated()
        where shape.storage != .destinationEntity && state.eventSlots.contains(slot) {
            values.append((slot, object.valueBeforeEvent(slot, known)))
        }
        for number in object.home.layout.toMany.indices where state.eventToMany.contains(number) {
            let inverse = EventInverse.MembersInverse(of: object, number, known?.toMany[number])
            if !inverse.isEmpty { members.append(inverse) }
        }
        transients = state.formerTransients.map { ($0.key, $0.value) }
    }
}

extension EventInverse.MembersInverse {
    fileprivate var isEmpty: Bool { come.isEmpty && left.isEmpty && order == nil }

    fileprivate init(of object: NSManagedObject, _ number: Int, _ known: KnownState.Members?) {
        self.number = number
        let (former, present) = (known ?? KnownState.Members(), object.members(number))
        come = present.added.filter { !former.added.contains($0) }
        come += former.removed.filter { !present.removed.contains($0) }
        left = present.removed.filter { !former.removed.contains($0) }
        left += former.added.filter { !present.added.contains($0) }
        guard object.home.properties.toMany[number].isOrdered else { return }
        let stored = { object.storedOrder(number).filter { !former.removed.contains($0) } }
        order = former.order ?? ObjectSet(stored() + former.added).objects
    }
}

extension NSManagedObject {
    /// What a slot had when the event began.
    fileprivate final func valueBeforeEvent(_ slot: Int, _ known: KnownState?) -> SlotValue {
        if let value = state?.formerValues[slot] ?? known?.slots[slot] { return value }
        guard let snapshot, !isUnsaved else { return .null }
        guard let relationship = home.properties.toOne(at: slot), let context = home.context,
            !snapshot.chunk.isNull(row: snapshot.row, slot: slot)
        else { return snapshot.value(slot) }
        return context.destination(of: self, relationship, in: snapshot).map(SlotValue.object) ?? .null
    }

    /// The members of a relationship as the store has them.
    fileprivate final func storedOrder(_ number: Int) -> [NSManagedObject] {
        guard !isUnsaved, let context = home.context else { return [] }
        return context.storedMembers(of: self, home.properties.toMany[number]) ?? []
    }
}
