/// A schema: the entities a store holds, and how they are related. Follows Apple's `NSManagedObjectModel`.
///
/// A model can be edited until a coordinator uses it; from then on every change raises.
open class NSManagedObjectModel: NSObject, @unchecked Sendable {
    // Sendable: a model is edited by its maker alone; `freeze()` comes before it is shared, and a frozen model never changes.
    /// The model's entities; setting them makes this model each entity's `managedObjectModel`.
    open var entities: [NSEntityDescription] = [] {
        didSet { for entity in entities { entity.managedObjectModel = self } }
    }
    private(set) var isFrozen = false

    /// Ends editing and computes each entity's layout; called by the coordinator that takes the model into use.
    func freeze() {
        guard !isFrozen else { return }
        isFrozen = true
    }
}
