/// Sorts pending changes by store, into what each store is asked to write.
struct SaveRequestBuilder {
    private(set) var requests: [(NSPersistentStore, SaveRequest)] = []
    private let author: String?
    private let contextName: String?

    init(author: String?, contextName: String?) {
        self.author = author
        self.contextName = contextName
    }

    @inline(__always)
    private mutating func index(of store: NSPersistentStore) -> Int {
        if let last = requests.indices.last, requests[last].0 === store { return last }
        return otherIndex(of: store)
    }

    private mutating func otherIndex(of store: NSPersistentStore) -> Int {
        if let index = requests.firstIndex(where: { $0.0 === store }) { return index }
        var request = SaveRequest()
        request.author = author
        request.contextName = contextName
        requests.append((store, request))
        return requests.count - 1
    }

    mutating func insert(_ object: NSManagedObject, into store: NSPersistentStore) throws {
        let write = RowWrite(
            object, base: nil, pending: object.state?.pending, toMany: Self.toManyWrites(of: object))
        requests[index(of: store)].1.inserts.append(write)
    }

    /// An object without changed slots is written as well: its version goes up with those of its relationships.
    mutating func update(_ object: NSManagedObject) throws {
        guard let store = object.home.store, let base = try Self.base(of: object) else { return }
        let write = RowWrite(
            object, base: base, pending: object.state?.pending, toMany: Self.toManyWrites(of: object))
        requests[index(of: store)].1.updates.append(write)
    }

    mutating func delete(_ object: NSManagedObject) throws {
        guard let store = object.home.store, let base = try Self.base(of: object) else { return }
        requests[index(of: store)].1.deletes.append(RowWrite(object, base: base, pending: nil))
    }

    /// The snapshot of an object, looked for if only its relationships were touched.
    private static func base(of object: NSManagedObject) throws -> RowReference? {
        if let snapshot = object.snapshot { return snapshot }
        object.prepareToRead()
        if object.chunk == nil { _ = try object.home.context?.fill(object) }
        return object.snapshot
    }

    /// Changes of relationships that the other end does not store: many-to-many, ordered, without inverse.
    private static func toManyWrites(of object: NSManagedObject) -> [ToManyWrite] {
        guard let state = object.state, state.hasRelated else { return [] }
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
