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
        private let keys: KeyAssignment
        private let schema: StoreSchema
        /// How many rows are still to come.
        private var left: Int
        private(set) var chunks: [RowChunk] = []
        private var filling: [UInt32: RowChunk] = [:]
        /// Held by `chunks`.
        private var last: Unmanaged<RowChunk>?

        init(keys: KeyAssignment, schema: StoreSchema, left: Int) {
            self.keys = keys
            self.schema = schema
            self.left = left
        }

        /// Who fills the chunk holds it no longer than `chunks` does.
        @inline(__always)
        private mutating func chunk(_ layout: EntityLayout) -> Unmanaged<RowChunk> {
            left -= 1
            if let last, last._withUnsafeGuaranteedRef({ $0.layout === layout && !$0.isFull }) { return last }
            return otherChunk(layout)
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
            let chunk = chunk(write.layout)
            let row = try chunk._withUnsafeGuaranteedRef { chunk in
                let row = chunk.appendRow(primaryKey: key, version: 1)
                try write.pending?.withValues { values in
                    for slot in values.indices { try set(values[slot], chunk, row, slot) }
                }
                return row
            }
            return WrittenRow(chunk: chunk, row: row)
        }

        mutating func update(_ write: RowWrite) throws -> WrittenRow {
            let chunk = chunk(write.layout)
            guard let base = write.baseRow else {
                raise("NSInternalInconsistencyException", "an update without the row it changes")
            }
            let changed = write.changed
            let row = try chunk._withUnsafeGuaranteedRef { chunk in
                let row = base.chunk._withUnsafeGuaranteedRef {
                    chunk.appendCopy(of: base.row, in: $0, except: changed)
                }
                try write.pending?.withValues { values in
                    for slot in values.indices where changed.contains(slot) {
                        try set(values[slot], chunk, row, slot)
                    }
                }
                return row
            }
            return WrittenRow(chunk: chunk, row: row)
        }

        @inline(never)
        private func setCopy(of text: String, _ chunk: RowChunk, _ row: Int, _ slot: Int) {
            var text = text
            text.withUTF8 { chunk.set(UnsafeRawBufferPointer($0), row: row, slot: slot) }
        }

        @inline(__always)
        private func set(_ value: SlotValue, _ chunk: RowChunk, _ row: Int, _ slot: Int) throws {
            switch value {
            case .null: break
            case .integer(let number): chunk.set(number, row: row, slot: slot)
            case .real(let number): chunk.set(number, row: row, slot: slot)
            case .text(let text):
                // A string of Swift's own lends its bytes without being copied.
                let isSet: Void? = text.utf8.withContiguousStorageIfAvailable {
                    chunk.set(UnsafeRawBufferPointer($0), row: row, slot: slot)
                }
                if isSet == nil { setCopy(of: text, chunk, row, slot) }
            case .blob(let data): data.withUnsafeBytes { chunk.set($0, row: row, slot: slot) }
            case .decimal(let number):
                guard number != .notANumber else { return }
                var text = number.stringValue
                text.withUTF8 { chunk.set(UnsafeRawBufferPointer($0), row: row, slot: slot) }
            case .object(let object):
                chunk.set(try keys.key(of: object), row: row, slot: slot)
                guard chunk.namesDestinationEntities else { return }
                let entitySlot = chunk.layout.slots[slot].entitySlot
                if entitySlot >= 0 {
                    chunk.set(schema.map(object.home.layout.entity).number, row: row, slot: entitySlot)
                }
            }
        }
    }
}
