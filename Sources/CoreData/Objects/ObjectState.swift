/// What few objects have beyond their row: made when the first of it is needed.
///
///     header    | `Content`
///     elements  | the overlay's values, one for every slot of the layout; none until the object is edited
///
/// One allocation holds everything: an edit makes a state for each object it touches.
final class ObjectState: ManagedBuffer<ObjectState.Content, SlotValue> {
    struct Content {
        /// The number of elements: that of the layout's slots, or 0.
        fileprivate(set) var slotCount: Int
        /// Whether the elements are values of the object.
        var hasOverlay = false
        /// Slots whose value a save writes.
        var changed = SlotSet()
        /// Slots set by a primitive setter alone: seen by readers, and no change to save.
        var primitive = SlotSet()
        var eventSlots = SlotSet()
        var eventToMany = SlotSet()
        var listIndex = 0
        var objectID: NSManagedObjectID?
        fileprivate var related: RelatedState?
        /// The first destination of a to-one relationship that was read, with its slot: few objects have a second.
        fileprivate var firstDestination: NSManagedObject?
        fileprivate var firstSlot = 0
    }

    /// A state with room for the values of that many slots, all of them null and none of them counting.
    static func make(slotCount: Int) -> ObjectState {
        let made = create(minimumCapacity: slotCount) { _ in Content(slotCount: slotCount) }
        made.withUnsafeMutablePointerToElements { $0.initialize(repeating: .null, count: slotCount) }
        // `create` answers an instance of the class it is called on.
        return unsafeDowncast(made, to: ObjectState.self)
    }

    /// The same with all that another state without room for values holds.
    static func make(slotCount: Int, from former: ObjectState) -> ObjectState {
        let made = make(slotCount: slotCount)
        made.header = former.header
        made.header.slotCount = slotCount
        return made
    }

    deinit {
        withUnsafeMutablePointers { header, elements in
            // Each by itself: a null costs nothing then, and most are.
            for slot in 0..<header.pointee.slotCount where !elements[slot].isNull {
                (elements + slot).deinitialize(count: 1)
            }
        }
    }

    /// The header. Not by the property of `ManagedBuffer`: each access to that is checked for exclusivity at run time.
    @inline(__always)
    var content: UnsafeMutablePointer<Content> { withUnsafeMutablePointerToHeader { $0 } }

    /// Whether there is room for values.
    @inline(__always) var hasRoom: Bool { content.pointee.slotCount > 0 }

    /// The object's ID, made when first asked for.
    var objectID: NSManagedObjectID? {
        @inline(__always) get { content.pointee.objectID }
        @inline(__always) set { content.pointee.objectID = newValue }
    }

    /// Place in the list of the change set that holds the object.
    var listIndex: Int {
        @inline(__always) get { content.pointee.listIndex }
        @inline(__always) set { content.pointee.listIndex = newValue }
    }

    /// Slots, and numbers of to-many relationships, changed since the last `processPendingChanges`, and until its notification
    /// has been heard.
    var eventSlots: SlotSet {
        @inline(__always) get { content.pointee.eventSlots }
        @inline(__always) _modify { yield &content.pointee.eventSlots }
    }
    var eventToMany: SlotSet {
        @inline(__always) get { content.pointee.eventToMany }
        @inline(__always) _modify { yield &content.pointee.eventToMany }
    }

    // MARK: What has no slot

    /// What has no slot of its own; apart, since an edit of attributes makes a state for each object it touches.
    fileprivate final class RelatedState {
        struct Content {
            var toMany: [ToManyMembers?] = []
            var transients: [Any?] = []
            var destinations: [(slot: Int, object: NSManagedObject)] = []
            var fetched: [Int: [NSManagedObject]] = [:]
            var formerValues: [Int: SlotValue] = [:]
            var formerTransients: [Int: Any?] = [:]
        }
        /// Behind a pointer, like the members themselves, and for the same reason.
        let content: UnsafeMutablePointer<Content>

        init() {
            content = .allocate(capacity: 1)
            content.initialize(to: Content())
        }

        deinit {
            content.deinitialize(count: 1)
            content.deallocate()
        }

        var toMany: [ToManyMembers?] {
            get { content.pointee.toMany }
            _modify { yield &content.pointee.toMany }
        }
        var transients: [Any?] {
            get { content.pointee.transients }
            _modify { yield &content.pointee.transients }
        }
        var destinations: [(slot: Int, object: NSManagedObject)] {
            get { content.pointee.destinations }
            _modify { yield &content.pointee.destinations }
        }
        var fetched: [Int: [NSManagedObject]] {
            get { content.pointee.fetched }
            _modify { yield &content.pointee.fetched }
        }
        var formerValues: [Int: SlotValue] {
            get { content.pointee.formerValues }
            _modify { yield &content.pointee.formerValues }
        }
        var formerTransients: [Int: Any?] {
            get { content.pointee.formerTransients }
            _modify { yield &content.pointee.formerTransients }
        }
    }

