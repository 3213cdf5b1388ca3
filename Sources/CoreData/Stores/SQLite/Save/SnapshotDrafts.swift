/// The new snapshots of what a save inserts and updates; they are shared only after the commit.
struct SnapshotDrafts {
    let inserted: [RowReference]
    let updated: [RowReference]
    private let chunks: [RowChunk]

    init(_ request: SaveRequest, keys: KeyAssignment, schema: StoreSchema) throws {
        var maker = Maker(keys: keys, schema: schema, left: request.inserts.count + request.updates.count)
        inserted = try zip(request.inserts, keys.inserted).map { write, key in
            try maker.insert(write, key: key)
        }
        updated = try request.updates.map { try maker.update($0) }
        chunks = maker.chunks
    }

    /// Shares the snapshots: the rows are in the store.
    func publish(to cache: RowCache, deleted: [RowWrite]) {
        for chunk in chunks { cache.enter(chunk) }
        for write in deleted {
            if let key = write.base?.primaryKey { cache.forget(family: write.layout.rootEntity, primaryKey: key) }
        }
    }

    private struct Maker {
        let keys: KeyAssignment
        let schema: StoreSchema
        /// How many rows are still to come.
        var left: Int
        var chunks: [RowChunk] = []
        private var filling: [UInt32: RowChunk] = [:]
        private var last: RowChunk?

        init(keys: KeyAssignment, schema: StoreSchema, left: Int) {
            self.keys = keys
            self.schema = schema
            self.left = left
        }

        private mutating func chunk(_ layout: EntityLayout) -> RowChunk {
            if let last, last.layout === layout, !last.isFull { return last }
            if let chunk = filling[layout.id], !chunk.isFull {
                last = chunk
                return chunk
            }
            let chunk = RowChunk(layout: layout, capacity: max(1, min(RowChunk.capacity, left)))
            chunks.append(chunk)
            filling[layout.id] = chunk
            last = chunk
            return chunk
        }

        mutating func insert(_ write: RowWrite, key: Int64) throws -> RowReference {
            let chunk = chunk(write.layout)
            left -= 1
            let row = chunk.appendRow(primaryKey: key, version: 1)
            guard let pending = write.pending else { return RowReference(chunk: chunk, row: row) }
            for slot in pending.values.indices { try set(pending.values[slot], chunk, row, slot) }
            return RowReference(chunk: chunk, row: row)
        }

        mutating func update(_ write: RowWrite) throws -> RowReference {
            let chunk = chunk(write.layout)
            left -= 1
            guard let base = write.base, let pending = write.pending else {
                raise("NSInternalInconsistencyException", "an update without the row it changes")
            }
            let row = chunk.appendCopy(of: base, version: base.version &+ 1, except: pending.changed)
            for slot in pending.values.indices where pending.changed.contains(slot) {
                try set(pending.values[slot], chunk, row, slot)
            }
            return RowReference(chunk: chunk, row: row)
        }

        private func set(_ value: SlotValue, _ chunk: RowChunk, _ row: Int, _ slot: Int) throws {
            switch value {
            case .null: break
            case .integer(let number): chunk.set(number, row: row, slot: slot)
            case .real(let number): chunk.set(number, row: row, slot: slot)
            case .text(var text): text.withUTF8 { chunk.set(UnsafeRawBufferPointer($0), row: row, slot: slot) }
            case .blob(let data): data.withUnsafeBytes { chunk.set($0, row: row, slot: slot) }
            case .decimal(let number):
                guard number != .notANumber else { return }
                var text = number.stringValue
                text.withUTF8 { chunk.set(UnsafeRawBufferPointer($0), row: row, slot: slot) }
            case .object(let object):
                chunk.set(try keys.key(of: object), row: row, slot: slot)
                let entitySlot = chunk.layout.slots[slot].entitySlot
                if entitySlot >= 0 {
                    chunk.set(schema.map(object.home.layout.entity).number, row: row, slot: entitySlot)
                }
            }
        }
    }
}
