/// The rows of an in-memory store, and the members of those relationships that no row's slot tells.
struct InMemoryRows {
    private struct Family {
        var rows: [Int64: RowReference] = [:]
        /// Keys in rising order.
        var keys: [Int64] = []
        var lastKey: Int64 = 0
    }
    private var families: [ObjectIdentifier: Family] = [:]
    /// A member of a relationship, and its entity.
    typealias Member = (key: Int64, layout: EntityLayout)
    /// Members by relationship and owner: of many-to-many, ordered and one-way relationships.
    private var members: [ObjectIdentifier: [Int64: [Member]]] = [:]

    // MARK: Reading

    func row(_ family: NSEntityDescription, _ key: Int64) -> RowReference? {
        families[ObjectIdentifier(family)]?.rows[key]
    }

    /// All rows of an entity, by rising key.
    func rows(of entity: NSEntityDescription, includesSubentities: Bool) -> FetchedRows {
        var found = FetchedRows()
        guard let family = families[ObjectIdentifier(entity.layout.rootEntity)] else { return found }
        var numbers: [ObjectIdentifier: Int32] = [:]
        for key in family.keys {
            guard let row = family.rows[key] else { continue }
            let own = row.chunk.layout.entity
            guard own === entity || (includesSubentities && own.isKindOf(entity: entity)) else { continue }
            let number = numbers[ObjectIdentifier(row.chunk)] ?? Int32(found.chunks.count)
            if numbers.updateValue(number, forKey: ObjectIdentifier(row.chunk)) == nil {
                found.chunks.append(row.chunk)
            }
            found.append(chunk: number, row: row.row)
        }
        return found
    }

    func members(of relationship: NSRelationshipDescription, owner: Int64) -> FetchedKeys {
        var found = FetchedKeys(primaryKeys: [], layouts: [])
        func add(_ key: Int64, _ layout: EntityLayout) {
            found.primaryKeys.append(key)
            found.layouts?.append(layout)
        }
        guard let destination = relationship.destinationEntity else { return found }
        if let slot = Self.storedSlot(of: relationship), !relationship.isOrdered {
            let family = families[ObjectIdentifier(destination.layout.rootEntity)] ?? Family()
            for key in family.keys {
                guard let row = family.rows[key], row.chunk.layout.entity.isKindOf(entity: destination),
                    !row.chunk.isNull(row: row.row, slot: slot), row.chunk.integer(row: row.row, slot: slot) == owner
                else { continue }
                add(key, row.chunk.layout)
            }
            return found
        }
        for member in members[ObjectIdentifier(relationship)]?[owner] ?? [] { add(member.key, member.layout) }
        return found
    }

    /// The slot of the members' rows that tells their owner; nil where the members are kept apart.
    private static func storedSlot(of relationship: NSRelationshipDescription) -> Int? {
        guard let inverse = relationship.inverseRelationship, !inverse.isToMany else { return nil }
        return relationship.destinationEntity?.layout.slot(named: inverse.name)
    }

    /// The highest primary key given out.
    func lastKey(of family: NSEntityDescription) -> Int64 { families[ObjectIdentifier(family)]?.lastKey ?? 0 }

    /// The members of a relationship by owner, as far as no slot tells them.
    func lists(of relationship: NSRelationshipDescription) -> [Int64: [Member]] {
        members[ObjectIdentifier(relationship)] ?? [:]
    }

    // MARK: Filling

    mutating func raiseLastKey(of family: NSEntityDescription, to key: Int64) {
        families[ObjectIdentifier(family), default: Family()].lastKey = max(lastKey(of: family), key)
    }

    mutating func setMembers(_ list: [Member], of relationship: NSRelationshipDescription, owner: Int64) {
        members[ObjectIdentifier(relationship), default: [:]][owner] = list
    }

    // MARK: Writing

    mutating func reserve(_ count: Int, for family: NSEntityDescription) -> Int64 {
        let first = families[ObjectIdentifier(family), default: Family()].lastKey + 1
        families[ObjectIdentifier(family), default: Family()].lastKey += Int64(count)
        return first
    }

    /// Writes all of a request, or throws before anything is written.
    mutating func save(_ request: SaveRequest, in store: InMemoryStore) throws -> SaveOutcome {
        try checkVersions(request.updates + request.deletes)
        let keys = assignKeys(request.inserts)
        var outcome = SaveOutcome()
        var open: [ObjectIdentifier: RowChunk] = [:]
        for (number, write) in (request.inserts + request.updates).enumerated() {
            let chunk = Self.chunk(for: write.layout, in: &open)
            let key = number < request.inserts.count ? keys[ObjectIdentifier(write.object)] ?? 0 : write.object.key
            let row = chunk.appendRow(primaryKey: key, version: (write.base?.version ?? 0) + 1)
            fill(chunk, row, with: write, keys, store)
            let reference = RowReference(chunk: chunk, row: row)
            enter(reference, family: write.layout.rootEntity)
            if outcome.chunks.last !== chunk { outcome.chunks.append(chunk) }
            let written = WrittenRow(chunk: .passUnretained(chunk), row: row)
            if number < request.inserts.count {
                outcome.inserted.append(written)
            } else {
                outcome.updated.append(written)
            }
        }
        for write in request.inserts + request.updates { writeMembers(write, request.toMany(of: write), keys) }
        for write in request.deletes { remove(write) }
        return outcome
    }