    private var madeRelated: RelatedState {
        if let related = content.pointee.related { return related }
        let made = RelatedState()
        content.pointee.related = made
        return made
    }

    /// Whether there may be members or transient values.
    @inline(__always) var hasRelated: Bool { content.pointee.related != nil }

    /// By the number of the relationship in the layout.
    var toMany: [ToManyMembers?] {
        get { content.pointee.related?.toMany ?? [] }
        _modify { yield &madeRelated.toMany }
    }
    /// Values of transient attributes, by their number in the layout.
    var transients: [Any?] {
        get { content.pointee.related?.transients ?? [] }
        _modify { yield &madeRelated.transients }
    }

    /// Values that slots had when the event began, of those that held unsaved ones then; of others the snapshot tells.
    var formerValues: [Int: SlotValue] {
        get { content.pointee.related?.formerValues ?? [:] }
        _modify { yield &madeRelated.formerValues }
    }

    /// Values that transient attributes had when the event began, by their number in the layout; kept for an undo manager alone.
    var formerTransients: [Int: Any?] {
        get { content.pointee.related?.formerTransients ?? [:] }
        _modify { yield &madeRelated.formerTransients }
    }

    /// Begins a new event: nothing has changed in it yet.
    func forgetEvent() {
        content.pointee.eventSlots = SlotSet()
        content.pointee.eventToMany = SlotSet()
        guard let related = content.pointee.related else { return }
        if !related.formerValues.isEmpty { related.formerValues = [:] }
        if !related.formerTransients.isEmpty { related.formerTransients = [:] }
    }

    /// What fetched properties have found, by their number in the layout.
    var fetched: [Int: [NSManagedObject]] {
        get { content.pointee.related?.fetched ?? [:] }
        _modify { yield &madeRelated.fetched }
    }

    /// What is known of a to-many relationship, made if nothing is.
    func members(_ number: Int) -> ToManyMembers {
        if let related = content.pointee.related, number < related.toMany.count, let members = related.toMany[number] {
            return members
        }
        let related = madeRelated
        while related.toMany.count <= number { related.toMany.append(nil) }
        let made = ToManyMembers()
        related.toMany[number] = made
        return made
    }

    var hasToManyChanges: Bool {
        guard let related = content.pointee.related else { return false }
        return related.toMany.contains { $0?.hasChanges ?? false }
    }

    // MARK: Destinations of to-one relationships: kept in memory as long as the object stands on its snapshot

    /// The destination that was read or set last.
    func destination(at slot: Int) -> NSManagedObject? {
        if let first = content.pointee.firstDestination, content.pointee.firstSlot == slot { return first }
        return content.pointee.related?.destinations.first { $0.slot == slot }?.object
    }

    func keep(_ destination: NSManagedObject, at slot: Int) {
        if content.pointee.firstDestination == nil || content.pointee.firstSlot == slot {
            content.pointee.firstDestination = destination
            content.pointee.firstSlot = slot
            content.pointee.related?.destinations.removeAll { $0.slot == slot }
        } else {
            madeRelated.destinations.removeAll { $0.slot == slot }
            madeRelated.destinations.append((slot, destination))
        }
    }

    func forgetDestination(at slot: Int) {
        if content.pointee.firstSlot == slot { content.pointee.firstDestination = nil }
        content.pointee.related?.destinations.removeAll { $0.slot == slot }
    }

    // MARK: Letting go

    /// Forgets what can be read again from the store.
    func forgetRead() {
        content.pointee.firstDestination = nil
        guard let related = content.pointee.related else { return }
        related.destinations = []
        related.fetched = [:]
        for members in related.toMany { members?.forgetRead() }
    }

    /// Drops every change.
    func discardChanges() {
        dropOverlay()
        content.pointee.firstDestination = nil
        content.pointee.related?.toMany = []
        content.pointee.related?.destinations = []
        content.pointee.related?.fetched = [:]
    }

    /// Drops what is read or set of transient attributes.
    func discardTransients() { content.pointee.related?.transients = [] }

    /// Whether nothing is left, but for the overlay, that the row does not have.
    var holdsOverlayAlone: Bool {
        guard content.pointee.objectID == nil, content.pointee.firstDestination == nil else { return false }
        guard let related = content.pointee.related else { return true }
        return related.destinations.isEmpty && related.fetched.isEmpty && related.toMany.allSatisfy { $0 == nil }
            && related.transients.allSatisfy { $0 == nil }
    }
}
