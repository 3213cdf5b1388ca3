extension NSManagedObject {
    // What generated accessors read and write by: the overload is chosen by the property's type. A property without a slot
    // (to-many, transient) or with a key that another entity's layout knows differently goes by name.

    /// Reads a String attribute.
    public final func managedValue(for key: ManagedKey) -> String? {
        guard let slot = readableSlot(key) else { return modelledValue(forKey: key.name) as? String }
        if let value = overlaid(slot) {
            if case .text(let text) = value { return text }
            return nil
        }
        return stored(slot) { $0.string(row: $1, slot: slot) }
    }

    /// Reads an integer or Boolean attribute; nil where there is no value.
    @inline(__always)
    private final func integer(_ key: ManagedKey) -> Int64? {
        guard let slot = readableSlot(key) else {
            return (modelledValue(forKey: key.name) as? NSNumber)?.int64Value
        }
        if let value = overlaid(slot) {
            if case .integer(let number) = value { return number }
            return nil
        }
        return stored(slot) { $0.integer(row: $1, slot: slot) }
    }

    /// Reads a Double, Float or Date attribute; nil where there is no value.
    @inline(__always)
    private final func real(_ key: ManagedKey) -> Double? {
        guard let slot = readableSlot(key) else {
            switch modelledValue(forKey: key.name) {
            case let date as Date: return date.timeIntervalSinceReferenceDate
            case let number as NSNumber: return number.doubleValue
            default: return nil
            }
        }
        if let value = overlaid(slot) {
            if case .real(let number) = value { return number }
            return nil
        }
        return stored(slot) { $0.real(row: $1, slot: slot) }
    }

    /// Reads an Integer 16 attribute, 0 for nil.
    public final func managedValue(for key: ManagedKey) -> Int16 { Int16(truncatingIfNeeded: integer(key) ?? 0) }
    /// Reads an Integer 32 attribute, 0 for nil.
    public final func managedValue(for key: ManagedKey) -> Int32 { Int32(truncatingIfNeeded: integer(key) ?? 0) }
    /// Reads an Integer 64 attribute, 0 for nil.
    public final func managedValue(for key: ManagedKey) -> Int64 { integer(key) ?? 0 }
    /// Reads a Boolean attribute, false for nil.
    public final func managedValue(for key: ManagedKey) -> Bool { integer(key) ?? 0 != 0 }
    /// Reads a Double attribute, 0 for nil.
    public final func managedValue(for key: ManagedKey) -> Double { real(key) ?? 0 }
    /// Reads a Float attribute, 0 for nil.
    public final func managedValue(for key: ManagedKey) -> Float { Float(real(key) ?? 0) }
    /// Reads a Date attribute.
    public final func managedValue(for key: ManagedKey) -> Date? {
        real(key).map(Date.init(timeIntervalSinceReferenceDate:))
    }

    /// Reads a Binary Data attribute.
    public final func managedValue(for key: ManagedKey) -> Data? { value(for: key) as? Data }
    /// Reads a UUID attribute.
    public final func managedValue(for key: ManagedKey) -> UUID? { value(for: key) as? UUID }
    /// Reads a URI attribute.
    public final func managedValue(for key: ManagedKey) -> URL? { value(for: key) as? URL }
    // Disfavoured: it fits wherever `NSNumber?` is expected, too.
    /// Reads a Decimal attribute.
    @_disfavoredOverload
    public final func managedValue(for key: ManagedKey) -> NSDecimalNumber? { value(for: key) as? NSDecimalNumber }
    /// Reads a number attribute as an object.
    public final func managedValue(for key: ManagedKey) -> NSNumber? { value(for: key) as? NSNumber }
    /// Reads a to-many relationship.
    public final func managedValue(for key: ManagedKey) -> NSSet? { value(for: key) as? NSSet }
    /// Reads an ordered to-many relationship.
    public final func managedValue(for key: ManagedKey) -> NSOrderedSet? { value(for: key) as? NSOrderedSet }

    /// Reads a to-one relationship.
    public final func managedValue<Destination: NSManagedObject>(for key: ManagedKey) -> Destination? {
        guard let slot = readableSlot(key) else { return nil }
        // A destination of the declared entity has the class that the model names, or one derived from it.
        return destination(slot: slot) as? Destination
    }

    /// Reads a transformable, transient or composite attribute.
    public final func managedValue<Value>(for key: ManagedKey, as type: Value.Type) -> Value? {
        value(for: key) as? Value
    }

    /// Reads a to-many relationship as a set of the class of its members.
    public final func managedValue<Destination: NSManagedObject>(
        for key: ManagedKey, as type: Set<Destination>.Type
    ) -> Set<Destination>? {
        guard case .toMany(let number) = home.layout.place(of: key.name) else {
            return value(for: key) as? Set<Destination>
        }
        return memberSet(number)
    }

    private final func value(for key: ManagedKey) -> Any? {
        guard let slot = readableSlot(key) else { return modelledValue(forKey: key.name) }
        return foundationValue(slot: slot)
    }

    // MARK: Writing

    @inline(__always)
    private final func set(_ value: SlotValue, for key: ManagedKey, boxed: @autoclosure () -> Any?) {
        if let slot = readableSlot(key) {
            writeReadable(value, slot: slot)
        } else {
            setModelledValue(boxed(), forKey: key.name)
        }
    }

    /// Sets a String attribute.
    public final func setManagedValue(_ value: String?, for key: ManagedKey) {
        set(value.map(SlotValue.text) ?? .null, for: key, boxed: value)
    }
    /// Sets an Integer 16 attribute.
    public final func setManagedValue(_ value: Int16, for key: ManagedKey) {
        set(.integer(Int64(value)), for: key, boxed: NSNumber(value: value))
    }
    /// Sets an Integer 32 attribute.
    public final func setManagedValue(_ value: Int32, for key: ManagedKey) {
        set(.integer(Int64(value)), for: key, boxed: NSNumber(value: value))
    }
    /// Sets an Integer 64 attribute.
    public final func setManagedValue(_ value: Int64, for key: ManagedKey) {
        set(.integer(value), for: key, boxed: NSNumber(value: value))
    }
    /// Sets a Boolean attribute.
    public final func setManagedValue(_ value: Bool, for key: ManagedKey) {
        set(.integer(value ? 1 : 0), for: key, boxed: NSNumber(value: value))
    }
    /// Sets a Double attribute.
    public final func setManagedValue(_ value: Double, for key: ManagedKey) {
        set(.real(value), for: key, boxed: NSNumber(value: value))
    }
    /// Sets a Float attribute.
    public final func setManagedValue(_ value: Float, for key: ManagedKey) {
        set(.real(Double(value)), for: key, boxed: NSNumber(value: value))
    }
    /// Sets a Date attribute.
    public final func setManagedValue(_ value: Date?, for key: ManagedKey) {
        set(value.map { .real($0.timeIntervalSinceReferenceDate) } ?? .null, for: key, boxed: value)
    }
    /// Sets a Binary Data attribute.
    public final func setManagedValue(_ value: Data?, for key: ManagedKey) { setModelledValue(value, forKey: key.name) }
    /// Sets a UUID attribute.
    public final func setManagedValue(_ value: UUID?, for key: ManagedKey) { setModelledValue(value, forKey: key.name) }
    /// Sets a URI attribute.
    public final func setManagedValue(_ value: URL?, for key: ManagedKey) { setModelledValue(value, forKey: key.name) }
    /// Sets a number attribute as an object, nil included.
    public final func setManagedValue(_ value: NSNumber?, for key: ManagedKey) {
        setModelledValue(value, forKey: key.name)
    }
    /// Sets a to-many relationship.
    public final func setManagedValue(_ value: NSSet?, for key: ManagedKey) {
        setModelledValue(value, forKey: key.name)
    }
    /// Sets an ordered to-many relationship.
    public final func setManagedValue(_ value: NSOrderedSet?, for key: ManagedKey) {
        setModelledValue(value, forKey: key.name)
    }

    /// Sets a to-one relationship and its inverse.
    public final func setManagedValue(_ value: NSManagedObject?, for key: ManagedKey) {
        guard let slot = readableSlot(key) else { return setModelledValue(value, forKey: key.name) }
        setDestination(value, slot: slot)
    }

    /// Sets a transformable, transient or composite attribute.
    public final func setManagedValue<Value>(_ value: Value?, for key: ManagedKey, as type: Value.Type) {
        setModelledValue(value, forKey: key.name)
    }
}
