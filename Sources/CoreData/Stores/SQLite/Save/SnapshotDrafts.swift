/// The new snapshots of what a save inserts and updates; they are shared only after the commit.
struct SnapshotDrafts {
    private(set) var inserted: [WrittenRow] = []
    private(set) var updated: [WrittenRow] = []
    /// What the snapshots are rows of.
    let chunks: [RowChunk]

    init(_ request: SaveRequest, keys: KeyAssignment, schema: StoreSchema) throws {
        var maker = Maker(keys: keys, schema: schema, left: request.inserts.count + request.updates.count)
        inserted.reserveCapacity(request.inserts.count)
        for at in request.inserts.indices {
            inserted.append(try maker.insert(request.inserts[at], key: keys.inserted[at]))
        }
        updated.reserveCapacity(request.updates.count)
        for at in request.updates.indices { updated.append(try maker.update(request.updates[at])) }
        chunks = maker.chunks
    }

    /// Shares the snapshots: the rows are in the store.
    func publish(to cache: RowCache, deleted: [RowWrite]) {
        for chunk in chunks { cache.enter(chunk) }
        var at = 0
        while at < deleted.count {
            let root = deleted[at].layout.rootEntity
            var end = at + 1
            while end < deleted.count, deleted[end].layout.rootEntity === root { end += 1 }
            cache.forget(family: root, primaryKeys: deleted[at..<end].lazy.compactMap { $0.baseRow?.primaryKey })
            at = end
        }
    }

    private struct Maker {
        // Unretained: the pipeline holds both as long as the drafts are made.
        private let keys: Unmanaged<KeyAssignment>
        private let schema: Unmanaged<StoreSchema>
        /// How many rows are still to come.
        private var left: Int
        private(set) var chunks: [RowChunk] = []
        private var filling: [UInt32: RowChunk] = [:]
        /// Held by `chunks`.
        private var last: Unmanaged<RowChunk>?

        init(keys: KeyAssignment, schema: StoreSchema, left: Int) {
            self.keys = .passUnretained(keys)
            self.schema = .passUnretained(schema)
            self.left = left
        }

        /// Who fills the chunk holds it no longer than `chunks` does.
        @inline(__always)
        private mutating func chunk(for write: RowWrite) -> Unmanaged<RowChunk> {
            left &-= 1
            if let last, last._withUnsafeGuaranteedRef({ write.isOf($0.layout) && !$0.isFull }) { return last }
            return otherChunk(write.layout)
        }

        @inline(never)
        private mutating func otherChunk(_ layout: EntityLayout) -> Unmanaged<RowChunk> {
            if let chunk = filling[layout.id], !chunk.isFull {
                last = .passUnretained(chunk)
                return .passUnretained(chunk)
            }
            let chunk = RowChunk(layout: layout, capacity: max(1, min(RowChunk.capacity, left + 1)))
            chunks.append(chunk)
            filling[layout.id] = chunk
            last = .passUnretained(chunk)
            return .passUnretained(chunk)
        }

        mutating func insert(_ write: RowWrite, key: Int64) throws -> WrittenRow {
            let chunk = chunk(for: write)
            let row = try chunk._withUnsafeGuaranteedRef { chunk in
                let row = chunk.appendRow(primaryKey: key, version: 1)
                try write.pending?.withValues { values in
                    for slot in values.indices where !chunk.take(values[slot], row: row, slot: slot) {
                        try setKey(of: values[slot], chunk, row, slot)
                    }
                }
                return row
            }
            return WrittenRow(chunk: chunk, row: row)
        }

        mutating func update(_ write: RowWrite) throws -> WrittenRow {
            let chunk = chunk(for: write)
            guard let base = write.baseRow else {
                raise("NSInternalInconsistencyException", "an update without the row it changes")
            }
            let changed = write.changed
            let row = try chunk._withUnsafeGuaranteedRef { chunk in
                let row = base.chunk._withUnsafeGuaranteedRef {
                    chunk.appendCopy(of: base.row, in: $0, except: changed)
                }
                try write.pending?.withValues { values in
                    try changed.forEach { slot in
                        guard !chunk.take(values[slot], row: row, slot: slot) else { return }
                        try setKey(of: values[slot], chunk, row, slot)
                    }
                }
                return row
            }
            return WrittenRow(chunk: chunk, row: row)
        }

        /// Sets a slot of a to-one relationship, and the one of its destination's entity.
        private func setKey(of value: SlotValue, _ chunk: RowChunk, _ row: Int, _ slot: Int) throws {
            guard case .object(let object) = value else { return }
            chunk.set(try keys._withUnsafeGuaranteedRef { try $0.key(of: object) }, row: row, slot: slot)
            guard chunk.namesDestinationEntities else { return }
            let entitySlot = chunk.layout.slots[slot].entitySlot
            if entitySlot >= 0 {
                let number = schema._withUnsafeGuaranteedRef { $0.map(object.home.layout.entity).number }
                chunk.set(number, row: row, slot: entitySlot)
            }
        }
    }
}

extension RowChunk {
    /// Sets a slot of a row to an attribute's value; false for the destination of a relationship, whose key is not known here.
    @inline(__always)
    fileprivate func take(_ value: SlotValue, row: Int, slot: Int) -> Bool {
        switch value {
        case .null: break
        case .integer(let number): set(number, row: row, slot: slot)
        case .real(let number): set(number, row: row, slot: slot)
        case .text(let text):
            // A string of Swift's own lends its bytes without being copied.
            let isSet: Void? = text.utf8.withContiguousStorageIfAvailable {
                set(UnsafeRawBufferPointer($0), row: row, slot: slot)
            }
            if isSet == nil { take(copyOf: text, row: row, slot: slot) }
        case .blob(let data): data.withUnsafeBytes { set($0, row: row, slot: slot) }
        case .decimal(let number): if number != .notANumber { take(copyOf: number.stringValue, row: row, slot: slot) }
        case .object: return false
        }
        return true
    }

    @inline(never)
    private func take(copyOf text: String, row: Int, slot: Int) {
        var text = text
        text.withUTF8 { set(UnsafeRawBufferPointer($0), row: row, slot: slot) }
    }
}
