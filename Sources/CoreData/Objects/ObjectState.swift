/// What few objects have beyond their row: made when the first of it is needed.
final class ObjectState {
    /// The object's ID, made when first asked for.
    var objectID: NSManagedObjectID?
    /// Values that differ from the snapshot.
    var pending: PendingValues?
    /// Place in the list of the change set that holds the object.
    var listIndex = 0
    /// Slots, and numbers of to-many relationships, changed since the last `processPendingChanges`.
    var eventSlots = SlotSet()
    var eventToMany = SlotSet()
    private var related: RelatedState?

    /// What has no slot of its own; apart, since an edit of attributes makes a state for each object it touches.
    private final class RelatedState {
        var toMany: [ToManyMembers?] = []
        var transients: [Any?] = []
        var destinations: [(slot: Int, object: NSManagedObject)] = []
    }

    private var madeRelated: RelatedState {
        if let related { return related }
        let made = RelatedState()
        related = made
        return made
    }

    /// Whether any of the three below may hold something.
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
    /// Destinations of to-one relationships that were read, with their slots; they keep the destinations in memory.
    var destinations: [(slot: Int, object: NSManagedObject)] {
        get { related?.destinations ?? [] }
        _modify { yield &madeRelated.destinations }
    }

    /// Forgets what can be read again from the store.
    func forgetRead() {
        guard let related else { return }
        related.destinations = []
        for members in related.toMany { members?.forgetRead() }
    }

    /// Drops every change.
    func discardChanges() {
        pending = nil
        related?.toMany = []
        related?.destinations = []
    }

    /// Drops what is read or set of transient attributes.
    func discardTransients() { related?.transients = [] }

    var hasToManyChanges: Bool { related?.toMany.contains { $0?.hasChanges ?? false } ?? false }

    /// Whether nothing is left that the row does not have.
    var isEmpty: Bool {
        guard objectID == nil, pending == nil else { return false }
        guard let related else { return true }
        return related.destinations.isEmpty && related.toMany.allSatisfy { $0 == nil }
            && related.transients.allSatisfy { $0 == nil }
    }
}
