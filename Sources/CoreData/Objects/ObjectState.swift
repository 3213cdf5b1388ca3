/// What few objects have beyond their row: made when the first of it is needed.
final class ObjectState {
    /// The object's ID, made when first asked for.
    var objectID: NSManagedObjectID?
    /// Counted by hand: an edit looks into the overlay without counting.
    private(set) var pendingReference: Unmanaged<PendingValues>?
    /// Values that differ from the snapshot.
    var pending: PendingValues? {
        @inline(__always) get { pendingReference?.takeUnretainedValue() }
        set {
            let former = pendingReference
            pendingReference = newValue.map { .passRetained($0) }
            former?.release()
        }
    }
    /// Place in the list of the change set that holds the object.
    var listIndex = 0
    /// Slots, and numbers of to-many relationships, changed since the last `processPendingChanges`, and until its notification
    /// has been heard.
    var eventSlots = SlotSet()
    var eventToMany = SlotSet()
    private var related: RelatedState?
    /// The first destination of a to-one relationship that was read, with its slot: few objects have a second.
    private var firstDestination: NSManagedObject?
    private var firstSlot = 0

    deinit { pendingReference?.release() }

    /// What has no slot of its own; apart, since an edit of attributes makes a state for each object it touches.
    private final class RelatedState {
        var toMany: [ToManyMembers?] = []
        var transients: [Any?] = []
        var destinations: [(slot: Int, object: NSManagedObject)] = []
        var fetched: [Int: [NSManagedObject]] = [:]
        var formerValues: [Int: SlotValue] = [:]
    }

    private var madeRelated: RelatedState {
        if let related { return related }
        let made = RelatedState()
        related = made
        return made
    }

    /// Whether there may be members or transient values.
    var hasRelated: Bool { related != nil }

    /// By the number of the relationship in the layout.
    var toMany: [ToManyMembers?] {
        get { related?.toMany ?? [] }
        _modify { yield &madeRelated.toMany }
    }
    /// Values of transient attributes, by their number in the layout.
    var transients: [Any?] {
        get { related?.transients ?? [] }
        _modify { yield &madeRelated.transients }
    }

    /// Values that slots had when the event began, of those that held unsaved ones then; of others the snapshot tells.
    var formerValues: [Int: SlotValue] {
        get { related?.formerValues ?? [:] }
        _modify { yield &madeRelated.formerValues }
    }

    /// Begins a new event: nothing has changed in it yet.
    func forgetEvent() {
        eventSlots = SlotSet()
        eventToMany = SlotSet()
        if let related, !related.formerValues.isEmpty { related.formerValues = [:] }
    }

    /// What fetched properties have found, by their number in the layout.
    var fetched: [Int: [NSManagedObject]] {
        get { related?.fetched ?? [:] }
        _modify { yield &madeRelated.fetched }
    }

    /// What is known of a to-many relationship, made if nothing is.
    func members(_ number: Int) -> ToManyMembers {
        if let related, number < related.toMany.count, let members = related.toMany[number] { return members }
        let related = madeRelated
        while related.toMany.count <= number { related.toMany.append(nil) }
        let made = ToManyMembers()
        related.toMany[number] = made
        return made
    }

    // MARK: Destinations of to-one relationships: kept in memory as long as the object stands on its snapshot

    /// The destination that was read or set last.
    func destination(at slot: Int) -> NSManagedObject? {
        if let firstDestination, firstSlot == slot { return firstDestination }
        return related?.destinations.first { $0.slot == slot }?.object
    }

    func keep(_ destination: NSManagedObject, at slot: Int) {
        if firstDestination == nil || firstSlot == slot {
            firstDestination = destination
            firstSlot = slot
            related?.destinations.removeAll { $0.slot == slot }
        } else {
            madeRelated.destinations.removeAll { $0.slot == slot }
            madeRelated.destinations.append((slot, destination))
        }
    }

    func forgetDestination(at slot: Int) {
        if firstSlot == slot { firstDestination = nil }
        related?.destinations.removeAll { $0.slot == slot }
    }

    /// Forgets what can be read again from the store.
    func forgetRead() {
        firstDestination = nil
        guard let related else { return }
        related.destinations = []
        related.fetched = [:]
        for members in related.toMany { members?.forgetRead() }
    }

    /// Drops every change.
    func discardChanges() {
        pending = nil
        related?.toMany = []
        related?.destinations = []
        related?.fetched = [:]
        firstDestination = nil
    }

    /// Drops what is read or set of transient attributes.
    func discardTransients() { related?.transients = [] }

    var hasToManyChanges: Bool { related?.toMany.contains { $0?.hasChanges ?? false } ?? false }

    /// Whether nothing is left that the row does not have.
    var isEmpty: Bool {
        guard objectID == nil, pendingReference == nil, firstDestination == nil else { return false }
        guard let related else { return true }
        return related.destinations.isEmpty && related.fetched.isEmpty && related.toMany.allSatisfy { $0 == nil }
            && related.transients.allSatisfy { $0 == nil }
    }
}
