/// A store of a coordinator. Follows Apple's `NSPersistentStore`; `SQLiteStore` and `InMemoryStore` are its kinds.
///
/// The internal methods are what a coordinator asks of a store. They may be called from any thread: each store serialises its own work.
open class NSPersistentStore: NSObject, @unchecked Sendable {
    // Sendable: subclasses guard their state by locks of their own.

    /// The store's UUID, as in its metadata under NSStoreUUID.
    open internal(set) var identifier: String! = ""
    /// "SQLite" or "InMemory".
    open var type: String { "" }

    /// Whether predicates and sort orders are evaluated by the store. Where false, a fetch answers all rows of the entity
    /// and the context filters and sorts them.
    var evaluatesPredicates: Bool { true }

    /// Rows that fit the plan, entered in the row cache.
    func fetchRows(_ plan: FetchPlan) throws -> FetchedRows { abstract() }

    /// Primary keys of the rows that fit the plan; for SQLite from a covering index where there is one.
    func fetchKeys(_ plan: FetchPlan) throws -> FetchedKeys { abstract() }

    /// How many rows fit the plan.
    func count(_ plan: FetchPlan) throws -> Int { abstract() }

    /// The snapshot of one row, nil if there is none: from the row cache unless it is older than `staleness` seconds (negative: never stale).
    func row(family: NSEntityDescription, primaryKey: Int64, staleness: Double) throws -> RowReference? { abstract() }

    /// Snapshots of many rows in one go, in any order; missing ones are left out.
    func rows(family: NSEntityDescription, primaryKeys: [Int64]) throws -> [RowReference] { abstract() }

    /// The members of a to-many relationship for each of the owners (by primary key), in their order if it is ordered.
    func members(of relationship: NSRelationshipDescription, owners: [Int64]) throws -> [FetchedKeys] { abstract() }

    /// Writes all of it in one transaction, or nothing. Throws SaveConflicts or an NSError with Apple's code.
    func save(_ request: SaveRequest) throws -> SaveOutcome { abstract() }

    /// Sets aside permanent primary keys, `count` of them from the answer on; they are spent even if no save follows.
    func reservePrimaryKeys(family: NSEntityDescription, count: Int) throws -> Int64 { abstract() }

    private func abstract(_ name: StaticString = #function) -> Never {
        raise("NSInvalidArgumentException", "\(Swift.type(of: self)) does not implement \(name)")
    }
}
