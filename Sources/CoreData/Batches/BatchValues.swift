/// What a batch update sets: by slot, a constant in the form of its column, a destination, or what is to be computed.
struct BatchValues {
    enum Content {
        /// nil for NULL.
        case constant(SlotValue)
        /// A constant of a type that is not the attribute's, as it is.
        case misfit(PredicateValue)
        case destination(NSManagedObjectID?)
        case expression(ExpressionNode)
    }
    let bySlot: [(slot: Int, content: Content)]

    var isEmpty: Bool { bySlot.isEmpty }
    var slots: SlotSet {
        var slots = SlotSet()
        for (slot, _) in bySlot { slots.insert(slot) }
        return slots
    }

    init(_ properties: [AnyHashable: Any], _ entity: NSEntityDescription) {
        let layout: EntityLayout = entity.layout
        bySlot = properties.map { key, value in
            let name = (key.base as? String) ?? (key.base as? NSPropertyDescription)?.name ?? "\(key.base)"
            guard let slot = layout.slot(named: name) else {
                raise(
                    "NSInvalidArgumentException",
                    "Invalid string key \(name) passed to propertiesToUpdate: on entity \(layout.name)")
            }
            return (slot, Self.content(value, layout.properties.attributes[slot], name))
        }.sorted { $0.slot < $1.slot }
    }

    private static func content(_ value: Any, _ attribute: NSAttributeDescription?, _ name: String) -> Content {
        var given = present(value)
        if let expression = given as? NSExpression {
            guard case .constant(let constant) = expression.expressionNode else {
                return .expression(expression.expressionNode)
            }
            // A constant expression holds the value itself.
            given = expression.constantValue.flatMap(present)
            if case .null = constant { given = nil }
        }
        guard let attribute else {
            switch given {
            case nil: return .destination(nil)
            case let object as NSManagedObject: return .destination(object.objectID)
            case let id as NSManagedObjectID: return .destination(id)
            default:
                raise(
                    "NSInvalidArgumentException",
                    "Unacceptable type of value for to-one relationship: property = \"\(name)\"; desired type = "
                        + "NSManagedObject; given type = \(given.map { "\(type(of: $0))" } ?? "nil").")
            }
        }
        guard let given else { return .constant(.null) }
        return SlotValue(given, for: attribute).map(Content.constant) ?? .misfit(PredicateValue(given))
    }

    /// The value, nil for `NSNull` and for an optional without a value.
    static func present(_ value: Any) -> Any? {
        if value is NSNull { return nil }
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return value }
        return mirror.children.first.flatMap { present($0.value) }
    }
}
