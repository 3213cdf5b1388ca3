/// What `mutableSetValue(forKey:)` hands out: a set over a to-many relationship, which it reads and changes.
///
/// - Note: Differs from Apple: bridged to a Swift `Set` it has the members of the time it was handed out, because bridging on
///   Linux reads the superclass's own storage, which a subclass fills at its making only.
final class RelationshipSet: NSMutableSet {
    private let owner: NSManagedObject
    private let number: Int

    init(owner: NSManagedObject, number: Int) {
        self.owner = owner
        self.number = number
        let members: [AnyObject] = owner.memberObjects(number).objects
        super.init(objects: members, count: members.count)
    }

    required init(capacity: Int) { raise("NSInvalidArgumentException", "A relationship's set is made by its object.") }
    required init?(coder: NSCoder) { raise("NSInvalidArgumentException", "A relationship's set cannot be archived.") }

    private var members: ObjectSet { owner.memberObjects(number) }

    override var count: Int { members.count }
    override func member(_ object: Any) -> Any? {
        (object as? NSManagedObject).flatMap { members.contains($0) ? $0 : nil }
    }
    override func objectEnumerator() -> NSEnumerator { NSArray(array: members.objects).objectEnumerator() }
    override var allObjects: [Any] { members.objects }
    override func contains(_ object: Any) -> Bool { member(object) != nil }

    override func add(_ object: Any) {
        guard let object = object as? NSManagedObject else {
            raise("NSInvalidArgumentException", "Only managed objects can be added to a relationship, not \(object).")
        }
        owner.addMember(object, number)
    }

    override func remove(_ object: Any) {
        guard let object = object as? NSManagedObject else { return }
        if members.contains(object) { owner.removeMember(object, number) }
    }

    override func addObjects(from array: [Any]) { array.forEach(add) }
    override func removeAllObjects() { members.objects.forEach(remove) }
    override func union(_ other: Set<AnyHashable>) { for object in other { add(object.base) } }
    override func minus(_ other: Set<AnyHashable>) { for object in other { remove(object.base) } }
    override func intersect(_ other: Set<AnyHashable>) {
        for object in members.objects where !other.contains(object) { remove(object) }
    }
    override func setSet(_ other: Set<AnyHashable>) {
        intersect(other)
        union(other)
    }

    override func copy(with zone: NSZone? = nil) -> Any { NSSet(array: members.objects) }
    override func mutableCopy(with zone: NSZone? = nil) -> Any { NSMutableSet(array: members.objects) }
}
