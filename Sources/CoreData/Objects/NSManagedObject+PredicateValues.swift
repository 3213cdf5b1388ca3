extension NSManagedObject: KeyValueReadable {
    final func readValue(forKey key: String) -> Any? { value(forKey: key) }

    /// The value of a property as predicates and sort orders see it, without boxing.
    final func readPredicateValue(for key: ManagedKey) -> PredicateValue {
        guard let slot = readableSlot(key) else { return PredicateValue(value(forKey: key.name)) }
        let shape = home.layout.slots[slot]
        if shape.storage == .toOne { return destination(slot: slot).map(PredicateValue.object) ?? .null }
        switch (slotValue(slot), shape.attributeType) {
        case (.null, _): return .null
        case (.integer(let number), .booleanAttributeType): return .bool(number != 0)
        case (.integer(let number), _): return .integer(number)
        case (.real(let number), .dateAttributeType): return .date(number)
        case (.real(let number), _): return .real(number)
        case (.text(let text), .stringAttributeType): return .string(text)
        case (.decimal(let number), _): return .decimal(number.decimalValue)
        case (.blob(let data), .binaryDataAttributeType): return .data(data)
        default: return PredicateValue(foundationValue(slot: slot))
        }
    }
}
