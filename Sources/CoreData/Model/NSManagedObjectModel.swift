import Synchronization

/// A schema: the entities a store holds, and how they are related. Follows Apple's `NSManagedObjectModel`.
///
/// A model can be edited until a coordinator uses it; from then on every change raises, and `copy()` answers one that can be
/// edited again. The model owns its entities: keep it as long as you work with one of them.
///
/// - Note: Differs from Apple: a model in use stays for the rest of the process, as a class does. Objects, IDs, rows and
///   generated accessors name its entities without owning them.
///
///     let item = NSEntityDescription()
///     item.name = "Item"
///     item.properties = [timestamp]
///     let model = NSManagedObjectModel()
///     model.entities = [item]
open class NSManagedObjectModel: NSObject, NSCopying, @unchecked Sendable {
    // Sendable: a model is edited by its maker alone; `freeze()` comes before it is shared, and a frozen model never changes.

    /// The model's entities; setting them makes this model each entity's `managedObjectModel`.
    open var entities: [NSEntityDescription] {
        get { storedEntities }
        set { setEntities(newValue) }
    }
    /// Names of this version of the model, as its maker gave them.
    open var versionIdentifiers: Set<AnyHashable> = [] { willSet { requireEditable() } }
    /// Texts for people in place of names: keys are `Entity/N`, `Property/N/Entity/E`, `Property/N`, `ErrorString/S`.
    open var localizationDictionary: [String: String]? { willSet { requireEditable() } }

    var storedEntities: [NSEntityDescription] = []
    /// Entities by configuration; the nameless configuration of all entities is not among them.
    var entitiesByConfiguration: [String: [NSEntityDescription]] = [:]
    var templates: [String: NSFetchRequest<any NSFetchRequestResult>] = [:]
    var isFrozen = false

    /// A model without entities.
    public required override init() { super.init() }

    /// A deep copy that can be edited.
    open func copy(with zone: NSZone? = nil) -> Any { copyModel() }

    /// Two models are equal that say the same.
    open override func isEqual(_ object: Any?) -> Bool { hasContent(of: object) }

    /// Agrees with `isEqual`.
    open override var hash: Int { Set(storedEntities.map(\.name)).hashValue }

    /// Raises once the model is in use.
    final func requireEditable() {
        if isFrozen { raise("NSInternalInconsistencyException", "Can't modify an immutable model.") }
    }
}
