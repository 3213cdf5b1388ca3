extension NSManagedObjectContext {
    /// Reads relationships of many objects in one go, so that touching them asks the store no more.
    final func prefetch(_ keyPaths: [String], of objects: [NSManagedObject]) throws {
        guard case .coordinator = source else { return }
        for keyPath in keyPaths {
            var owners = objects
            for key in keyPath.split(separator: ".") {
                owners = try prefetch(String(key), of: owners)
            }
        }
    }

    /// Reads one relationship; answers the objects at its end.
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
        return ObjectSet(members).objects
    }

    private static func byHome(_ objects: [NSManagedObject]) -> [(ObjectHome, [NSManagedObject])] {
        var groups: [(ObjectHome, [NSManagedObject])] = []
        for object in objects {
            if let at = groups.firstIndex(where: { $0.0 === object.home }) {
                groups[at].1.append(object)
            } else {
                groups.append((object.home, [object]))
            }
        }
        return groups
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
        var wanted: [Int64] = []
        var known: [Int64: NSManagedObject] = [:]
        for owner in owners {
            guard owner.overlaid(relationship.slot) == nil, let key = owner.storedKey(relationship.slot),
                known[key] == nil
            else { continue }
            // The destination takes its place in the table when it has been read.
            if let object = family.object(key), object.chunk != nil {
                known[key] = object
            } else {
                wanted.append(key)
            }
        }
        for object in objects(for: try store.rows(family: root, primaryKeys: Self.unique(wanted)), from: store) {
            known[object.key] = object
        }
        for owner in owners where owner.overlaid(relationship.slot) == nil {
            if let key = owner.storedKey(relationship.slot), let object = known[key] {
                owner.remember(object, at: relationship.slot)
            }
        }
        return Array(known.values)
    }

    private static func unique(_ keys: [Int64]) -> [Int64] {
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
        let keys = try store.members(of: relationship.description, owners: unread.map(\.key))
        let root = relationship.destination.layout.rootEntity
        let wanted = Self.unique(keys.flatMap(\.primaryKeys))
        // Held until every owner has its members: what nobody holds leaves memory.
        let read = objects(for: try store.rows(family: root, primaryKeys: wanted), from: store)
        for (owner, keys) in zip(unread, keys) {
            owner.members(relationship.number).fill(
                with: objects(for: keys, declared: relationship.destination, store: store))
        }
        return read
    }

    /// Objects for single rows, which may lie in any chunk.
    private final func objects(for rows: [RowReference], from store: NSPersistentStore) -> [NSManagedObject] {
        rows.map { row in
            let object = object(in: registry.home(of: row.chunk.layout.entity, in: store), key: row.primaryKey)
            if object.flags.contains(.fault), !object.flags.contains(.deleted) { object.stand(on: row) }
            return object
        }
    }
}

extension NSManagedObject {
    /// The key that the snapshot has in a to-one slot, whether or not the object is a fault.
    fileprivate final func storedKey(_ slot: Int) -> Int64? {
        if snapshot == nil { prepareToRead() }
        guard let snapshot, !snapshot.chunk.isNull(row: snapshot.row, slot: slot) else { return nil }
        return snapshot.chunk.integer(row: snapshot.row, slot: slot)
    }
}
