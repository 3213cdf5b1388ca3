/// A property of an entity. Follows Apple's `NSPropertyDescription`; used through its subclasses.
///
/// An entity owns its properties. The way back (`entity`) is weak: it is there as long as the entity is.
open class NSPropertyDescription: NSObject, NSCopying, @unchecked Sendable {
    // Sendable: see NSManagedObjectModel; a property is frozen together with its model.

    /// The property's name, unique within its entity.
    open var name: String = "" { willSet { requireEditable() } }
    /// The entity that declares the property; subentities inherit it.
    open internal(set) var entity: NSEntityDescription? {
        get { entityReference?.entity }
        set { entityReference = newValue?.reference }
    }
    /// Whether the property may be nil (for a to-many relationship: empty) when its object is saved.
    open var isOptional = true { willSet { requireEditable() } }
    /// Whether the property is left out of the store.
    open var isTransient = false { willSet { requireEditable() } }
    /// Free entries of the model's maker.
    open var userInfo: [AnyHashable: Any]? { willSet { requireEditable() } }
    /// Whether the store is asked to index the property: Apple's older form of a one-element fetch index.
    open var isIndexed = false { willSet { requireEditable() } }
    /// Whether the property is meant for the system's search index; kept, and without effect here.
    open var isIndexedBySpotlight = false { willSet { requireEditable() } }
    /// A text that enters the version hash: change it to mark a change that the hash does not see.
    open var versionHashModifier: String? { willSet { requireEditable() } }
    /// The name the property had in the model it is migrated from; its own name unless set.
    open var renamingIdentifier: String? {
        get { givenRenamingIdentifier ?? name }
        set {
            requireEditable()
            givenRenamingIdentifier = newValue
        }
    }
    /// Conditions a value must meet at validation; `SELF` in them is the value.
    open internal(set) var validationPredicates: [NSPredicate] = []
    /// What failing a predicate means, one for one: error codes as `NSNumber`, or texts.
    open internal(set) var validationWarnings: [Any] = []

    private var entityReference: EntityReference?
    var givenRenamingIdentifier: String?
    var isFrozen = false

    /// An optional property without a name.
    public required override init() { super.init() }

    /// Sets the conditions of validation together with their warnings, one for one.
    open func setValidationPredicates(_ predicates: [NSPredicate]?, withValidationWarnings warnings: [Any]?) {
        requireEditable()
        validationPredicates = predicates ?? []
        validationWarnings = warnings ?? []
    }

    /// 32 bytes that change with whatever decides how the property is stored; empty for what the store never sees.
    open var versionHash: Data { VersionHash.hash(of: self) ?? Data() }

    /// A copy that can be edited and belongs to no entity yet.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = Self()
        copy.takeContent(of: self)
        return copy
    }

    /// Ends editing, together with the model.
    func freeze() { isFrozen = true }

    /// Copies what `other`, a property of the same class, says; subclasses add their own.
    func takeContent(of other: NSPropertyDescription) {
        name = other.name
        isOptional = other.isOptional
        isTransient = other.isTransient
        userInfo = other.userInfo
        isIndexed = other.isIndexed
        isIndexedBySpotlight = other.isIndexedBySpotlight
        versionHashModifier = other.versionHashModifier
        givenRenamingIdentifier = other.givenRenamingIdentifier
        validationPredicates = other.validationPredicates
        validationWarnings = other.validationWarnings
    }

    /// Two properties are equal that say the same, whatever entities they belong to.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSPropertyDescription else { return false }
        return self === other || (type(of: self) == type(of: other) && hasContent(of: other))
    }

    /// Agrees with `isEqual`.
    open override var hash: Int { name.hashValue }

    /// Whether `other`, a property of the same class, says the same; subclasses add their own.
    func hasContent(of other: NSPropertyDescription) -> Bool {
        name == other.name && isOptional == other.isOptional && isTransient == other.isTransient
            && isIndexed == other.isIndexed && isIndexedBySpotlight == other.isIndexedBySpotlight
            && versionHashModifier == other.versionHashModifier && renamingIdentifier == other.renamingIdentifier
            && AnyValue.equal(userInfo ?? [:], other.userInfo ?? [:])
            && validationPredicates == other.validationPredicates
            && AnyValue.equal(validationWarnings, other.validationWarnings)
    }

    /// Raises once the model is in use.
    final func requireEditable() {
        if isFrozen { raise("NSInternalInconsistencyException", "Can't modify an immutable model.") }
    }
}
