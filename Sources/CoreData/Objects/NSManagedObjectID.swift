/// The universal name of an object: a store, an entity and a primary key; before the first save a temporary one.
/// Follows Apple's `NSManagedObjectID`. Equal IDs name the same row, whichever context or coordinator made them.
public final class NSManagedObjectID: NSObject, NSCopying, @unchecked Sendable {
    // Sendable: immutable; the weak reference inside `tie` is guarded by the runtime.

    enum Key: Hashable, Sendable {
        /// Process-wide number of an unsaved object.
        case temporary(UInt64)
        /// Z_PK in the family's table.
        case permanent(Int64)
    }

    /// The entity of the object, concrete.
    ///
    /// Unretained: an ID is made of an entity in use, and a model that was taken into use stays for the rest of the process.
    public unowned(unsafe) let entity: NSEntityDescription
    /// The store that holds the object; nil for a temporary ID, or when the store has left its coordinator.
    public var persistentStore: NSPersistentStore? { tie?.store }
    /// The store's UUID, "" for a temporary ID.
    var storeIdentifier: String { tie?.identifier ?? "" }
    var key: Key { objectKey < 0 ? .temporary(UInt64(-objectKey)) : .permanent(objectKey) }
    /// The key as an object holds it: negative while temporary.
    let objectKey: Int64
    private let tie: StoreTie?

    init(entity: NSEntityDescription, store: NSPersistentStore?, key: Key) {
        self.entity = entity
        tie = store?.tie
        objectKey =
            switch key {
            case .permanent(let key): key
            case .temporary(let number): -Int64(number)
            }
    }

    /// The ID of an object.
    convenience init(home: ObjectHome, key: Int64) {
        self.init(entity: home.entity, tie: key < 0 ? nil : home.tie, key: key)
    }

    /// The ID of an object, of what its home knows.
    init(entity: NSEntityDescription, tie: StoreTie?, key: Int64) {
        self.entity = entity
        self.tie = tie
        objectKey = key
    }

    /// Itself: an ID never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the object has not been saved yet.
    public var isTemporaryID: Bool { objectKey < 0 }

    /// The topmost parent of the entity: keys are unique within its table.
    private var root: NSEntityDescription { entity.layout?.rootEntity ?? entity }

    /// Equal IDs name the same row of the same store.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let object, let found = reference(in: object, exactly: NSManagedObjectID.self) else { return false }
        return found._withUnsafeGuaranteedRef { names($0) }
    }

    private func names(_ other: NSManagedObjectID) -> Bool {
        guard objectKey == other.objectKey else { return false }
        if other === self { return true }
        if tie !== other.tie, storeIdentifier != other.storeIdentifier { return false }
        return entity === other.entity || root === other.root || root.name == other.root.name
    }

    /// Agrees with `isEqual`.
    public override var hash: Int { Int(truncatingIfNeeded: objectKey) }

    /// The URI.
    public override var description: String { uriRepresentation().absoluteString }
}

/// What all IDs of one store share: its name, and the way to it for as long as it is there.
final class StoreTie: @unchecked Sendable {
    // Sendable: `identifier` is immutable, and the runtime guards weak references.
    let identifier: String
    private(set) weak var store: NSPersistentStore?

    init(_ store: NSPersistentStore) {
        identifier = store.identifier
        self.store = store
    }
}
