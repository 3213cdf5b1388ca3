import Synchronization

/// A store of a coordinator. Follows Apple's `NSPersistentStore`; `SQLiteStore`, `InMemoryStore` and `BinaryStore` are its
/// kinds.
///
/// The internal methods are what a coordinator asks of a store. They may be called from any thread: each store serialises its own work.
open class NSPersistentStore: NSObject, @unchecked Sendable {
    // Sendable: what can change after the store is added lies behind `state` or behind locks of the subclass.

    private struct State {
        var url: URL?
        var metadata: [String: Any] = [:]
    }
    private let state: Mutex<State>
    private let madeTie = Mutex<StoreTie?>(nil)

    /// What the IDs of the store's objects hold on to.
    final var tie: StoreTie {
        madeTie.withLock { tie in
            if let tie, tie.identifier == identifier { return tie }
            let made = StoreTie(self)
            tie = made
            return made
        }
    }

    /// The store's UUID, as in its metadata under NSStoreUUID.
    open internal(set) var identifier: String! = ""
    /// The configuration of the model whose entities the store holds.
    public let configurationName: String
    /// The options the store was added with.
    public let options: [AnyHashable: Any]?
    /// "SQLite", "Binary" or "InMemory".
    open var type: String { "" }
    /// Whether saves through this store fail.
    open internal(set) var isReadOnly = false

    /// The coordinator the store was added to.
    open internal(set) weak var persistentStoreCoordinator: NSPersistentStoreCoordinator?

    /// Where the store is.
    open internal(set) var url: URL? {
        get { state.withLock { $0.url } }
        set { state.withLock { $0.url = newValue } }
    }

    /// The store's metadata; a change reaches the disk with the next save.
    open var metadata: [String: Any]! {
        get { state.withLock { MetadataBox($0.metadata) }.content }
        set {
            let box = MetadataBox(newValue ?? [:])
            state.withLock { $0.metadata = box.content }
        }
    }

    /// - Parameter configurationName: nil for all entities of the model, under Apple's name for that.
    init(configurationName: String?, url: URL?, options: [AnyHashable: Any]?) {
        self.configurationName = configurationName ?? "PF_DEFAULT_CONFIGURATION_NAME"
        self.options = options
        state = Mutex(State(url: url))
    }

    /// Whether predicates and sort orders are evaluated by the store. Where false, a fetch answers all rows of the entity
    /// and the context filters and sorts them.
    var evaluatesPredicates: Bool { true }

    /// The concrete entity a `.destinationEntity` slot names by its number in this store.
    func layout(entityNumber: Int64) -> EntityLayout? { abstract() }

    /// The number of a concrete entity in this store.
    func entityNumber(of layout: EntityLayout) -> Int64? { abstract() }

    /// The token of a transaction in the history; nil from stores without history.
    func historyToken(ofTransaction number: Int64) -> Any? { nil }

    /// Rows that fit the plan, entered in the row cache.
    func fetchRows(_ plan: FetchPlan) throws -> FetchedRows { abstract() }

    /// Primary keys of the rows that fit the plan; for SQLite from a covering index where there is one.
    func fetchKeys(_ plan: FetchPlan) throws -> FetchedKeys { abstract() }

    /// What reads the same, with the values the rows are sorted by, in small batches on whatever thread; the plan is looked at
    /// before this returns.
    func sortKeyReader(_ plan: FetchPlan, _ shape: KeyShape) -> any SortKeyReader { abstract() }

    /// What tells the state of the store's content from any other, also in another process and at another time; nil where
    /// nothing does. What was read between two equal marks is of that state.
    func contentMark() -> [UInt8]? { nil }

    /// The dictionaries of the rows that fit the plan, from a store that evaluates predicates; IDs in them are of `owner`.
    func fetchDictionaries(
        _ plan: FetchPlan, _ shape: DictionaryShape, owner: NSPersistentStore
    ) throws -> [NSDictionary] { abstract() }

    /// What reads rows, or keys, on any thread until that is called off; the plan is looked at before this returns.
    func rowReader(_ plan: FetchPlan) -> @Sendable (ReadCancellation) throws -> FetchedRows { abstract() }
    func keyReader(_ plan: FetchPlan) -> @Sendable (ReadCancellation) throws -> FetchedKeys { abstract() }

    /// How many rows fit the plan.
    func count(_ plan: FetchPlan) throws -> Int { abstract() }

    /// The snapshot of one row, nil if there is none: from the row cache unless it is older than `staleness` seconds (negative: never stale).
    func row(family: NSEntityDescription, primaryKey: Int64, staleness: Double) throws -> RowReference? { abstract() }

    /// Snapshots of many rows in one go, in any order; missing ones are left out.
    func rows(family: NSEntityDescription, primaryKeys: [Int64]) throws -> FetchedRows { abstract() }

    /// The members of a to-many relationship for each of the owners (by primary key), in their order if it is ordered.
    func members(of relationship: NSRelationshipDescription, owners: [Int64]) throws -> [FetchedKeys] { abstract() }

    /// Writes all of it in one transaction, or nothing. Throws SaveConflicts or an NSError with Apple's code.
    func save(_ request: SaveRequest) throws -> SaveOutcome { abstract() }

    /// Sets aside permanent primary keys, `count` of them from the answer on; they are spent even if no save follows.
    func reservePrimaryKeys(family: NSEntityDescription, count: Int) throws -> Int64 { abstract() }

    /// Ends all work with the file: the store has left its coordinator.
    func close() {}

    private func abstract(_ name: StaticString = #function) -> Never {
        raise("NSInvalidArgumentException", "\(Swift.type(of: self)) does not implement \(name)")
    }
}

/// Metadata on their way across a lock.
private struct MetadataBox: @unchecked Sendable {
    // Sendable: metadata are property list values, which never change.
    let content: [String: Any]
    init(_ content: [String: Any]) { self.content = content }
}
