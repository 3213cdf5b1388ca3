extension NSManagedObject: KeyValueReadable, PredicateIdentifiable {
    final func readValue(forKey key: String) -> Any? { value(forKey: key) }

    /// The value of an attribute straight from its slot; everything else by key-value coding.
    final func readPredicateValue(for key: ManagedKey) -> PredicateValue {
        guard let slot = readableSlot(key), let attribute = home.attribute(at: slot) else {
            return PredicateValue(value(forKey: key.name))
        }
        return predicateValue(slot: slot, of: attribute)
    }

    /// The value of an attribute; the object has been made readable.
    final func predicateValue(slot: Int, of attribute: NSAttributeDescription) -> PredicateValue {
        if let value = overlaid(slot) { return PredicateValue(value, of: attribute) }
        guard let chunk else { return .null }
        let row = Int(row)
        if chunk.isNull(row: row, slot: slot) { return .null }
        switch chunk.layout.slots[slot].storage {
        case .integer:
            let number = chunk.integer(row: row, slot: slot)
            return attribute.attributeType == .booleanAttributeType ? .bool(number != 0) : .integer(number)
        case .real:
            let number = chunk.real(row: row, slot: slot)
            return attribute.attributeType == .dateAttributeType ? .date(number) : .real(number)
        case .text where attribute.attributeType == .stringAttributeType:
            return .string(chunk.string(row: row, slot: slot))
        default: return PredicateValue(slotValue(slot), of: attribute)
        }
    }

    final var predicateIdentity: AnyObject { objectID }
}

extension PredicateValue {
    /// The value of an attribute as its slot holds it.
    fileprivate init(_ value: SlotValue, of attribute: NSAttributeDescription) {
        switch (value, attribute.attributeType) {
        case (.null, _): self = .null
        case (.integer(let number), .booleanAttributeType): self = .bool(number != 0)
        case (.integer(let number), _): self = .integer(number)
        case (.real(let number), .dateAttributeType): self = .date(number)
        case (.real(let number), _): self = .real(number)
        case (.text(let text), .stringAttributeType): self = .string(text)
        default: self = PredicateValue(value.foundationValue(of: attribute))
        }
    }
}

extension NSEntityDescription: KeyValueReadable {
    final func readValue(forKey key: String) -> Any? {
        switch key {
        case "name": name
        case "managedObjectClassName": managedObjectClassName
        case "isAbstract": isAbstract
        case "superentity": superentity
        case "self": self
        default:
            raise(
                "NSUnknownKeyException",
                "[<NSEntityDescription> valueForUndefinedKey:]: this class is not key value coding-compliant for the key \(key)."
            )
        }
    }
}
