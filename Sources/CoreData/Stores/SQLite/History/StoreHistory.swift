import Synchronization

internal import CoreDataSQLite

/// The persistent history of one store: writes a transaction with each save, and reads what was written.
final class StoreHistory: Sendable {
    let schema: StoreSchema
    let keys: KeySequences
    private let columns: [Int64: HistoryColumns]
    private let tombstones: [Int64: [Int]]
    /// Keys of interned strings that are in the file. They are never deleted, so what was found once stays true.
    private let strings = Mutex<[String: Int64]>([:])

    init(schema: StoreSchema, keys: KeySequences) {
        self.schema = schema
        self.keys = keys
        columns = Dictionary(schema.maps.map { ($0.number, HistoryColumns($0.layout)) }, uniquingKeysWith: { $1 })
        tombstones = Dictionary(
            schema.maps.map { map in
                (
                    map.number,
                    HistorySchema.tombstoneAttributes(of: map.layout.entity).compactMap {
                        map.layout.slot(named: $0.path)
                    }
                )
            }, uniquingKeysWith: { $1 })
    }

    func columns(of map: EntityMap) -> HistoryColumns { columns[map.number] ?? HistoryColumns(map.layout) }

    /// The slots that a deleted row leaves behind.
    func tombstoneSlots(of map: EntityMap) -> [Int] { tombstones[map.number] ?? [] }

    func key(ofString text: String) -> Int64? { strings.withLock { $0[text] } }

    func remember(_ added: [String: Int64]) { strings.withLock { $0.merge(added) { $1 } } }
}
