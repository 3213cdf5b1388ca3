/// The new snapshots of what a save inserts and updates; they are shared only after the commit.
struct SnapshotDrafts {
    let inserted: [RowReference]
    let updated: [RowReference]
    private let chunks: [RowChunk]

    init(_ request: SaveRequest, keys: KeyAssignment, schema: StoreSchema) throws {
        let maker = Maker(keys: keys, schema: schema, left: request.inserts.count + request.updates.count)
        inserted = try request.inserts.indices.map { try maker.insert(request.inserts[$0], key: keys.inserted[$0]) }
        updated = try request.updates.indices.map { try maker.update(request.updates[$0]) }
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
            cache.forget(family: root, primaryKeys: deleted[at..<end].lazy.compactMap { $0.base?.primaryKey })
            at = end
        }
    }

    private final class Maker {
        private let keys: KeyAssignment
        private let schema: StoreSchema
        /// How many rows are still to come.
        private var left: Int
        private(set) var chunks: [RowChunk] = []
        private var filling: [UInt32: RowChunk] = [:]
        private var last: RowChunk?

        init(keys: KeyAssignment, schema: StoreSchema, left: Int) {
            self.keys = keys
            self.schema = schema
            self.left = left
        }

        @inline(__always)
        private func chunk(_ layout: EntityLayout) -> RowChunk {
            left -= 1
            if let last, last.layout === layout, !last.isFull { return last }
            return otherChunk(layout)
        }

        private func otherChunk(_ layout: EntityLayout) -> RowChunk {
            if let chunk = filling[layout.id], !chunk.isFull {
                last = chunk
                return chunk
            }
            let chunk = RowChunk(layout: layout, capacity: max(1, min(RowChunk.capacity, left + 1)))
            chunks.append(chunk)
            filling[layout.id] = chunk
            last = chunk
            return chunk
        }

        func insert(_ write: RowWrite, key: Int64) throws -> RowReference {
            let chunk = chunk(write.layout)
            let row = chunk.appendRow(primaryKey: key, version: 1)
            try write.pending?.withValues { values in
                for slot in values.indices { try set(values[slot], chunk, row, slot) }
            }
            return RowReference(chunk: chunk, row: row)
        }

        func update(_ write: RowWrite) throws -> RowReference {
            let chunk = chunk(write.layout)
            guard let base = write.baseChunk else {
                raise("NSInternalInconsistencyException", "an update without the row it changes")
            }
            let changed = write.changed
            let row = chunk.appendCopy(of: write.baseRow, in: base, except: changed)
            try write.pending?.withValues { values in
                for slot in values.indices where changed.contains(slot) { try set(values[slot], chunk, row, slot) }
            }
            return RowReference(chunk: chunk, row: row)
        }

        @inline(__always)
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
