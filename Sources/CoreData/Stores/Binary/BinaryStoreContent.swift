/// What the file of a binary store holds: a binary property list.
///
///     key       | value
///     format    | "CoreData binary store 1"
///     metadata  | the store's metadata
///     model     | the model that the store was made with, as SQLite stores keep theirs; older files have none
///     entities  | names; an entity's number is its place from 1 on
///     slots     | by entity the names of its slots; that of a destination's entity has an "@" in front
///     lastKeys  | by root entity the highest primary key given out
///     rows      | by entity its rows, one after the other: see below
///     members   | by "Entity.relationship" the members that no slot tells: by owner a list of key, entity, key, entity …
///
///     a row     | key Int64, version Int32, then slot after slot
///     a slot    | 0 for NULL; 1, 8 bytes for a number, double or key; 2, Int32 length, bytes for text, data or a decimal's text
///
/// Numbers are written low byte first.
struct BinaryStoreContent {
    var metadata: [String: Any]
    let model: Data?
    let list: [String: Any]

    private static let format = "CoreData binary store 1"

    init?(_ data: Data) {
        guard let list = PropertyListDictionary.read([UInt8](data)), list["format"] as? String == Self.format,
            let metadata = list["metadata"] as? [String: Any]
        else { return nil }
        self.metadata = metadata
        model = list["model"] as? Data
        self.list = list
    }

    /// Whether data may be what is left of a store: a binary property list that cannot be read any more, or nothing at all.
    static func isDamaged(_ data: Data) -> Bool {
        data.isEmpty
            || data.starts(with: "bplist".utf8) && (try? BinaryPropertyListReader.readForeign([UInt8](data))) == nil
    }

    func data() throws -> Data {
        var list = list
        list["metadata"] = metadata
        list["model"] = model
        return try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    }

    // MARK: From memory

    init(metadata: [String: Any], model: Data?, rows: InMemoryRows, of store: InMemoryStore) {
        self.metadata = metadata
        self.model = model
        let layouts = store.orderedLayouts
        var slots: [String: [String]] = [:]
        var encoded: [String: Data] = [:]
        var lastKeys: [String: Int64] = [:]
        for layout in layouts {
            slots[layout.name] = layout.slots.map { $0.storage == .destinationEntity ? "@" + $0.name : $0.name }
            if layout.entity === layout.rootEntity { lastKeys[layout.name] = rows.lastKey(of: layout.entity) }
            var data = Data()
            rows.rows(of: layout.entity, includesSubentities: false).forEach { Self.append($0, to: &data) }
            encoded[layout.name] = data
        }
        var members: [String: [String: [Int64]]] = [:]
        for layout in layouts {
            for relationship in layout.toMany where relationship.entity === layout.entity {
                let lists = rows.lists(of: relationship)
                guard !lists.isEmpty else { continue }
                members[Self.name(relationship)] = Dictionary(
                    uniqueKeysWithValues: lists.map { owner, list in
                        (String(owner), list.flatMap { [$0.key, store.entityNumber(of: $0.layout) ?? 0] })
                    })
            }
        }
        list = [
            "format": Self.format, "entities": layouts.map(\.name), "slots": slots, "lastKeys": lastKeys,
            "rows": encoded,
            "members": members,
        ]
    }

    static func name(_ relationship: NSRelationshipDescription) -> String {
        "\(relationship.entity?.name ?? "").\(relationship.name)"
    }

    private static func append(_ row: RowReference, to data: inout Data) {
        func append(_ number: some FixedWidthInteger) {
            withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) }
        }
        append(row.primaryKey)
        append(row.version)
        let (chunk, at) = (row.chunk, row.row)
        for (slot, shape) in chunk.layout.slots.enumerated() {
            if chunk.isNull(row: at, slot: slot) {
                data.append(0)
                continue
            }
            switch shape.storage {
            case .integer, .toOne, .destinationEntity, .real:
                data.append(1)
                append(chunk.integer(row: at, slot: slot))
            case .text, .blob, .decimal:
                data.append(2)
                let bytes = chunk.bytes(row: at, slot: slot)
                append(Int32(bytes.count))
                data.append(contentsOf: bytes)
            }
        }
    }

    // MARK: Into memory

    /// The rows, for a store of the same entities; throws where they make no sense.
    func rows(for store: InMemoryStore) throws -> InMemoryRows {
        do {
            var decoder = try BinaryStoreDecoder(list, store)
            try decoder.decode()
            return decoder.rows
        } catch is BinaryStoreDecoder.Unreadable {
            throw StoreKinds.error(
                CocoaError.Code.fileReadCorruptFile.rawValue, reason: "The store's rows cannot be read", url: store.url)
        }
    }
}
