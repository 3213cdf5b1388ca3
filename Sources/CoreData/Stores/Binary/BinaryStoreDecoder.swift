/// Makes rows of what the file of a binary store holds; see `BinaryStoreContent`.
///
/// Entities, slots and relationships are taken by their names: where versions are ignored, some may have come or gone.
struct BinaryStoreDecoder {
    /// The content makes no sense.
    struct Unreadable: Error {}

    private(set) var rows = InMemoryRows()
    private let store: InMemoryStore
    private let layouts: [String: EntityLayout]
    /// By number, from 1 on.
    private let names: [String]
    private let slots: [String: [String]]
    private let encoded: [String: Data]
    private let lastKeys: [String: NSNumber]
    private let members: [String: [String: [NSNumber]]]

    init(_ list: [String: Any], _ store: InMemoryStore) throws {
        guard let names = list["entities"] as? [String], let slots = list["slots"] as? [String: [String]],
            let encoded = list["rows"] as? [String: Data], let lastKeys = list["lastKeys"] as? [String: NSNumber],
            let members = list["members"] as? [String: [String: [NSNumber]]]
        else { throw Unreadable() }
        self.store = store
        layouts = Dictionary(store.orderedLayouts.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        self.names = names
        self.slots = slots
        self.encoded = encoded
        self.lastKeys = lastKeys
        self.members = members
    }

    mutating func decode() throws {
        for layout in store.orderedLayouts {
            if let data = encoded[layout.name] { try decodeRows(data, of: layout) }
            if let key = lastKeys[layout.name] { rows.raiseLastKey(of: layout.entity, to: key.int64Value) }
            for relationship in layout.toMany where relationship.entity === layout.entity {
                for (owner, list) in members[BinaryStoreContent.name(relationship)] ?? [:] {
                    guard let owner = Int64(owner) else { throw Unreadable() }
                    rows.setMembers(try decodeMembers(list), of: relationship, owner: owner)
                }
            }
        }
    }

    /// The entity that the file has under a number.
    private func layout(_ number: Int64) throws -> EntityLayout {
        guard number >= 1, number <= names.count, let layout = layouts[names[Int(number) - 1]] else {
            throw Unreadable()
        }
        return layout
    }

    private func decodeMembers(_ list: [NSNumber]) throws -> [InMemoryRows.Member] {
        guard list.count.isMultiple(of: 2) else { throw Unreadable() }
        return try stride(from: 0, to: list.count, by: 2).map {
            (list[$0].int64Value, try layout(list[$0 + 1].int64Value))
        }
    }

    private mutating func decodeRows(_ data: Data, of layout: EntityLayout) throws {
        let targets = (slots[layout.name] ?? []).map { Self.slot($0, in: layout) }
        var reader = ByteReader(data)
        var chunk = RowChunk(layout: layout)
        while !reader.isAtEnd {
            if chunk.isFull { chunk = RowChunk(layout: layout) }
            let row = chunk.appendRow(
                primaryKey: try reader.integer(Int64.self), version: try reader.integer(Int32.self))
            for slot in targets { try decodeValue(&reader, into: chunk, row, slot) }
            rows.enter(RowReference(chunk: chunk, row: row), family: layout.rootEntity)
        }
    }

    /// Where the values of a name go; nil where the entity has no such property any more.
    private static func slot(_ name: String, in layout: EntityLayout) -> Int? {
        guard name.hasPrefix("@") else { return layout.slot(named: name) }
        let slot = layout.slot(named: String(name.dropFirst())).map { layout.slots[$0].entitySlot }
        return slot.flatMap { $0 < 0 ? nil : $0 }
    }

    private func decodeValue(_ reader: inout ByteReader, into chunk: RowChunk, _ row: Int, _ slot: Int?) throws {
        switch try reader.integer(UInt8.self) {
        case 0: break
        case 1:
            let number = try reader.integer(Int64.self)
            guard let slot, !chunk.layout.arenaSlots.contains(slot) else { return }
            let isEntity = chunk.layout.slots[slot].storage == .destinationEntity
            chunk.set(isEntity ? store.entityNumber(of: try layout(number)) ?? 0 : number, row: row, slot: slot)
        case 2:
            let bytes = try reader.bytes(Int(try reader.integer(Int32.self)))
            guard let slot, chunk.layout.arenaSlots.contains(slot) else { return }
            bytes.withUnsafeBytes { chunk.set($0, row: row, slot: slot) }
        default: throw Unreadable()
        }
    }
}

/// Takes numbers and bytes off the front of data.
private struct ByteReader {
    private var rest: Data.SubSequence

    init(_ data: Data) { rest = data[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func bytes(_ count: Int) throws -> Data {
        guard count >= 0, rest.count >= count else { throw BinaryStoreDecoder.Unreadable() }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func integer<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
        try bytes(Number.bitWidth / 8).withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(as: Number.self)) }
    }
}
