/// An object of a context, standing on a row of a store. Follows Apple's `NSManagedObject`.
///
///     let item = Item(context: context)
///     item.title = "Milk"
///     try context.save()
///
/// An object belongs to its context's queue. Its stored state is small, because a fetch makes one for every row: values
/// are read from the row snapshot when asked for, and everything that few objects have lies in `state`.
open class NSManagedObject: NSObject {
    // Home, backing and state are counted by hand: a fetch counts them once for all its objects, and who reads or edits a
    // value, or goes through the objects of a save, need not count at all.
    fileprivate(set) final var homeReference: Unmanaged<ObjectHome>
    fileprivate(set) final var backingReference: Unmanaged<AnyObject>?
    /// Primary key; of an unsaved object its process-wide number, negated.
    final var key: Int64 = 0
    /// Row within the chunk.
    final var row: Int32 = 0
    final var flags: ObjectFlags
    fileprivate(set) final var stateReference: Unmanaged<ObjectState>?

    /// Makes an object of the entity with its default values, and inserts it into the context if one is given.
    ///
    /// Fetches make their objects through this initialiser too, without a context: leave the work of a new object to `awakeFromInsert`.
    public required init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        let layout = entity.layout ?? Self.freeze(entity)
        homeReference = .passRetained(layout.detachedHome)
        flags = .unprepared
        super.init()
        context?.adopt(self)
    }

    /// Makes an object of the one entity whose class this is, inserted into the context.
    public required convenience init(context: NSManagedObjectContext) {
        self.init(entity: context.insertionEntity(of: Self.self), insertInto: context)
    }

    deinit {
        if flags.contains(.registered) { home.family?.deregister(self) }
        homeReference.release()
        backingReference?.release()
        stateReference?.release()
    }

    // MARK: What the object is

    /// The entity whose objects have this class; raises where no model in use claims the class, or several entities do.
    open class func entity() -> NSEntityDescription { soleEntity() }

    /// A request for every object of this class's entity.
    open class func fetchRequest() -> NSFetchRequest<any NSFetchRequestResult> {
        NSFetchRequest<any NSFetchRequestResult>(objectClass: self)
    }

    /// Whether every property of the context's models is left alone that the model does not know; always true here.
    open class var contextShouldIgnoreUnmodeledPropertyChanges: Bool { true }

    /// The object's entity.
    public final var entity: NSEntityDescription { home.entity }
    /// The context the object belongs to; nil once the object was deleted and saved, or the context was reset or is gone.
    public final var managedObjectContext: NSManagedObjectContext? { home.context }
    /// The universal name of the object; temporary until the first save.
    public final var objectID: NSManagedObjectID { currentObjectID() }
    /// Whether the object is new in its context.
    public final var isInserted: Bool { flags.contains(.inserted) }
    /// Whether the object has been changed since it was fetched or saved.
    public final var isUpdated: Bool { flags.contains(.updated) }
    /// Whether the object will be deleted at the next save.
    public final var isDeleted: Bool { flags.contains(.deleted) }
    /// Whether the object has any change that was not saved.
    public final var hasChanges: Bool { !flags.isDisjoint(with: .pending) }
    /// Whether the object has a change that a save would write.
    public final var hasPersistentChangedValues: Bool { hasPersistentChanges }
    /// Whether the values have yet to be taken from the row cache or the store.
    public final var isFault: Bool { flags.contains(.fault) }
    /// 0 outside of the callbacks of faulting.
    public final var faultingState: Int { isFault ? 1 : 0 }

    // MARK: Hooks

    /// Called once in the life of an object, when it is first inserted. Set values of a new object here; call super.
    open func awakeFromInsert() {}
    /// Called each time the object's values have been read. Changes made here are not tracked; call super.
    open func awakeFromFetch() {}
    /// Called when undo, rollback or a merge has given the object other values; call super.
    open func awake(fromSnapshotEvents flags: NSSnapshotEventType) {}
    /// Called when the object is about to be deleted; call super.
    open func prepareForDeletion() {}
    /// Called before the object is saved; changes made here are saved as well.
    open func willSave() {}
    /// Called after the object was saved.
    open func didSave() {}
    /// Called before the object's values are dropped.
    open func willTurnIntoFault() {}
    /// Called after the object's values were dropped.
    open func didTurnIntoFault() {}
    /// Called when nil is set, by `setValue(_:forKey:)`, for an attribute whose accessors are scalar; raises unless overridden.
    open func setNilValueForKey(_ key: String) { raiseNilValue(key) }
    /// Answers for a key that the model does not know; raises unless overridden.
    open func value(forUndefinedKey key: String) -> Any? { raiseUndefined(key) }
    /// Takes a value for a key that the model does not know; raises unless overridden.
    open func setValue(_ value: Any?, forUndefinedKey key: String) { raiseUndefined(key) }

    /// Fires the fault, and stands before a primitive access in a custom getter.
    open func willAccessValue(forKey key: String?) { fireFault() }
    /// Stands after a primitive access in a custom getter.
    open func didAccessValue(forKey key: String?) {}
    /// Stands before a primitive access in a custom setter.
    open func willChangeValue(forKey key: String) { fireFault() }
    /// Stands after a primitive access in a custom setter: from here on the change counts.
    open func didChangeValue(forKey key: String) { noteChange(of: key) }
    /// Stands before a change of a to-many relationship by a custom accessor.
    open func willChangeValue(
        forKey key: String, withSetMutation kind: NSKeyValueSetMutationKind, using objects: Set<AnyHashable>
    ) {
        fireFault()
    }
    /// Stands after a change of a to-many relationship by a custom accessor.
    open func didChangeValue(
        forKey key: String, withSetMutation kind: NSKeyValueSetMutationKind, using objects: Set<AnyHashable>
    ) {
        noteChange(of: key)
    }

    // MARK: Values by name

    /// The value of a property: `NSNumber` for numbers, else the attribute's type; an object; `NSSet` or `NSOrderedSet`.
    open func value(forKey key: String) -> Any? { modelledValue(forKey: key) }
    /// Sets a property, with its inverse where it is a relationship; raises for a value of the wrong type. nil for a property whose
    /// Swift type is a number or a Boolean goes to `setNilValueForKey(_:)`.
    open func setValue(_ value: Any?, forKey key: String) { setCodedValue(value, forKey: key) }
    /// The value at the end of a key path, with the collection operators (`items.@count`, `items.@sum.price` …).
    open func value(forKeyPath keyPath: String) -> Any? { valueAlong(keyPath) }
    /// Sets a property of the object that the key path leads to.
    open func setValue(_ value: Any?, forKeyPath keyPath: String) { setValueAlong(keyPath, to: value) }
    /// The value of a property, without any accessor and without firing a fault.
    open func primitiveValue(forKey key: String) -> Any? { unobservedValue(forKey: key) }
    /// Sets a property without tracking the change and without its inverse.
    open func setPrimitiveValue(_ value: Any?, forKey key: String) { setUnobservedValue(value, forKey: key) }
    /// A live set over a to-many relationship: what is added to it or removed from it changes the relationship, inverse included.
    open func mutableSetValue(forKey key: String) -> NSMutableSet { liveSet(forKey: key) }
    /// A live ordered set over an ordered to-many relationship.
    open func mutableOrderedSetValue(forKey key: String) -> NSMutableOrderedSet { liveOrderedSet(forKey: key) }
    /// The values of several properties; NSNull stands for nil.
    open func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
        Dictionary(uniqueKeysWithValues: Set(keys).map { ($0, value(forKey: $0) ?? NSNull()) })
    }
    /// Sets several properties; NSNull stands for nil.
    open func setValuesForKeys(_ values: [String: Any]) {
        for (key, value) in values { setValue(value is NSNull ? nil : value, forKey: key) }
    }

    // MARK: Changes

    /// Values as they were when last fetched or saved, NSNull for nil; of all properties for nil keys.
    open func committedValues(forKeys keys: [String]?) -> [String: Any] { storedValues(forKeys: keys) }
    /// New values of the properties that differ from what was fetched or saved, NSNull for nil.
    open func changedValues() -> [String: Any] { unsavedValues() }
    /// Old values of the properties changed since the last notification of changes, NSNull for nil; still there while the next one is
    /// posted. A to-many relationship has its members as last saved.
    open func changedValuesForCurrentEvent() -> [String: Any] { formerValuesOfEvent() }
    /// Whether a relationship has yet to be read; reads nothing.
    open func hasFault(forRelationshipNamed key: String) -> Bool { isUnread(relationship: key) }
    /// The IDs of the objects in a relationship; does not load them.
    open func objectIDs(forRelationshipNamed key: String) -> [NSManagedObjectID] { memberIDs(ofRelationship: key) }

    // MARK: Validation

    /// Checks one value by the model's rules; an override may replace it.
    ///
    /// - Note: Differs from Apple: the value is `inout Any?`, where Apple has an autoreleasing pointer.
    open func validateValue(_ value: inout Any?, forKey key: String) throws {
        try validateModelled(value, forKey: key)
    }
    /// Checks the object before it is first saved; call super.
    open func validateForInsert() throws { try validateProperties() }
    /// Checks the object before changes are saved; call super.
    open func validateForUpdate() throws { try validateProperties() }
    /// Checks that the object may be deleted; call super.
    open func validateForDelete() throws { try validateDeletion() }

    // MARK: NSObject

    /// Identity: two objects are equal if they are the same instance.
    public final override func isEqual(_ object: Any?) -> Bool {
        guard let object else { return false }
        return reference(in: object, exactly: type(of: self))?.toOpaque() == Unmanaged.passUnretained(self).toOpaque()
    }
    /// Agrees with `isEqual`.
    public final override var hash: Int { Int(bitPattern: ObjectIdentifier(self)) >> 4 }
    /// The class, ID and entity, and the values unless they would have to be read.
    open override var description: String { describe() }
    /// Like `description`.
    open override var debugDescription: String { describe() }
}

