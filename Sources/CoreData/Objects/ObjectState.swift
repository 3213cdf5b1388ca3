/// What few objects have beyond their row: made when the first of it is needed.
final class ObjectState {
    /// The object's ID, made when first asked for.
    var objectID: NSManagedObjectID?
    /// Values that differ from the snapshot.
    var pending: PendingValues?
    /// Place in the list of the change set that holds the object.
    var listIndex = 0
    /// By the number of the relationship in the layout.
    var toMany: [ToManyMembers?] = []
    /// Values of transient attributes, by their number in the layout.
    var transients: [Any?] = []
    /// Destinations of to-one relationships that were read, with their slots; they keep the destinations in memory.
    var destinations: [(slot: Int, object: NSManagedObject)] = []
    /// Slots, and numbers of to-many relationships, changed since the last `processPendingChanges`.
    var eventSlots = SlotSet()
    var eventToMany = SlotSet()

    /// Forgets what can be read again from the store.
    func forgetRead() {
        destinations = []
        for members in toMany { members?.forgetRead() }
    }

    /// Drops every change.
    func discardChanges() {
        pending = nil
        toMany = []
        destinations = []
    }

    var hasToManyChanges: Bool { toMany.contains { $0?.hasChanges ?? false } }
}
