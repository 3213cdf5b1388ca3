import Synchronization

/// How the values of one entity lie in memory: which slot of a row each property has.
///
/// Made once by `NSManagedObjectModel.freeze()`; read by objects, row chunks, stores and predicates. A parent's slots come
/// first and keep their numbers in every subentity, so code compiled for a parent class reads its children by the same
/// numbers.
///
/// Slots are the persistent attributes and the to-one relationships; each entity's own ones are in one order of name (by the
/// bytes of UTF-8), attributes and relationships mixed. To-many relationships, transient properties and fetched
/// properties have no slot; they are numbered apart, in the same parent-first order. A composite attribute is a run of
/// slots, its leaves, which are named by key path (`address.city`).
final class EntityLayout: @unchecked Sendable {
    // Sendable: all stored properties are immutable; `entity` is frozen.

    /// How a slot's eight bytes are to be read.
    enum Storage: UInt8, Sendable {
        /// Int16, Int32, Int64, Bool: a two's complement number.
        case integer
        /// Double, Float, and Date as seconds since 2001-01-01T00:00:00Z: an IEEE double.
        case real
        /// String and URI: offset and length of UTF-8 text in the chunk's arena.
        case text
        /// UUID (16 bytes), binary and transformable (what the store holds, untransformed): offset and length in the arena.
        case blob
        /// Decimal: its exact decimal text, offset and length in the arena.
        case decimal
        /// To-one relationship: the destination's primary key. The destination's concrete entity stands in the
        /// slot `entitySlot` if the declared destination has subentities.
        case toOne
        /// The concrete entity's number (Z_ENT of the store) of a to-one destination.
        case destinationEntity
    }

    struct Slot: Sendable {
        let name: String
        let storage: Storage
        let attributeType: NSAttributeType
        let isOptional: Bool
        /// For `.toOne` the slot of the destination's entity number, −1 where the destination has no subentities.
        let entitySlot: Int
        /// For a leaf the number of the entity's composite attribute that it is part of, −1 for what stands alone.
        let composite: Int
        /// Whether the store computes the value.
        let isDerived: Bool

        init(
            name: String, storage: Storage, attributeType: NSAttributeType, isOptional: Bool, entitySlot: Int = -1,
            composite: Int = -1, isDerived: Bool = false
        ) {
            self.name = name
            self.storage = storage
            self.attributeType = attributeType
            self.isOptional = isOptional
            self.entitySlot = entitySlot
            self.composite = composite
            self.isDerived = isDerived
        }
    }

    /// Where a property's value is found.
    enum Place: Equatable, Sendable {
        case slot(Int)
        case toMany(Int)
        case transient(Int)
        case fetched(Int)
        case composite(Int)
    }

    /// Process-wide number of this layout, never reused: what accessors cache a slot under.
    let id: UInt32
    /// The entity itself, frozen.
    let entity: NSEntityDescription
    /// The entity's name.
    let name: String
    /// The topmost parent: rows of one family share a table, an identity map and a sequence of primary keys.
    let rootEntity: NSEntityDescription
    /// The class of the entity's objects.
    let objectClass: NSManagedObject.Type
    let slots: [Slot]
    /// Slots whose values are bytes in the arena, and slots of the entities of destinations.
    let arenaSlots: SlotSet
    let destinationEntitySlots: [Int]
    /// Whether the store computes values of its own when a row is saved.
    let hasDerivedSlots: Bool
    let toMany: [NSRelationshipDescription]
    let transients: [NSPropertyDescription]
    let fetched: [NSFetchedPropertyDescription]
    /// Composite attributes, each before those that are nested in it.
    let composites: [CompositeShape]
    private let places: [String: Place]
    private let plan = Mutex<PropertyPlan?>(nil)
    /// Where objects of this entity live that belong to no context.
    // Set as the last step of init, before anybody else sees the layout.
    private(set) var detachedHome: ObjectHome!

    init(
        id: UInt32, entity: NSEntityDescription, rootEntity: NSEntityDescription, objectClass: NSManagedObject.Type,
        slots: [Slot], toMany: [NSRelationshipDescription], transients: [NSPropertyDescription],
        fetched: [NSFetchedPropertyDescription], composites: [CompositeShape], places: [String: Place]
    ) {
        self.id = id
        self.entity = entity
        self.name = entity.name ?? ""
        self.rootEntity = rootEntity
        self.objectClass = objectClass
        self.slots = slots
        arenaSlots = SlotSet(slots.indices.lazy.filter { [.text, .blob, .decimal].contains(slots[$0].storage) })
        destinationEntitySlots = slots.indices.filter { slots[$0].storage == .destinationEntity }
        hasDerivedSlots = slots.contains(where: \.isDerived)
        self.toMany = toMany
        self.transients = transients
        self.fetched = fetched
        self.composites = composites
        self.places = places
        detachedHome = ObjectHome(detachedFor: self)
    }

    /// Descriptions and defaults of the slots, and where relationships lead; made at the first use, when the whole model is laid out.
    var properties: PropertyPlan {
        plan.withLock { plan in
            if let plan { return plan }
            let made = PropertyPlan(self)
            plan = made
            return made
        }
    }

    /// Where the property of that name is found, nil if the entity has none.
    func place(of name: String) -> Place? { places[name] }

    /// The slot of that name, nil where the name is no persistent attribute or to-one relationship.
    func slot(named name: String) -> Int? {
        if case .slot(let slot)? = places[name] { return slot }
        return nil
    }
}
