/// A relationship of an entity. Follows Apple's `NSRelationshipDescription`.
///
/// `destinationEntity` and `inverseRelationship` keep nothing: the model owns its entities, and they their properties.
open class NSRelationshipDescription: NSPropertyDescription, @unchecked Sendable {
    // Sendable: see NSManagedObjectModel; a property is frozen together with its model.

    /// The entity at the other end.
    open var destinationEntity: NSEntityDescription? {
        get { frozenDestination ?? givenDestination?.entity }
        set {
            requireEditable()
            givenDestination = newValue?.reference
        }
    }
    /// The relationship back.
    open var inverseRelationship: NSRelationshipDescription? {
        get { frozenInverse ?? givenInverse }
        set {
            requireEditable()
            givenInverse = newValue
        }
    }
    /// How many objects there may be at most: 1 makes it a to-one relationship, 0 stands for no limit.
    open var maxCount = 0 { willSet { requireEditable() } }
    /// How many objects there must be at least, unless there is none and the relationship is optional.
    open var minCount = 0 { willSet { requireEditable() } }
    /// What becomes of the objects at the other end when an object of this entity is deleted.
    open var deleteRule = NSDeleteRule.nullifyDeleteRule { willSet { requireEditable() } }
    /// Whether a to-many relationship keeps its objects in an order; its value is an `NSOrderedSet` then.
    open var isOrdered = false { willSet { requireEditable() } }

    private var givenDestination: EntityReference?
    private weak var givenInverse: NSRelationshipDescription?
    // Once the model is in use it stays, so these circles of references cost nothing, where a weak reference costs each look.
    private var frozenDestination: NSEntityDescription?
    private var frozenInverse: NSRelationshipDescription?

    /// Whether the relationship may lead to several objects: whether `maxCount` is not 1.
    open var isToMany: Bool { maxCount != 1 }

    override func freeze() {
        super.freeze()
        frozenDestination = givenDestination?.entity
        frozenInverse = givenInverse
    }

    override func takeContent(of other: NSPropertyDescription) {
        super.takeContent(of: other)
        guard let other = other as? NSRelationshipDescription else { return }
        destinationEntity = other.destinationEntity
        inverseRelationship = other.inverseRelationship
        maxCount = other.maxCount
        minCount = other.minCount
        deleteRule = other.deleteRule
        isOrdered = other.isOrdered
    }

    override func hasContent(of other: NSPropertyDescription) -> Bool {
        guard let other = other as? NSRelationshipDescription else { return false }
        return super.hasContent(of: other) && destinationEntity?.name == other.destinationEntity?.name
            && inverseRelationship?.name == other.inverseRelationship?.name
            && maxCount == other.maxCount && minCount == other.minCount
            && deleteRule == other.deleteRule && isOrdered == other.isOrdered
    }
}
