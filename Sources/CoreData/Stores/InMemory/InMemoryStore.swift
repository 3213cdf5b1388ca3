import Synchronization

/// A store that keeps its rows in memory, as snapshots. Predicates and sort orders are evaluated by the context.
class InMemoryStore: NSPersistentStore, @unchecked Sendable {
    // Sendable: what changes lies behind `rows`.

    private let rows: Mutex<InMemoryRows>
    private let numbers: [ObjectIdentifier: Int64]
    private let layouts: [Int64: EntityLayout]
    /// The layouts of the store's entities, by number.
    let orderedLayouts: [EntityLayout]

    init(
        model: NSManagedObjectModel, configuration: String?, url: URL?, options: [AnyHashable: Any]?,
        type: String = NSInMemoryStoreType
    ) {
        let entities = (model.entities(forConfigurationName: configuration) ?? []).sorted {
            ($0.name ?? "") < ($1.name ?? "")
        }
        var numbers: [ObjectIdentifier: Int64] = [:]
        var layouts: [Int64: EntityLayout] = [:]
        for (index, entity) in entities.enumerated() {
            numbers[ObjectIdentifier(entity.layout)] = Int64(index + 1)
            layouts[Int64(index + 1)] = entity.layout
        }
        self.numbers = numbers
        self.layouts = layouts
        orderedLayouts = entities.map(\.layout)
        rows = Mutex(InMemoryRows())
        super.init(configurationName: configuration, url: url, options: options)
        identifier = UUID().uuidString
        let hashes = Dictionary(uniqueKeysWithValues: entities.map { ($0.name ?? "", $0.versionHash) })
        metadata = [
            NSStoreTypeKey: type, NSStoreUUIDKey: identifier as Any,
            "NSStoreModelVersionHashes": hashes, "NSStoreModelVersionHashesVersion": 3,
            "NSStoreModelVersionIdentifiers": model.versionIdentifiers.isEmpty
                ? [""] : model.versionIdentifiers.map { "\($0.base)" }.sorted(),
        ]
    }

    override var type: String { NSInMemoryStoreType }
    override var evaluatesPredicates: Bool { false }
    override func layout(entityNumber: Int64) -> EntityLayout? { layouts[entityNumber] }
    override func entityNumber(of layout: EntityLayout) -> Int64? { numbers[ObjectIdentifier(layout)] }

    override func fetchRows(_ plan: FetchPlan) throws -> FetchedRows {
        rows.withLock { $0.rows(of: plan.entity, includesSubentities: plan.includesSubentities) }
    }

    override func fetchKeys(_ plan: FetchPlan) throws -> FetchedKeys {
        var keys = FetchedKeys(primaryKeys: [], layouts: [])
        try fetchRows(plan).forEach { row in
            keys.primaryKeys.append(row.primaryKey)
            keys.layouts?.append(row.chunk.layout)
        }
        return keys
    }

    override func count(_ plan: FetchPlan) throws -> Int { try fetchRows(plan).count }

    override func row(family: NSEntityDescription, primaryKey: Int64, staleness: Double) throws -> RowReference? {
        rows.withLock { $0.row(family, primaryKey) }
    }

    override func rows(family: NSEntityDescription, primaryKeys: [Int64]) throws -> FetchedRows {
        rows.withLock { rows in
            var found = FetchedRows()
            var numbers: [ObjectIdentifier: Int32] = [:]
            for key in primaryKeys {
                guard let row = rows.row(family, key) else { continue }
                let number = numbers[ObjectIdentifier(row.chunk)] ?? Int32(found.chunks.count)
                if number == found.chunks.count {
                    found.chunks.append(row.chunk)
                    numbers[ObjectIdentifier(row.chunk)] = number
                }
                found.append(chunk: number, row: row.row)
            }
            return found
        }
    }

    override func members(of relationship: NSRelationshipDescription, owners: [Int64]) throws -> [FetchedKeys] {
        rows.withLock { rows in owners.map { rows.members(of: relationship, owner: $0) } }
    }

    override func save(_ request: SaveRequest) throws -> SaveOutcome {
        let transfer = UnsafeTransfer(request)
        // The saving context waits, so its objects may be read under the lock.
        return try rows.withLock { rows in try write(transfer.value, into: &rows) }
    }

    /// Writes all of a request, or nothing; the store's only access to its rows meanwhile.
    func write(_ request: SaveRequest, into rows: inout InMemoryRows) throws -> SaveOutcome {
        try rows.save(request, in: self)
    }

    /// Puts other rows in the place of those there are: for a store that is being made.
    final func replaceRows(with new: sending InMemoryRows) { rows.withLock { $0 = new } }

    override func reservePrimaryKeys(family: NSEntityDescription, count: Int) throws -> Int64 {
        rows.withLock { $0.reserve(count, for: family) }
    }
}
