/// One to-many relationship of one object: what the store holds, and what was changed since.
///
/// Changes are kept as additions and removals, so that an inverse can be set without reading the other side's rows. Where a
/// to-one relationship is the other end, that tells what the store holds; else, until it is read, what is added may be there
/// already, and what is taken out may not.
final class ToManyMembers {
    private struct Content {
        var current: ObjectSet?
        var added = ObjectSet()
        var removed = ObjectSet()
        var order: [NSManagedObject]?
        /// What the store holds, in its order, of ordered relationships that were read.
        var stored: [NSManagedObject]?
        var handedOut: AnyObject?
        var handedOutSet: Any?

        mutating func forgetHandedOut() {
            handedOut = nil
            handedOutSet = nil
        }

        mutating func add(_ object: NSManagedObject) {
            if removed.isEmpty || !removed.remove(object) { added.insert(object) }
            if current != nil { current?.insert(object) }
            if let order, !order.contains(where: { $0 === object }) { self.order?.append(object) }
            forgetHandedOut()
        }

        mutating func remove(_ object: NSManagedObject, keepsOrder: Bool, isCertain: Bool) {
            let wasAdded = !added.isEmpty && Self.take(object, outOf: &added, keepsOrder)
            if !wasAdded || (current == nil && !isCertain) { removed.insert(object) }
            if order != nil { order?.removeAll { $0 === object } }
            if current != nil, var members = current.take() {
                _ = Self.take(object, outOf: &members, keepsOrder)
                current = members
            }
            settleOrder()
            forgetHandedOut()
        }

        /// Drops an order that is as it would be without it: nothing is to be saved of it, and the store's may change.
        mutating func settleOrder() {
            guard let order, let stored, order.count == stored.count - removed.count + added.count else { return }
            let kept = stored.lazy.filter { [removed] in !removed.contains($0) }
            if order.starts(with: kept, by: ===), order.suffix(added.count).elementsEqual(added, by: ===) {
                self.order = nil
            }
        }

        /// Whether the object was in the set; what has an order keeps it, where a set would move its last member.
        private static func take(_ object: NSManagedObject, outOf set: inout ObjectSet, _ keepsOrder: Bool) -> Bool {
            guard keepsOrder else { return set.remove(object) }
            guard set.contains(object) else { return false }
            set = ObjectSet(set.objects.filter { $0 !== object })
            return true
        }
    }
    /// Behind a pointer: each access to a stored property would be checked for exclusivity at run time, several times for every
    /// object that joins or leaves.
    private let content: UnsafeMutablePointer<Content>

    init() {
        content = .allocate(capacity: 1)
        content.initialize(to: Content())
    }

    deinit {
        content.deinitialize(count: 1)
        content.deallocate()
    }

    /// The set of the members' class last handed out, likewise.
    var handedOutSet: Any? {
        get { content.pointee.handedOutSet }
        set { content.pointee.handedOutSet = newValue }
    }

    /// The members with all changes applied, in order where the relationship is ordered; nil until read.
    private(set) var current: ObjectSet? {
        get { content.pointee.current }
        _modify { yield &content.pointee.current }
    }
    private(set) var added: ObjectSet {
        get { content.pointee.added }
        _modify { yield &content.pointee.added }
    }
    private(set) var removed: ObjectSet {
        get { content.pointee.removed }
        _modify { yield &content.pointee.removed }
    }
    /// All members in their new order; nil while they stand as in the store, and behind these as they came. Of ordered
    /// relationships only.
    private(set) var order: [NSManagedObject]? {
        get { content.pointee.order }
        _modify { yield &content.pointee.order }
    }
    /// What the store holds, in its order; nil until read, and of relationships without an order.
    var stored: [NSManagedObject]? { content.pointee.stored }
    /// The set last handed out; a new one is made after a change.
    var handedOut: AnyObject? {
        get { content.pointee.handedOut }
        set { content.pointee.handedOut = newValue }
    }

    var hasChanges: Bool {
        !content.pointee.added.isEmpty || !content.pointee.removed.isEmpty || content.pointee.order != nil
    }
    var isRead: Bool { current != nil }

    /// Takes in what the store holds, and applies the pending changes to it.
    func fill(with stored: [NSManagedObject], isOrdered: Bool) {
        let known = ObjectSet(stored)
        if added.contains(where: known.contains) { added = ObjectSet(added.filter { !known.contains($0) }) }
        if !removed.allSatisfy(known.contains) { removed = ObjectSet(removed.filter(known.contains)) }
        var members = ObjectSet()
        for object in stored where !removed.contains(object) && !object.flags.contains(.deletedElsewhere) {
            members.insert(object)
        }
        for object in added { members.insert(object) }
        if let order {
            // The store may have got other members meanwhile.
            var arranged = ObjectSet(order.filter(members.contains))
            for object in members { arranged.insert(object) }
            members = arranged
            self.order = arranged.objects
        }
        current = members
        if isOrdered { content.pointee.stored = stored.filter { !$0.flags.contains(.deletedElsewhere) } }
        content.pointee.settleOrder()
        content.pointee.forgetHandedOut()
    }

    func add(_ object: NSManagedObject) { content.pointee.add(object) }

    /// Whether the object is known to be a member, or (nil) that has yet to be read.
    func knows(_ object: NSManagedObject) -> Bool? { content.pointee.current?.contains(object) }

    /// Whether the object is among those taken out.
    func hasRemoved(_ object: NSManagedObject) -> Bool {
        !content.pointee.removed.isEmpty && content.pointee.removed.contains(object)
    }

    /// Puts an object in that was taken out.
    ///
    /// - Parameter isCertain: whether it was taken out only if the store had it: else that has yet to be seen.
    func addBack(_ object: NSManagedObject, isCertain: Bool) {
        content.pointee.add(object)
        if !isCertain, current == nil { content.pointee.added.insert(object) }
    }

    /// - Parameter isCertain: whether what was added is known not to be in the store.
    func remove(_ object: NSManagedObject, keepsOrder: Bool, isCertain: Bool) {
        content.pointee.remove(object, keepsOrder: keepsOrder, isCertain: isCertain)
    }

    /// Sets the order; the members must be the current ones.
    func arrange(_ objects: [NSManagedObject]) {
        order = objects
        current = ObjectSet(objects)
        content.pointee.settleOrder()
        content.pointee.forgetHandedOut()
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
        if content.pointee.stored != nil { content.pointee.stored = current?.objects }
    }

    /// Forgets what was read; what is pending stays.
    func forgetRead() {
        current = nil
        content.pointee.stored = nil
        content.pointee.forgetHandedOut()
    }
}