@available(*, unavailable)
extension NSManagedObject: Sendable {}

extension NSManagedObject {
    /// What all objects of this entity, store and context share.
    @inline(__always)
    final var home: ObjectHome {
        get { homeReference.takeUnretainedValue() }
        set {
            let former = homeReference
            homeReference = .passRetained(newValue)
            former.release()
        }
    }

    /// Takes the object to the home that its present one names.
    @inline(__always)
    final func moveHome(_ next: (ObjectHome) -> ObjectHome) {
        let former = homeReference
        homeReference = .passRetained(former._withUnsafeGuaranteedRef(next))
        former.release()
    }

    /// What the object has beyond its row; nil while there is nothing.
    @inline(__always)
    final var state: ObjectState? {
        get { stateReference?.takeUnretainedValue() }
        set {
            let former = stateReference
            stateReference = newValue.map { .passRetained($0) }
            former?.release()
        }
    }

    /// Lends the state; nil where there is none.
    @inline(__always)
    final func withState<Result>(_ body: (ObjectState) throws -> Result) rethrows -> Result? {
        try stateReference?._withUnsafeGuaranteedRef(body)
    }

    /// Whether the object belongs to that context; counts no references.
    @inline(__always)
    final func isIn(_ context: NSManagedObjectContext) -> Bool {
        homeReference._withUnsafeGuaranteedRef { $0.isIn(context) }
    }

