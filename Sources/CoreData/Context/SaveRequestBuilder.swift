/// Sorts pending changes by store, into what each store is asked to write.
struct SaveRequestBuilder {
    private(set) var requests: [(NSPersistentStore, SaveRequest)] = []
    private let author: String?
    private let contextName: String?

    init(author: String?, contextName: String?) {
        self.author = author
        self.contextName = contextName
    }

    /// Which request takes the objects of a home: they come in runs.
    private var last: (home: UnsafeMutableRawPointer, request: Int)?

    /// The place of what is asked of a store.
    mutating func request(to store: NSPersistentStore) -> Int {
        if let index = requests.firstIndex(where: { $0.0 === store }) { return index }
        var request = SaveRequest()
        request.author = author
        request.contextName = contextName
        requests.append((store, request))
        return requests.count - 1
    }

    /// The request that a saved object belongs to; nil where its store is gone.
    @inline(__always)
    private mutating func index(of object: NSManagedObject) -> Int? {
        let home = object.homeReference.toOpaque()
        if let last, last.home == home { return last.request }
        guard let store = object.home.store else { return nil }
        let index = request(to: store)
        last = (home, index)
        return index
    }

    /// How many objects are on their way, so that lists are made once.
    mutating func reserve(updates: Int, deletes: Int, of object: NSManagedObject) {
        guard let index = index(of: object) else { return }
        requests[index].1.updates.reserveCapacity(updates)
        requests[index].1.deletes.reserveCapacity(deletes)
    }

    mutating func insert(_ object: NSManagedObject, _ at: Int) throws {
        let toMany = requests[at].1.add(Self.toManyWrites(of: object))
        requests[at].1.inserts.append(
            RowWrite(object, base: nil, pending: Self.pending(of: object), toMany: toMany))
    }

    /// An object without changed slots is written as well: its version goes up with those of its relationships.
    mutating func update(_ object: NSManagedObject) throws {
        guard let at = index(of: object), let base = try Self.base(of: object) else { return }
        let toMany = requests[at].1.add(Self.toManyWrites(of: object))
        requests[at].1.updates.append(
            RowWrite(object, base: base, pending: Self.pending(of: object), toMany: toMany))
    }

    mutating func delete(_ object: NSManagedObject) throws {
        guard let at = index(of: object), let base = try Self.base(of: object) else { return }
        requests[at].1.deletes.append(RowWrite(object, base: base, pending: nil))
    }

    /// The object holds its state, and the change set the object.
    @inline(__always)
    private static func pending(of object: NSManagedObject) -> PendingValues? {
        object.withState { $0.pending } ?? nil
    }

    /// The snapshot of an object, looked for if only its relationships were touched.
    @inline(__always)
    private static func base(of object: NSManagedObject) throws -> WrittenRow? {
        if let row = object.standingRow { return row }
        object.prepareToRead()
        if object.chunk == nil { _ = try object.home.context?.fill(object) }
        return object.standingRow
    }

    /// Changes of relationships that the other end does not store: many-to-many, ordered, without inverse.
    private static func toManyWrites(of object: NSManagedObject) -> [ToManyWrite] {
        guard object.withState({ $0.hasRelated }) ?? false, let state = object.state else { return [] }
        var writes: [ToManyWrite] = []
        for (number, members) in state.toMany.enumerated() {
            guard let members, members.hasChanges else { continue }
            let relationship = object.home.properties.toMany[number]
            if case .toOne = relationship.inverse, !relationship.isOrdered { continue }
            writes.append(
                ToManyWrite(
                    relationship: relationship.description, added: members.added.objects.filter { !$0.isDeleted },
                    removed: members.removed.objects,
                    order: relationship.isOrdered
                        ? object.memberObjects(number).objects.filter { !$0.isDeleted } : nil))
        }
        return writes
    }
}
