extension NSManagedObject {
    /// The present value of a composite attribute.
    final func compositeValue(_ number: Int) -> [String: Any]? {
        home.layout.compositeValue(number) { foundationValue(slot: $0) }
    }

    /// Sets a composite attribute to a dictionary: an element that is missing in it has no value any more.
    final func setComposite(_ value: Any?, _ number: Int) {
        var values: [Int: SlotValue] = [:]
        collect(value, number, into: &values)
        setTogether(values, of: number)
    }

    /// Sets one element of a composite attribute.
    final func setElement(_ value: SlotValue, slot: Int) {
        setTogether([slot: value], of: home.layout.slots[slot].composite)
    }

    /// What each leaf is to hold; raises for a value that is no dictionary, and for elements that the composite does not have.
    private final func collect(_ value: Any?, _ number: Int, into values: inout [Int: SlotValue]) {
        let composite = home.layout.composites[number]
        let given = elements(value, composite.name)
        for (element, place) in composite.elements {
            let value = given[element.name]
            switch place {
            case .slot(let slot):
                values[slot] = slotValue(value, slot: slot, key: home.layout.slots[slot].name)
            case .composite(let nested): collect(value, nested, into: &values)
            default: break
            }
        }
        let names = Set(composite.elements.map(\.description.name))
        if let unknown = given.keys.filter({ !names.contains($0) }).min() {
            raiseUndefined("\(composite.name).\(unknown)")
        }
    }

    private final func elements(_ value: Any?, _ key: String) -> [String: Any] {
        let given: [AnyHashable: Any]?
        switch value {
        case nil, is NSNull: return [:]
        case let dictionary as [AnyHashable: Any]: given = dictionary
        case let dictionary as NSDictionary: given = dictionary as? [AnyHashable: Any]
        default: given = nil
        }
        guard let given, let named = given as? [String: Any] else {
            raise(
                "NSInvalidArgumentException",
                "Unacceptable type of value for attribute: property = \"\(key)\"; desired type = NSDictionary; given type = "
                    + "\(value.map { "\(type(of: $0))" } ?? "nil"); value = \(value ?? "nil").")
        }
        return named.filter { !($0.value is NSNull) }
    }

    /// Writes the leaves of a composite attribute. It is one property: once a leaf differs from the snapshot all are to be
    /// saved, so that no merge puts a value together that nobody has set.
    private final func setTogether(_ values: [Int: SlotValue], of number: Int) {
        let layout = home.layout
        guard let first = layout.composites[number].slots.first else { return trackUpdate() }
        writeTogether(layout.slots(with: first).map { ($0, values[$0] ?? slotValue($0)) })
    }

    /// Checks the elements of a composite attribute that has a value by the rules of the model.
    final func validateElements(of composite: NSCompositeAttributeDescription, in value: Any, path: String) throws {
        let values = value as? [String: Any] ?? [:]
        for element in composite.elements {
            try validate(values[element.name], element, path: "\(path).\(element.name)")
        }
    }
}
