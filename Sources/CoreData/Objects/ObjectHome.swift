/// What all objects of one concrete entity from one store have in common within one context; each object points to its home.
///
/// When a context goes or is reset, its homes lose their context, and with them all their objects at once.
final class ObjectHome: @unchecked Sendable {
    // Sendable: what other threads read (in an object's deinit) is immutable; the rest belongs to the context's queue.

    let layout: EntityLayout
    /// The layout's number, near at hand for readers of single values.
    let layoutID: UInt32
    /// Whether each access is to be checked for the right queue.
    let checksConfinement = ConcurrencyDebug.isOn
    /// The identity map, shared by the entities of one family; nil for objects without a context.
    let family: RegisteredFamily?
    /// The store, nil for unsaved objects.
    let store: NSPersistentStore?
    /// What the objects' IDs hold of the store.
    let tie: StoreTie?
    let objectClass: NSManagedObject.Type
    /// Whether the entity has no objects of its own.
    let isAbstract: Bool
    /// Unretained: the context clears it before it goes.
    private var contextReference: Unmanaged<NSManagedObjectContext>?
    /// Homes of to-one destinations whose entity is certain, by slot.
    private var destinationHomes: [ObjectHome?] = []
    /// Their identity maps, unretained: the registry holds them as long as the homes have a context. A pointer, as each
    /// access to an array would be checked for exclusivity at run time.
    private let destinationFamilies: UnsafeMutablePointer<Unmanaged<RegisteredFamily>?>
    /// Unretained: the layout has it, and a model that was taken into use stays for the rest of the process.
    private let plan: Unmanaged<PropertyPlan>?
    /// Of a departed home: the home that its objects have left.
    private let origin: ObjectIdentifier?

    init(layout: EntityLayout, family: RegisteredFamily, store: NSPersistentStore?, context: NSManagedObjectContext) {
        origin = nil
        self.layout = layout
        layoutID = layout.id
        self.family = family
        self.store = store
        tie = store?.tie
        contextReference = .passUnretained(context)
        objectClass = context.settings.makesPlainObjects ? NSManagedObject.self : layout.objectClass
        isAbstract = layout.entity.isAbstract
        plan = .passUnretained(layout.properties)
        destinationFamilies = Self.noFamilies(layout.slots.count)
    }

    /// - Parameter tie: of the store that the objects came from; they keep their IDs.
    init(detachedFor layout: EntityLayout, tie: StoreTie? = nil, from origin: ObjectIdentifier? = nil) {
        self.origin = origin
        self.layout = layout
        layoutID = layout.id
        family = nil
        store = nil
        self.tie = tie
        objectClass = layout.objectClass
        isAbstract = layout.entity.isAbstract
        plan = nil
        destinationFamilies = Self.noFamilies(0)
    }

    private static func noFamilies(_ count: Int) -> UnsafeMutablePointer<Unmanaged<RegisteredFamily>?> {
        let families = UnsafeMutablePointer<Unmanaged<RegisteredFamily>?>.allocate(capacity: count)
        families.initialize(repeating: nil, count: count)
        return families
    }

    deinit { destinationFamilies.deallocate() }

    var context: NSManagedObjectContext? { contextReference?.takeUnretainedValue() }
    var hasContext: Bool { contextReference != nil }
    /// Whether a save may find relationships that lead to nothing. Each object that is saved asks: nothing is counted for it.
    var mayLeaveDangling: Bool {
        contextReference?._withUnsafeGuaranteedRef { $0.changes.mayLeaveDangling } ?? false
    }
    /// Lends the context, if there is one; counts no reference to it.
    @inline(__always)
    func withContext(_ body: (NSManagedObjectContext) -> Void) { contextReference?._withUnsafeGuaranteedRef(body) }
    /// Whether both have the same context, or none.
    func sharesContext(with other: ObjectHome) -> Bool {
        contextReference?.toOpaque() == other.contextReference?.toOpaque()
    }
    /// Whether that is the context; counts no reference to it.
    @inline(__always)
    func isIn(_ context: NSManagedObjectContext) -> Bool {
        contextReference?.toOpaque() == Unmanaged.passUnretained(context).toOpaque()
    }

    /// Where objects go that leave the context: deleted and saved, or let go of. Used on the context's queue.
    private(set) lazy var departed: ObjectHome =
        tie.map { ObjectHome(detachedFor: layout, tie: $0, from: ObjectIdentifier(self)) } ?? layout.detachedHome
    /// What a list knows the home of a row by: that of the object's home, also after the object has departed from it.
    var identity: ObjectIdentifier { origin ?? ObjectIdentifier(self) }

    var entity: NSEntityDescription { layout.entity }
    /// The value of each slot in a new object.
    var defaults: [SlotValue] { properties.defaults }
    /// The attribute that lies in a slot, nil for a relationship's.
    func attribute(at slot: Int) -> NSAttributeDescription? { properties.attributes[slot] }
    /// What the properties need at run time.
    var properties: PropertyPlan { plan?.takeUnretainedValue() ?? layout.properties }
    /// Lends what the properties need at run time; counts no reference to it.
    @inline(__always)
    func withProperties<Result>(_ body: (PropertyPlan) throws -> Result) rethrows -> Result {
        if let plan { return try plan._withUnsafeGuaranteedRef(body) }
        return try body(layout.properties)
    }

    /// The home of what a to-one relationship to an entity without subentities leads to.
    func destinationHome(_ relationship: PropertyPlan.ToOne, in registry: ObjectRegistry) -> ObjectHome {
        let slot = relationship.slot
        if slot < destinationHomes.count, let home = destinationHomes[slot] { return home }
        let home = registry.home(of: relationship.destination, in: store)
        while destinationHomes.count <= slot { destinationHomes.append(nil) }
        destinationHomes[slot] = home
        if hasContext { destinationFamilies[slot] = home.family.map { .passUnretained($0) } }
        return home
    }

    /// What a to-one relationship leads to, if that is in memory and the entity is certain and was asked for before.
    @inline(__always)
    func registeredDestination(_ slot: Int, _ key: Int64) -> NSManagedObject? {
        guard hasContext, let family = destinationFamilies[slot] else { return nil }
        return family._withUnsafeGuaranteedRef { $0.object(key) }
    }

    /// Breaks the tie to a context that goes or is reset.
    func orphan() {
        contextReference = nil
        destinationHomes = []
        guard plan != nil else { return }
        for slot in layout.slots.indices { destinationFamilies[slot] = nil }
    }
}
