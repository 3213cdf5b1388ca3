extension NSManagedObject {
    /// Whether a save would write anything of this object.
    final var hasPersistentChanges: Bool {
        if !flags.isDisjoint(with: [.inserted, .deleted]) { return true }
        return withState { $0.hasChangedSlots || $0.hasToManyChanges } ?? false
    }

    final func storedValues(forKeys keys: [String]?) -> [String: Any] {
        if flags.contains(.fault) { fireFault() }
        let snapshot = flags.contains(.inserted) ? nil : snapshot
        var values: [String: Any] = [:]
        for key in keys ?? Array(entity.propertiesByName.keys) {
            switch home.layout.place(of: key) {
            case .slot(let slot): values[key] = snapshot.flatMap { committedValue($0, slot: slot) } ?? NSNull()
            case .toMany(let number): values[key] = committedMembers(number)
            case .composite(let number):
                let value = snapshot.flatMap { snapshot in
                    home.layout.compositeValue(number) { committedValue(snapshot, slot: $0) }
                }
                values[key] = value ?? NSNull()
            default: break
            }
        }
        return values
    }

    /// What the store holds of a to-many relationship: an `NSOrderedSet` where it has an order.
    private final func committedMembers(_ number: Int) -> Any {
        let current = memberObjects(number)
        let (relationship, members) = (home.properties.toMany[number], members(number))
        guard relationship.isOrdered else { return NSSet(array: members.committed) }
        guard members.hasChanges else { return NSOrderedSet(array: current.objects) }
        // Once something has moved, the store alone knows the order there was.
        guard backing != nil, let context = home.context else { return NSOrderedSet() }
        return NSOrderedSet(array: context.storedMembers(of: self, relationship) ?? [])
    }

    /// What the snapshot holds in a slot, a to-one destination as an object.
    private final func committedValue(_ snapshot: RowReference, slot: Int) -> Any? {
        if let relationship = home.properties.toOne(at: slot) {
            guard !snapshot.chunk.isNull(row: snapshot.row, slot: slot) else { return nil }
            return home.context?.destination(of: self, relationship, in: snapshot)
        }
        return home.attribute(at: slot).flatMap { snapshot.value(slot).foundationValue(of: $0) }
    }

    final func unsavedValues() -> [String: Any] {
        guard let state else { return [:] }
        return values(
            slots: { state.pending?.changed.contains($0) ?? false },
            toMany: { $0 < state.toMany.count && state.toMany[$0]?.hasChanges ?? false })
    }

    final func formerValuesOfEvent() -> [String: Any] {
        guard let state else { return [:] }
        var values = home.layout.namedValues(where: state.eventSlots.contains) { formerValue(slot: $0, state) }
        for (number, relationship) in home.layout.toMany.enumerated() where state.eventToMany.contains(number) {
            values[relationship.name] = committedMembers(number)
        }
        return values
    }

    private final func formerValue(slot: Int, _ state: ObjectState) -> Any? {
        guard let value = state.formerValues[slot] else {
            return isUnsaved ? nil : snapshot.flatMap { committedValue($0, slot: slot) }
        }
        if case .object(let destination) = value { return destination }
        return home.attribute(at: slot).flatMap { value.foundationValue(of: $0) }
    }

    private final func values(slots: (Int) -> Bool, toMany: (Int) -> Bool) -> [String: Any] {
        var values = home.layout.namedValues(where: slots) { foundationValue(slot: $0) }
        for (number, relationship) in home.layout.toMany.enumerated() where toMany(number) {
            values[relationship.name] = memberCollection(number)
        }
        return values
    }

    /// What the store has of the object now, past the row cache; nil if nothing.
    final func newestRow() -> RowReference? {
        try? home.store?.row(family: home.layout.rootEntity, primaryKey: key, staleness: 0)
    }

    /// Attributes and to-one relationships of a snapshot, the latter as IDs: what a merge conflict shows.
    final func conflictValues(of snapshot: RowReference) -> [String: Any] {
        home.layout.namedValues(where: { _ in true }, { idValue(committedValue(snapshot, slot: $0)) })
    }

    /// The present attributes and to-one relationships, the latter as IDs.
    final var currentConflictValues: [String: Any] {
        home.layout.namedValues(where: { _ in true }, { idValue(foundationValue(slot: $0)) })
    }

    private final func idValue(_ value: Any?) -> Any? { (value as? NSManagedObject)?.objectID ?? value }

    final func describe() -> String {
        let head =
            "<\(type(of: self)): 0x\(String(UInt(bitPattern: ObjectIdentifier(self)), radix: 16))> (entity: "
            + "\(entity.name ?? ""); id: \(objectID)"
        if flags.contains(.fault) { return head + "; data: <fault>)" }
        var values: [String] = []
        for (name, value) in currentConflictValues {
            values.append("\(name) = \(value is NSNull ? "nil" : "\(value)");")
        }
        for (number, relationship) in home.layout.toMany.enumerated() {
            let members = state.flatMap { number < $0.toMany.count ? $0.toMany[number]?.current : nil }
            let text = members.map { "\($0.map { "\($0.objectID)" })" } ?? "<relationship fault>"
            values.append("\(relationship.name) = \(text);")
        }
        return head + "; data: {" + values.sorted().joined(separator: " ") + "})"
    }
}
