/// One to-many relationship of one object: what the store holds, and what was changed since.
///
/// Changes are kept as additions and removals, so that an inverse can be set without reading the other side's rows.
final class ToManyMembers {
    /// The members with all changes applied, in order where the relationship is ordered; nil until read.
    private(set) var current: ObjectSet?
    private(set) var added = ObjectSet()
    private(set) var removed = ObjectSet()
    /// All members in their new order; nil while the order is the store's. Of ordered relationships only.
    private(set) var order: [NSManagedObject]?
    /// The set last handed out; a new one is made after a change.
    var handedOut: AnyObject?

    var hasChanges: Bool { !added.isEmpty || !removed.isEmpty || order != nil }
    var isRead: Bool { current != nil }

    /// Takes in what the store holds, and applies the pending changes to it.
    func fill(with stored: [NSManagedObject]) {
        var members = ObjectSet()
        for object in stored where !removed.contains(object) && !object.flags.contains(.deletedElsewhere) {
            members.insert(object)
        }
        for object in added { members.insert(object) }
        current = order.map { ObjectSet($0) } ?? members
        handedOut = nil
    }

    func add(_ object: NSManagedObject) {
        if removed.isEmpty || !removed.remove(object) { added.insert(object) }
        if current != nil { current?.insert(object) }
        if let order, !order.contains(where: { $0 === object }) { self.order?.append(object) }
        handedOut = nil
    }

    func remove(_ object: NSManagedObject, keepsOrder: Bool) {
        if added.isEmpty || !added.remove(object) { removed.insert(object) }
        order?.removeAll { $0 === object }
        if keepsOrder, let members = current {
            current = ObjectSet(members.objects.filter { $0 !== object })
        } else {
            current?.remove(object)
        }
        handedOut = nil
    }

    /// Sets the order; the members must be the current ones.
    func arrange(_ objects: [NSManagedObject]) {
        order = objects
        current = ObjectSet(objects)
        handedOut = nil
    }

    /// The members that the store holds: the current ones without what was added and with what was removed.
    var committed: [NSManagedObject] {
        guard let current else { return removed.objects }
        return current.objects.filter { !added.contains($0) } + removed.objects
    }

    /// After a save: what was pending is the store's now.
    func commit() {
        added.removeAll()
        removed.removeAll()
        order = nil
    }

    /// Forgets what was read; what is pending stays.
    func forgetRead() {
        current = nil
        handedOut = nil
    }
}
