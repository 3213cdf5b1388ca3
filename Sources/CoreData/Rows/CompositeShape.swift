/// Where the elements of a composite attribute lie: a run of slots.
struct CompositeShape: @unchecked Sendable {
    // Sendable: immutable; the descriptions are frozen.

    /// The key path from the entity: `address`, or `address.location` for one that is nested.
    let name: String
    let description: NSCompositeAttributeDescription
    /// The slots of all leaves, those of nested composites included.
    let slots: Range<Int>
    /// The elements with their places, which are slots or composites.
    let elements: [(description: NSAttributeDescription, place: EntityLayout.Place)]

    init(
        _ description: NSCompositeAttributeDescription, name: String, slots: Range<Int>,
        elements: [(NSAttributeDescription, EntityLayout.Place)]
    ) {
        self.description = description
        self.name = name
        self.slots = slots
        self.elements = elements.map { (description: $0.0, place: $0.1) }
    }

    /// Whether the composite is an attribute of the entity itself.
    var isOutermost: Bool { !name.contains(".") }

    /// The elements that have a slot, without those of nested composites.
    var leaves: [(attribute: NSAttributeDescription, slot: Int)] {
        elements.compactMap { element in
            if case .slot(let slot) = element.place { (element.description, slot) } else { nil }
        }
    }
}

extension EntityLayout {
    /// The slots of the property that a slot belongs to: all leaves of a composite attribute, else the slot alone.
    func slots(with slot: Int) -> Range<Int> {
        let composite = slots[slot].composite
        return composite < 0 ? slot..<(slot + 1) : composites[composite].slots
    }

    /// The name of the property that a slot belongs to.
    func propertyName(ofSlot slot: Int) -> String {
        let shape = slots[slot]
        return shape.composite < 0 ? shape.name : composites[shape.composite].name
    }

    /// The value of a composite attribute: its elements that have a value, nil where none has.
    func compositeValue(_ number: Int, _ value: (_ slot: Int) -> Any?) -> [String: Any]? {
        var dictionary: [String: Any] = [:]
        for (element, place) in composites[number].elements {
            switch place {
            case .slot(let slot): dictionary[element.name] = value(slot)
            case .composite(let nested): dictionary[element.name] = compositeValue(nested, value)
            default: break
            }
        }
        return dictionary.isEmpty ? nil : dictionary
    }

    /// Attributes and to-one relationships by name, of those that have a slot to be included; NSNull stands for nil.
    func namedValues(where isIncluded: (_ slot: Int) -> Bool, _ value: (_ slot: Int) -> Any?) -> [String: Any] {
        var values: [String: Any] = [:]
        for (slot, shape) in slots.enumerated()
        where shape.storage != .destinationEntity && shape.composite < 0 && isIncluded(slot) {
            values[shape.name] = value(slot) ?? NSNull()
        }
        for (number, composite) in composites.enumerated()
        where composite.isOutermost && composite.slots.contains(where: isIncluded) {
            values[composite.name] = compositeValue(number, value) ?? NSNull()
        }
        return values
    }
}