    private func checkVersions(_ writes: [RowWrite]) throws {
        var conflicts = SaveConflicts()
        for write in writes {
            let current = row(write.layout.rootEntity, write.object.key)
            if current?.version != write.base?.version {
                conflicts.stale.append(
                    SaveConflicts.Stale(objectID: write.object.objectID, persisted: current, wasCached: true))
            }
        }
        if !conflicts.stale.isEmpty { throw conflicts }
    }

    private mutating func assignKeys(_ inserts: [RowWrite]) -> [ObjectIdentifier: Int64] {
        var keys: [ObjectIdentifier: Int64] = [:]
        for write in inserts {
            let key = write.object.key > 0 ? write.object.key : reserve(1, for: write.layout.rootEntity)
            keys[ObjectIdentifier(write.object)] = key
        }
        return keys
    }

    private static func chunk(for layout: EntityLayout, in open: inout [ObjectIdentifier: RowChunk]) -> RowChunk {
        if let chunk = open[ObjectIdentifier(layout)], !chunk.isFull { return chunk }
        let chunk = RowChunk(layout: layout)
        open[ObjectIdentifier(layout)] = chunk
        return chunk
    }

    private func fill(
        _ chunk: RowChunk, _ row: Int, with write: RowWrite, _ keys: [ObjectIdentifier: Int64], _ store: InMemoryStore
    ) {
        for (slot, shape) in write.layout.slots.enumerated() where shape.storage != .destinationEntity {
            let isNew = write.base == nil || (write.pending?.changed.contains(slot) ?? false)
            guard isNew else {
                if let base = write.base {
                    chunk.set(base.value(slot), row: row, slot: slot, store: store)
                    if shape.entitySlot >= 0 {
                        chunk.set(base.value(shape.entitySlot), row: row, slot: shape.entitySlot, store: store)
                    }
                }
                continue
            }
            let value = write.pending?[slot] ?? .null
            guard case .object(let destination) = value else {
                chunk.set(value, row: row, slot: slot, store: store)
                continue
            }
            chunk.set(keys[ObjectIdentifier(destination)] ?? destination.key, row: row, slot: slot)
            if shape.entitySlot >= 0, let number = store.entityNumber(of: destination.home.layout) {
                chunk.set(number, row: row, slot: shape.entitySlot)
            }
        }
    }

    mutating func enter(_ reference: RowReference, family root: NSEntityDescription) {
        var family = families.removeValue(forKey: ObjectIdentifier(root)) ?? Family()
        let key = reference.primaryKey
        if family.rows.updateValue(reference, forKey: key) == nil {
            if let last = family.keys.last, last > key {
                family.keys.insert(key, at: family.keys.firstIndex { $0 > key } ?? family.keys.count)
            } else {
                family.keys.append(key)
            }
        }
        families[ObjectIdentifier(root)] = family
    }

    private mutating func writeMembers(
        _ write: RowWrite, _ changes: [ToManyWrite], _ keys: [ObjectIdentifier: Int64]
    ) {
        let owner = keys[ObjectIdentifier(write.object)] ?? write.object.key
        for change in changes {
            let place = { (object: NSManagedObject) in
                (key: keys[ObjectIdentifier(object)] ?? object.key, layout: object.home.layout)
            }
            var list = members[ObjectIdentifier(change.relationship)]?[owner] ?? []
            if let order = change.order {
                list = order.map(place)
            } else {
                let gone = Set(change.removed.map { place($0).key })
                list.removeAll { gone.contains($0.key) }
                let known = Set(list.map(\.key))
                list += change.added.map(place).filter { !known.contains($0.key) }
            }
            members[ObjectIdentifier(change.relationship), default: [:]][owner] = list
        }
    }

    private mutating func remove(_ write: RowWrite) {
        let key = write.object.key
        families[ObjectIdentifier(write.layout.rootEntity)]?.rows[key] = nil
        if let at = families[ObjectIdentifier(write.layout.rootEntity)]?.keys.firstIndex(of: key) {
            families[ObjectIdentifier(write.layout.rootEntity)]?.keys.remove(at: at)
        }
        for relationship in write.layout.toMany { members[ObjectIdentifier(relationship)]?[key] = nil }
    }
}
