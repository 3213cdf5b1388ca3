import Synchronization

/// What the properties of one entity need at run time, resolved once: descriptions and defaults of the slots, and how
/// relationships lead to other entities and back.
///
/// Subentities keep the slots and numbers of their parents, so what is resolved for a declared destination holds for
/// whatever concrete entity is found there.
final class PropertyPlan: @unchecked Sendable {
    // Sendable: immutable; the descriptions are frozen.

    /// The other end of a relationship, as a place in the destination.
    enum Inverse: Equatable {
        case none
        case toOne(Int)
        case toMany(Int)
    }

    // Unretained: a model that was taken into use stays for the rest of the process, its descriptions with it.

    struct ToOne {
        let slot: Int
        /// Slot of the destination's entity number, −1 where the destination has no subentities.
        let entitySlot: Int
        unowned(unsafe) let description: NSRelationshipDescription
        unowned(unsafe) let destination: NSEntityDescription
        let inverse: Inverse
        let deleteRule: NSDeleteRule
    }

    struct ToMany {
        let number: Int
        unowned(unsafe) let description: NSRelationshipDescription
        unowned(unsafe) let destination: NSEntityDescription
        let inverse: Inverse
        let deleteRule: NSDeleteRule
        let isOrdered: Bool

        /// Whether the other end is stored as a to-one relationship.
        var isInverseToOne: Bool { if case .toOne = inverse { true } else { false } }
    }

    /// An attribute whose values must meet predicates: those of this module, compiled.
    struct Rule {
        let slot: Int
        unowned(unsafe) let attribute: NSAttributeDescription
        let tests: [PredicateEvaluator]
    }

    /// The attribute in each slot, nil for a relationship's.
    let attributes: [NSAttributeDescription?]
    /// The value of each slot in a new object.
    let defaults: [SlotValue]
    /// The value of each transient property that none was given: in a new object, and whenever one comes from a fault.
    let transientDefaults: [Any?]
    /// All properties in order of name: what a class that validates for itself is asked about.
    let properties: [NSPropertyDescription]
    /// Slots that must have a value.
    let mandatorySlots: [Int]
    /// Slots whose values must meet predicates.
    let rules: [Rule]
    /// The other properties that a save checks: those with a number of members to keep to, with predicates of other makers, and
    /// mandatory or ruled ones without a slot.
    let ruled: [NSPropertyDescription]
    /// The relationships that forbid a deletion while they lead somewhere.
    let denying: [NSRelationshipDescription]
    let toOne: [ToOne]
    let toMany: [ToMany]
    private let toOneBySlot: [Int]
    private let objectClass: NSManagedObject.Type
    /// Found at the first nil that is set by name: few programs do.
    private let scalars = Mutex<Set<String>?>(nil)

    init(_ layout: EntityLayout) {
        let attributes = layout.entity.attributesByName
        let leaves = layout.composites.flatMap(\.leaves)
        self.attributes = layout.slots.enumerated().map { slot, shape in
            shape.composite < 0 ? attributes[shape.name] : leaves.first { $0.slot == slot }?.attribute
        }
        defaults = self.attributes.map { attribute in
            attribute.flatMap { SlotValue($0.defaultValue, for: $0) } ?? .null
        }
        transientDefaults = layout.transients.map { property in
            (property as? NSAttributeDescription).flatMap { attribute in
                SlotValue(attribute.defaultValue, for: attribute)?.foundationValue(of: attribute)
                    ?? attribute.defaultValue
            }
        }
        properties = layout.entity.frozen?.ordered ?? []
        let checked = properties.filter(Self.hasRule)
        let isPlain = { (property: NSPropertyDescription) in
            property.validationPredicates.allSatisfy { $0 is any ProgramCarrier }
                && layout.slot(named: property.name) != nil
        }
        mandatorySlots = checked.filter { isPlain($0) && !$0.isOptional }.compactMap { layout.slot(named: $0.name) }
        rules = checked.filter { isPlain($0) && !$0.validationPredicates.isEmpty }.compactMap { property in
            guard let attribute = property as? NSAttributeDescription, let slot = layout.slot(named: property.name)
            else {
                return nil
            }
            return Rule(slot: slot, attribute: attribute, tests: property.validationPredicates.map(\.evaluator))
        }
        ruled = checked.filter { property in
            !isPlain(property) || !(property is NSAttributeDescription || property.validationPredicates.isEmpty)
        }
        denying = properties.compactMap { $0 as? NSRelationshipDescription }.filter { $0.deleteRule == .denyDeleteRule }
        let relationships = layout.entity.relationshipsByName
        var toOne: [ToOne] = []
        var bySlot = Array(repeating: -1, count: layout.slots.count)
        for (slot, shape) in layout.slots.enumerated() where shape.storage == .toOne {
            guard let description = relationships[shape.name], let destination = description.destinationEntity else {
                continue
            }
            bySlot[slot] = toOne.count
            toOne.append(
                ToOne(
                    slot: slot, entitySlot: shape.entitySlot, description: description, destination: destination,
                    inverse: Self.inverse(of: description, in: destination), deleteRule: description.deleteRule))
        }
        var toMany: [ToMany] = []
        for (number, description) in layout.toMany.enumerated() {
            guard let destination = description.destinationEntity else {
                raise(
                    "NSInternalInconsistencyException",
                    "The relationship '\(description.name)' of entity '\(layout.name)' has no destination entity.")
            }
            toMany.append(
                ToMany(
                    number: number, description: description, destination: destination,
                    inverse: Self.inverse(of: description, in: destination), deleteRule: description.deleteRule,
                    isOrdered: description.isOrdered))
        }
        objectClass = layout.objectClass
        self.toOne = toOne
        self.toMany = toMany
        toOneBySlot = bySlot
    }

    /// Whether a save has anything to check of the property.
    static func hasRule(_ property: NSPropertyDescription) -> Bool {
        if let relationship = property as? NSRelationshipDescription, relationship.isToMany {
            return relationship.minCount > 0 || relationship.maxCount > 0
        }
        if let composite = property as? NSCompositeAttributeDescription, composite.elements.contains(where: hasRule) {
            return true
        }
        return !property.isOptional || !property.validationPredicates.isEmpty
    }

    private static func inverse(
        of description: NSRelationshipDescription, in destination: NSEntityDescription
    ) -> Inverse {
        guard let inverse = description.inverseRelationship else { return .none }
        switch destination.layout.place(of: inverse.name) {
        case .slot(let slot): return .toOne(slot)
        case .toMany(let number): return .toMany(number)
        default: return .none
        }
    }

    /// Whether the class of the entity's objects has a number or a Boolean under that name, which cannot be nil.
    func isScalar(_ name: String) -> Bool {
        scalars.withLock { scalars in
            if let scalars { return scalars.contains(name) }
            let found = EmbeddedModels.scalarProperties(of: objectClass)
            scalars = found
            return found.contains(name)
        }
    }

    /// The to-one relationship in that slot, nil where the slot is an attribute's.
    func toOne(at slot: Int) -> ToOne? {
        let index = toOneBySlot[slot]
        return index < 0 ? nil : toOne[index]
    }
}