    /// Whether both belong to one context, or both to none; counts no references.
    @inline(__always)
    final func sharesContext(with other: NSManagedObject) -> Bool {
        homeReference._withUnsafeGuaranteedRef { home in
            other.homeReference._withUnsafeGuaranteedRef { home === $0 || home.sharesContext(with: $0) }
        }
    }

    /// Whether the object is of just that entity; counts no references.
    @inline(__always)
    final func isOf(_ entity: NSEntityDescription) -> Bool {
        homeReference._withUnsafeGuaranteedRef { $0.entity === entity }
    }

    /// What the properties need at run time, lent: the home, which holds it, is the object's meanwhile.
    @inline(__always)
    final func withPlan<Result>(_ body: (PropertyPlan) throws -> Result) rethrows -> Result {
        try homeReference._withUnsafeGuaranteedRef { try $0.withProperties(body) }
    }

    /// The `RowChunk` of the snapshot, or the `FaultBatch` of a fault that is loaded together with others; nil for a fault
    /// of its own and for an object that was never saved.
    @inline(__always)
    final var backing: AnyObject? {
        get { backingReference?.takeUnretainedValue() }
        set {
            let former = backingReference
            backingReference = newValue.map { .passRetained($0) }
            former?.release()
        }
    }

    /// Stands the object on a row whose chunk the caller counts for it; answers the backing there was, still counted.
    @inline(__always)
    final func exchangeBacking(for written: WrittenRow) -> Unmanaged<AnyObject>? {
        let former = backingReference
        backingReference = .fromOpaque(written.chunk.toOpaque())
        row = Int32(truncatingIfNeeded: written.row)
        flags.remove([.offSnapshot, .unreadable])
        return former
    }

    /// Makes an object just made a fault; the references to home and backing have been counted already.
    ///
    /// - Returns: whether the object still counts a reference to the home it was made with, which the caller gives back.
    @inline(__always)
    final func settle(
        in home: Unmanaged<ObjectHome>, _ standing: NewFaults.Standing, key: Int64, leaving former: UnsafeRawPointer
    ) -> Bool {
        let isAsMade = UnsafeRawPointer(homeReference.toOpaque()) == former
        if !isAsMade { homeReference.release() }
        backingReference?.release()
        homeReference = home
        backingReference = standing.backing
        self.key = key
        self.row = Int32(truncatingIfNeeded: standing.row)
        flags = standing.flags
        return isAsMade
    }

    /// Takes a new fault out of a batch that it does not count a reference to yet. Whether it was in there.
    final func leaveBatch(_ batch: FaultBatch) -> Bool {
        guard backingReference?.toOpaque() == Unmanaged<AnyObject>.passUnretained(batch).toOpaque() else {
            return false
        }
        backingReference = nil
        flags.remove(.offSnapshot)
        return true
    }
}
