/// The universal name of an object: a store, an entity and a primary key; before the first save a temporary one.
/// Follows Apple's `NSManagedObjectID`. Equal IDs name the same row, whichever context or coordinator made them.
public final class NSManagedObjectID: NSObject, NSCopying, @unchecked Sendable {
    // Sendable: immutable but for the weak store, which the runtime guards.

    enum Key: Hashable, Sendable {
        /// Process-wide number of an unsaved object.
        case temporary(UInt64)
        /// Z_PK in the family's table.
        case permanent(Int64)
    }

    /// The entity of the object, concrete.
    public let entity: NSEntityDescription
    /// The store that holds the object; nil for a temporary ID, or when the store has left its coordinator.
    public internal(set) weak var persistentStore: NSPersistentStore?
    /// The store's UUID, "" for a temporary ID.
    let storeIdentifier: String
    let key: Key

    init(entity: NSEntityDescription, store: NSPersistentStore?, key: Key) {
        self.entity = entity
        self.persistentStore = store
        self.storeIdentifier = store?.identifier ?? ""
        self.key = key
    }

    /// Itself: an ID never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the object has not been saved yet.
    public var isTemporaryID: Bool {
        if case .temporary = key { return true }
        return false
    }

    /// The topmost parent of the entity: keys are unique within its table.
    private var root: NSEntityDescription { entity.layout?.rootEntity ?? entity }

    /// Equal IDs name the same row of the same store.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSManagedObjectID else { return false }
        return other === self
            || (key == other.key && storeIdentifier == other.storeIdentifier && root.name == other.root.name)
    }

    /// Agrees with `isEqual`.
    public override var hash: Int { key.hashValue }

    /// The URI.
    public override var description: String { uriRepresentation().absoluteString }
}
