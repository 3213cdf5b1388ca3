/// One entity of a model: its name, class and properties. Follows Apple's `NSEntityDescription`.
open class NSEntityDescription: NSObject, @unchecked Sendable {
    // Sendable: see NSManagedObjectModel; an entity is frozen together with its model.
    /// The entity's name, unique in its model.
    open var name: String?
    /// The entity's own and inherited properties.
    open var properties: [NSPropertyDescription] = []
    /// The model the entity belongs to.
    open internal(set) unowned(unsafe) var managedObjectModel: NSManagedObjectModel!
    /// The parent entity, nil for a root.
    open internal(set) weak var superentity: NSEntityDescription?
    /// How rows of this entity lie in memory; there from `NSManagedObjectModel.freeze()` on.
    private(set) var layout: EntityLayout!
}
