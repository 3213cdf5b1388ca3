/// One entity of a model: its name, class and properties. Follows Apple's `NSEntityDescription`.
///
/// A model owns its entities, an entity its own properties and its subentities. The ways back (`managedObjectModel`,
/// `superentity`, `NSPropertyDescription.entity`, a relationship's destination and inverse) do not keep what they lead to, so whoever edits an entity
/// keeps its model. A model that was taken into use stays for the rest of the process, and its entities with it.
open class NSEntityDescription: NSObject, NSCopying, @unchecked Sendable {
    // Sendable: see NSManagedObjectModel; an entity is frozen together with its model.

    /// The entity's name, unique in its model.
    open var name: String? { willSet { requireEditable() } }
    /// The name of the class of the entity's objects, with its module (`Shop.Item`) or, where it is unambiguous, without.
    open var managedObjectClassName: String! {
        get { givenClassName ?? "NSManagedObject" }
        set {
            requireEditable()
            givenClassName = newValue
        }
    }
    /// Whether there are only objects of its subentities, none of its own.
    open var isAbstract = false { willSet { requireEditable() } }
    /// The model the entity belongs to.
    open internal(set) weak var managedObjectModel: NSManagedObjectModel!
    /// The parent entity, nil for a root.
    open internal(set) var superentity: NSEntityDescription? {
        get { superentityReference?.entity }
        set { superentityReference = newValue?.reference }
    }
    /// The entities that inherit from this one directly; setting them makes this entity their parent.
    open var subentities: [NSEntityDescription] = [] {
        willSet { requireEditable() }
        didSet { adopt(subentities, insteadOf: oldValue) }
    }
    /// The entity's own and inherited properties. Setting them sets the own ones: what is inherited may stand among them.
    open var properties: [NSPropertyDescription] {
        get { allProperties }
        set { setOwnProperties(newValue) }
    }
    /// Free entries of the model's maker.
    open var userInfo: [AnyHashable: Any]? { willSet { requireEditable() } }
    /// A text that enters the version hash: change it to mark a change that the hash does not see.
    open var versionHashModifier: String? { willSet { requireEditable() } }
    /// The name the entity had in the model it is migrated from; its own name unless set.
    open var renamingIdentifier: String? {
        get { givenRenamingIdentifier ?? name }
        set {
            requireEditable()
            givenRenamingIdentifier = newValue
        }
    }
    /// The entity's own indexes.
    open var indexes: [NSFetchIndexDescription] = [] {
        willSet { requireEditable() }
        didSet { for index in indexes { index.entity = self } }
    }
    /// Indexes in Apple's older form: names of properties, most significant first.
    open var compoundIndexes: [[Any]] = [] { willSet { requireEditable() } }
    /// Properties whose values, taken together, no two objects may share: names, or attributes. Subentities inherit them.
    open var uniquenessConstraints: [[Any]] = [] { willSet { requireEditable() } }

    var givenClassName: String?
    var givenRenamingIdentifier: String?
    /// The properties this entity declares itself.
    var ownProperties: [NSPropertyDescription] = []
    /// What is computed from a frozen entity, there from `NSManagedObjectModel.freeze()` on.
    var frozen: FrozenEntity?

    /// What ways back to this entity go through.
    let reference = EntityReference()
    private var superentityReference: EntityReference?

    /// An entity without name and properties.
    public required override init() {
        super.init()
        reference.entity = self
    }

    deinit { reference.entity = nil }

    /// How rows of this entity lie in memory; there from `NSManagedObjectModel.freeze()` on.
    final var layout: EntityLayout! { frozen?.layout }

    /// A copy of the entity with its properties and subentities, which can be edited and belongs to no model yet.
    open func copy(with zone: NSZone? = nil) -> Any { copyFamily() }

    /// Two entities are equal that say the same, whatever models they belong to.
    open override func isEqual(_ object: Any?) -> Bool { hasContent(of: object) }

    /// Agrees with `isEqual`.
    open override var hash: Int { name.hashValue }

    /// Raises once the model is in use.
    final func requireEditable() {
        if frozen != nil { raise("NSInternalInconsistencyException", "Can't modify an immutable model.") }
    }
}
