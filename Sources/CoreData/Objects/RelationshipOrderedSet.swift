/// What `mutableOrderedSetValue(forKey:)` hands out: an ordered set over an ordered to-many relationship, which it reads
/// and changes.
///
/// - Note: Differs from Apple: `array` and bridging give the members of the time it was handed out, because they read the
///   superclass's own storage, which a subclass fills at its making only. Count, elements and `contains` are live.
final class RelationshipOrderedSet: NSMutableOrderedSet {
    private let owner: NSManagedObject
    private let number: Int

    init(owner: NSManagedObject, number: Int) {
        self.owner = owner
        self.number = number
        let members: [AnyObject] = owner.memberObjects(number).objects
        super.init(objects: members, count: members.count)
    }

    required init?(coder: NSCoder) { raise("NSInvalidArgumentException", "A relationship's set cannot be archived.") }
    required init(arrayLiteral elements: Any...) {
        raise("NSInvalidArgumentException", "A relationship's set is made by its object.")
    }

    private var members: [NSManagedObject] { owner.memberObjects(number).objects }

    private func object(_ value: Any) -> NSManagedObject {
        guard let object = value as? NSManagedObject else {
            raise("NSInvalidArgumentException", "Only managed objects can be added to a relationship, not \(value).")
        }
        return object
    }

    override var count: Int { members.count }
    override func object(at index: Int) -> Any { members[index] }
    override func index(of object: Any) -> Int { members.firstIndex { $0 === object as AnyObject } ?? NSNotFound }
    override func contains(_ object: Any) -> Bool { index(of: object) != NSNotFound }

    override func insert(_ value: Any, at index: Int) {
        let object = object(value)
        if contains(object) { return }
        var order = members
        order.insert(object, at: index)
        owner.setMembers(order, number)
    }

    override func removeObject(at index: Int) { owner.removeMember(members[index], number) }

    override func replaceObject(at index: Int, with value: Any) {
        var order = members
        order[index] = object(value)
        owner.setMembers(order, number)
    }

    override func add(_ value: Any) { insert(value, at: count) }
    override func addObjects(from array: [Any]) { array.forEach(add) }
    override func remove(_ value: Any) {
        let at = index(of: value)
        if at != NSNotFound { removeObject(at: at) }
    }
    override func removeAllObjects() { owner.setMembers([], number) }
    override func moveObjects(at indexes: IndexSet, to index: Int) {
        var order = members
        let moved = indexes.map { order[$0] }
        for at in indexes.reversed() { order.remove(at: at) }
        order.insert(contentsOf: moved, at: Swift.min(index, order.count))
        owner.setMembers(order, number)
    }
    override func exchangeObject(at one: Int, withObjectAt other: Int) {
        var order = members
        order.swapAt(one, other)
        owner.setMembers(order, number)
    }

    override func copy(with zone: NSZone? = nil) -> Any { NSOrderedSet(array: members) }
    override func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableOrderedSet(array: members) }
}

extension NSManagedObject {
    final func liveSet(forKey key: String) -> NSMutableSet {
        guard case .toMany(let number) = home.layout.place(of: key) else { raiseUndefined(key) }
        return RelationshipSet(owner: self, number: number)
    }

    final func liveOrderedSet(forKey key: String) -> NSMutableOrderedSet {
        guard case .toMany(let number) = home.layout.place(of: key) else { raiseUndefined(key) }
        return RelationshipOrderedSet(owner: self, number: number)
    }
}
