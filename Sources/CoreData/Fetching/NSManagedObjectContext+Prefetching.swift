extension NSManagedObjectContext {
    /// Reads relationships of many objects in one go, so that touching them asks the store no more.
    final func prefetch(_ keyPaths: [String], of objects: [NSManagedObject]) throws {
        guard case .coordinator = source else { return }
        for keyPath in keyPaths {
            var owners = objects
            let keys = keyPath.split(separator: ".")
            for (number, key) in keys.enumerated() {
                let members = try prefetch(String(key), of: owners)
                if number + 1 < keys.count { owners = ObjectSet(members).objects }
            }
        }
    }

    /// Reads one relationship; answers the objects at its end, some perhaps several times.
    private final func prefetch(_ key: String, of owners: [NSManagedObject]) throws -> [NSManagedObject] {
        var members: [NSManagedObject] = []
        for (home, owners) in Self.byHome(owners) {
            guard let store = home.store else { continue }
            switch home.layout.place(of: key) {
            case .slot(let slot):
                guard let relationship = home.properties.toOne(at: slot) else { raiseNoRelationship(key, home) }
                members += try prefetchToOne(relationship, of: owners, from: store)
            case .toMany(let number):
                members += try prefetchToMany(home.properties.toMany[number], of: owners, from: store)
            default: raiseNoRelationship(key, home)
            }
        }
        return members
    }

    private static func byHome(_ objects: [NSManagedObject]) -> [(ObjectHome, [NSManagedObject])] {
        var kinds: Set<UnsafeMutableRawPointer> = []
        var last: UnsafeMutableRawPointer?
        objects.forEachHeld { object in
            let home = object.homeReference.toOpaque()
            if home != last { kinds.insert(home) }
            last = home
        }
        // Mostly all are of one home: no list is made then.
        if kinds.count == 1, let first = objects.first { return [(first.home, objects)] }
        return Dictionary(grouping: objects) { ObjectIdentifier($0.home) }.values.map { ($0[0].home, $0) }
    }

    private final func raiseNoRelationship(_ key: String, _ home: ObjectHome) -> Never {
        raise(
            "NSInvalidArgumentException",
            "Invalid relationship '\(key)' for prefetching: entity '\(home.layout.name)' has none of that name.")
    }

    private final func prefetchToOne(
        _ relationship: PropertyPlan.ToOne, of owners: [NSManagedObject], from store: NSPersistentStore
    ) throws -> [NSManagedObject] {
        let root = relationship.destination.layout.rootEntity
        let family = registry.family(root: root, store: store)
        var keys: [Int64] = []
        keys.reserveCapacity(owners.count)
        owners.forEachHeld { if let key = $0.keyToPrefetch(relationship.slot) { keys.append(key) } }
        // Held until their owners have them: what nobody holds leaves memory.
        var held: [NSManagedObject] = []
        let missing = Self.unique(keys).filter { key in
            guard let object = family.object(key) else { return true }
            held.append(object)
            return object.chunk == nil
        }
        held += objects(for: try reading(store).rows(family: root, primaryKeys: missing), from: store)
        owners.forEachHeld { owner in
            guard let key = owner.keyToPrefetch(relationship.slot), let object = family.object(key) else { return }
            // The destination of a key that leads nowhere stays a fault, which says so when it is fired.
            if object.chunk != nil { owner.remember(object, at: relationship.slot) }
        }
        return held
    }

    /// The keys in ascending order, each once.
    private static func unique(_ keys: [Int64]) -> [Int64] {
        if zip(keys, keys.dropFirst()).allSatisfy({ $0 < $1 }) { return keys }
        var last: Int64?
        return keys.sorted().filter { key in
            defer { last = key }
            return key != last
        }
    }

    private final func prefetchToMany(
        _ relationship: PropertyPlan.ToMany, of owners: [NSManagedObject], from store: NSPersistentStore
    ) throws -> [NSManagedObject] {
        let unread = owners.filter { !$0.members(relationship.number).isRead }
        guard !unread.isEmpty else { return [] }
        let keys = try reading(store).members(of: relationship.description, owners: unread.map(\.key))
        let root = relationship.destination.layout.rootEntity
        let wanted = Self.unique(keys.flatMap(\.primaryKeys))
        // Held until every owner has its members: what nobody holds leaves memory.
        let read = objects(for: try reading(store).rows(family: root, primaryKeys: wanted), from: store)
        for (owner, keys) in zip(unread, keys) {
            owner.members(relationship.number).fill(
                with: objects(for: keys, declared: relationship.destination, store: store),
                isOrdered: relationship.isOrdered)
        }
        return read
    }
}

extension NSManagedObject {
    /// The key that the snapshot has in a to-one slot, whether or not the object is a fault; nil where another destination is set.
    fileprivate final func keyToPrefetch(_ slot: Int) -> Int64? {
        if withOverlay(slot, { _ in () }) != nil { return nil }
        if standingRow == nil { prepareToRead() }
        guard let standing = standingRow else { return nil }
        return standing.chunk._withUnsafeGuaranteedRef {
            $0.isNull(row: standing.row, slot: slot) ? nil : $0.integer(row: standing.row, slot: slot)
        }
    }
}
