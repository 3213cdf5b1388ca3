extension NSManagedObject {
    /// The value of a slot as key-value coding hands it out.
    final func foundationValue(slot: Int) -> Any? {
        let shape = home.layout.slots[slot]
        if shape.storage == .toOne { return destination(slot: slot) }
        let value = slotValue(slot)
        guard !value.isNull, let attribute = home.attribute(at: slot) else { return nil }
        return value.foundationValue(of: attribute)
    }

    final func modelledValue(forKey key: String) -> Any? {
        switch home.layout.place(of: key) {
        case .slot(let slot):
            prepareToRead()
            return foundationValue(slot: slot)
        case .toMany(let number): return memberCollection(number)
        case .composite(let number):
            prepareToRead()
            return compositeValue(number)
        case .transient(let number):
            prepareToRead()
            return transientValue(number)
        case .fetched(let number): return fetchedObjects(number)
        case nil:
            switch key {
            case "objectID": return objectID
            case "entity": return entity
            case "self": return self
            default: return value(forUndefinedKey: key)
            }
        }
    }

    /// What `setValue(_:forKey:)` does: nil has no place in a scalar property.
    final func setCodedValue(_ value: Any?, forKey key: String) {
        if value == nil, home.properties.isScalar(key) { return setNilValueForKey(key) }
        setModelledValue(value, forKey: key)
    }

    final func setModelledValue(_ value: Any?, forKey key: String) {
        let value = value is NSNull ? nil : value
        switch home.layout.place(of: key) {
        case .slot(let slot):
            prepareToRead()
            if home.layout.slots[slot].storage == .toOne {
                setDestination(object(value, for: key), slot: slot)
            } else if home.layout.slots[slot].composite >= 0 {
                setElement(slotValue(value, slot: slot, key: key), slot: slot)
            } else {
                write(slotValue(value, slot: slot, key: key), slot: slot)
            }
        case .toMany(let number): setMembers(objects(value, for: key), number)
        case .composite(let number):
            prepareToRead()
            setComposite(value, number)
        case .transient(let number):
            prepareToRead()
            setTracked(value, transient: number)
        case .fetched, nil: setValue(value, forUndefinedKey: key)
        }
    }

    final func unobservedValue(forKey key: String) -> Any? {
        switch home.layout.place(of: key) {
        case .slot(let slot): return foundationValue(slot: slot)
        case .transient(let number): return transientValue(number)
        case .toMany(let number): return memberCollection(number)
        case .composite(let number): return compositeValue(number)
        default: return modelledValue(forKey: key)
        }
    }

    final func setUnobservedValue(_ value: Any?, forKey key: String) {
        let tracked = !flags.contains(.untracked)
        flags.insert(.untracked)
        defer { if tracked { flags.remove(.untracked) } }
        switch home.layout.place(of: key) {
        case .slot(let slot):
            let value: SlotValue =
                home.layout.slots[slot].storage == .toOne
                ? object(value, for: key).map(SlotValue.object) ?? .null : slotValue(value, slot: slot, key: key)
            write(value, slot: slot)
        case .toMany(let number):
            prepareToRead()
            let new = ObjectSet(objects(value, for: key))
            let old = memberObjects(number)
            for object in old where !new.contains(object) {
                // It has been read.
                members(number).remove(object, keepsOrder: true, isCertain: true)
            }
            for object in new where !old.contains(object) { members(number).add(object) }
        case .transient(let number): setTransientValue(value, number)
        default: setModelledValue(value, forKey: key)
        }
    }

    private final func transientValue(_ number: Int) -> Any? {
        guard let transients = state?.transients, number < transients.count, let value = transients[number] else {
            return home.properties.transientDefaults[number]
        }
        return value is NSNull ? nil : value
    }

    /// Sets a transient attribute; an undo manager may want its former value.
    final func setTracked(_ value: Any?, transient number: Int) {
        let state = madeState
        if home.context?.activity.undo != nil, !flags.contains(.untracked), state.formerTransients[number] == nil {
            state.formerTransients[number] = .some(transientValue(number))
        }
        setTransientValue(value, number)
        trackUpdate()
    }

    private final func setTransientValue(_ value: Any?, _ number: Int) {
        let state = madeState
        while state.transients.count <= number { state.transients.append(nil) }
        // Nil that was set, as against none that was.
        let hasDefault = home.properties.transientDefaults[number] != nil
        state.transients[number] = value ?? (hasDefault ? NSNull() : nil)
    }

    // MARK: From any value

    /// What a slot is to hold for a value; raises for one of the wrong type.
    final func slotValue(_ value: Any?, slot: Int, key: String) -> SlotValue {
        guard let attribute = home.attribute(at: slot) else { raiseUndefined(key) }
        if let value = SlotValue(value, for: attribute) { return value }
        raise(
            "NSInvalidArgumentException",
            "Unacceptable type of value for attribute: property = \"\(key)\"; desired type = "
                + "\(attribute.attributeValueClassName ?? ""); given type = \(value.map { "\(type(of: $0))" } ?? "nil"); "
                + "value = \(value ?? "nil").")
    }

    private final func object(_ value: Any?, for key: String) -> NSManagedObject? {
        guard let value else { return nil }
        guard let object = value as? NSManagedObject else {
            raise(
                "NSInvalidArgumentException",
                "Unacceptable type of value for to-one relationship: property = \"\(key)\"; desired type = NSManagedObject; "
                    + "given type = \(type(of: value)); value = \(value).")
        }
        return object
    }

    private final func objects(_ value: Any?, for key: String) -> [NSManagedObject] {
        switch value {
        case nil: return []
        case let set as NSSet: if let objects = set.allObjects as? [NSManagedObject] { return objects }
        case let set as NSOrderedSet: if let objects = set.array as? [NSManagedObject] { return objects }
        case let set as Set<NSManagedObject>: return Array(set)
        case let objects as [NSManagedObject]: return objects
        default: break
        }
        raise(
            "NSInvalidArgumentException",
            "Unacceptable type of value for to-many relationship: property = \"\(key)\"; desired type = NSSet; "
                + "given type = \(value.map { "\(type(of: $0))" } ?? "nil"); value = \(value ?? "nil").")
    }

    // MARK: Unknown keys

    final func raiseUndefined(_ key: String) -> Never {
        raise(
            "NSUnknownKeyException",
            "[\(describe()) valueForUndefinedKey:]: the entity \(entity.name ?? "") is not key value coding-compliant "
                + "for the key \"\(key)\".")
    }

    final func raiseNilValue(_ key: String) -> Never {
        raise(
            "NSInvalidArgumentException",
            "[\(describe()) setNilValueForKey]: could not set nil as the value for the key \(key).")
    }
}
