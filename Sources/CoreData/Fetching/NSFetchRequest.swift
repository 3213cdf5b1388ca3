/// A search for objects of an entity. Follows Apple's `NSFetchRequest`.
///
///     let request = NSFetchRequest<Item>(entityName: "Item")
///     request.predicate = NSPredicate(format: "title BEGINSWITH[c] %@", "mi")
///     request.sortDescriptors = [NSSortDescriptor(keyPath: \Item.timestamp, ascending: false)]
///     let items = try context.fetch(request)
///
/// - Note: Differs from Apple: `ResultType` is unconstrained, because in Swift a protocol such as `NSFetchRequestResult` does not
///   conform to itself, and `NSFetchRequest<any NSFetchRequestResult>` must exist.
open class NSFetchRequest<ResultType>: NSPersistentStoreRequest, NSCopying {
    /// Everything the request says, as a value: what executes it knows no type parameter.
    final var settings = FetchSettings()

    /// A request that has yet to be given an entity.
    public override init() { super.init() }

    /// A request for objects of the entity of that name.
    public convenience init(entityName: String) {
        self.init()
        settings.entityName = entityName
    }

    /// A request for objects of a class; the entity is looked for when it is executed.
    convenience init(objectClass: NSManagedObject.Type) {
        self.init()
        settings.objectClass = objectClass
    }

    /// Fetch.
    open override var requestType: NSPersistentStoreRequestType { .fetchRequestType }
    /// The stores to ask; nil for all of the coordinator.
    open override var affectedStores: [NSPersistentStore]? {
        get { settings.affectedStores }
        set { settings.affectedStores = newValue }
    }
    /// The entity to search.
    open var entity: NSEntityDescription? {
        get { settings.knownEntity }
        set { settings.entity = newValue }
    }
    /// The name of the entity to search.
    open var entityName: String? {
        settings.knownEntity?.name ?? settings.entityName ?? settings.objectClass.map { String(describing: $0) }
    }
    /// Which objects; nil for all. An AND of no predicates reads back as nil.
    open var predicate: NSPredicate? {
        get { settings.predicate }
        set { settings.predicate = newValue.flatMap(FetchSettings.meaningful) }
    }
    /// In which order.
    open var sortDescriptors: [NSSortDescriptor]? {
        get { settings.sortDescriptors }
        set { settings.sortDescriptors = newValue }
    }
    /// How many at most, 0 for no limit.
    open var fetchLimit: Int {
        get { settings.limit }
        set { settings.limit = newValue }
    }
    /// How many to skip.
    open var fetchOffset: Int {
        get { settings.offset }
        set { settings.offset = newValue }
    }
    /// How many rows to read at a time as objects are used, 0 for all at once.
    open var fetchBatchSize: Int {
        get { settings.batchSize }
        set { settings.batchSize = newValue }
    }
    /// Whether objects of subentities are found as well.
    open var includesSubentities: Bool {
        get { settings.includesSubentities }
        set { settings.includesSubentities = newValue }
    }
    /// Whether the rows' values are read along with their keys.
    open var includesPropertyValues: Bool {
        get { settings.includesPropertyValues }
        set { settings.includesPropertyValues = newValue }
    }
    /// Whether the context's pending changes count.
    open var includesPendingChanges: Bool {
        get { settings.includesPendingChanges }
        set { settings.includesPendingChanges = newValue }
    }
    /// Whether objects come back as faults, to be fired from the row cache.
    open var returnsObjectsAsFaults: Bool {
        get { settings.returnsObjectsAsFaults }
        set { settings.returnsObjectsAsFaults = newValue }
    }
    /// Whether dictionaries that are equal come back once.
    open var returnsDistinctResults: Bool {
        get { settings.returnsDistinctResults }
        set { settings.returnsDistinctResults = newValue }
    }
    /// Whether objects in memory take the fetched values; without effect, as on Apple's platforms.
    open var shouldRefreshRefetchedObjects: Bool {
        get { settings.shouldRefreshRefetchedObjects }
        set { settings.shouldRefreshRefetchedObjects = newValue }
    }
    /// Objects, IDs, dictionaries or a count.
    open var resultType: NSFetchRequestResultType {
        get { settings.resultType }
        set { settings.resultType = newValue }
    }
    /// Names, key paths or descriptions of the properties to read; of dictionaries, the keys. An `NSExpressionDescription` is
    /// computed, of each row or, as `sum:` and the like, of all rows of a group.
    ///
    /// Raises as long as the request knows no entity.
    open var propertiesToFetch: [Any]? {
        get { settings.propertiesToFetch }
        set {
            if newValue != nil, entityName == nil {
                raise(
                    "NSInvalidArgumentException",
                    "A fetch request must have an entity before its propertiesToFetch are set.")
            }
            settings.propertiesToFetch = newValue
        }
    }
    /// What is the same in all rows of a group, of which one dictionary comes.
    open var propertiesToGroupBy: [Any]? {
        get { settings.propertiesToGroupBy }
        set { settings.propertiesToGroupBy = newValue }
    }
    /// Which groups; its variables are names of expressions in `propertiesToFetch`.
    open var havingPredicate: NSPredicate? {
        get { settings.havingPredicate }
        set { settings.havingPredicate = newValue }
    }
    /// Relationships to read in the same go: key paths such as `category` or `list.shop`.
    open var relationshipKeyPathsForPrefetching: [String]? {
        get { settings.prefetchedKeyPaths }
        set { settings.prefetchedKeyPaths = newValue ?? [] }
    }

    /// A request that says the same.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSFetchRequest<ResultType>()
        copy.settings = settings
        return copy
    }

    /// What the request says.
    open override var description: String {
        "<NSFetchRequest: (entity: \(entityName ?? "(null)"); predicate: (\(predicate.map { "\($0)" } ?? "(null)")); "
            + "sortDescriptors: (\(sortDescriptors.map { "\($0)" } ?? "(null)")); limit: \(fetchLimit))>"
    }
}

/// What a fetch request says.
struct FetchSettings {
    var entity: NSEntityDescription?
    var entityName: String?
    var objectClass: NSManagedObject.Type?
    var affectedStores: [NSPersistentStore]?
    var predicate: NSPredicate?
    var sortDescriptors: [NSSortDescriptor]?
    var limit = 0
    var offset = 0
    var batchSize = 0
    var includesSubentities = true
    var includesPropertyValues = true
    var includesPendingChanges = true
    var returnsObjectsAsFaults = true
    var returnsDistinctResults = false
    var shouldRefreshRefetchedObjects = false
    var resultType = NSFetchRequestResultType.managedObjectResultType
    var propertiesToFetch: [Any]?
    var propertiesToGroupBy: [Any]?
    var havingPredicate: NSPredicate?
    var prefetchedKeyPaths: [String] = []

    /// nil for an AND of nothing, which picks everything.
    static func meaningful(_ predicate: NSPredicate) -> NSPredicate? {
        guard let compound = predicate as? NSCompoundPredicate, compound.compoundPredicateType == .and,
            compound.subpredicates.isEmpty
        else { return predicate }
        return nil
    }

    /// The entity, as far as it is known without a context.
    var knownEntity: NSEntityDescription? {
        entity ?? objectClass.flatMap { ManagedClasses.entities(of: $0).last }
    }

    /// The entity in the model of a coordinator; raises where there is none.
    func entity(in coordinator: NSPersistentStoreCoordinator?) -> NSEntityDescription {
        let model = coordinator?.managedObjectModel
        if let entity {
            if entity.managedObjectModel === model || model == nil { return entity }
            // Said by the description of another model with the same entities.
            if let own = model?.entitiesByName[entity.name ?? ""] { return own }
            return entity
        }
        if let objectClass {
            let claiming = model?.entities.filter { $0.layout?.objectClass == objectClass } ?? []
            if claiming.count == 1 { return claiming[0] }
            if let entity = knownEntity { return entity }
        }
        guard let entityName else {
            raise("NSInvalidArgumentException", "A fetch request must have an entity.")
        }
        guard let found = model?.entitiesByName[entityName] else {
            raise(
                "NSInternalInconsistencyException",
                "executeFetchRequest:error: could not locate an NSEntityDescription for entity name '\(entityName)'")
        }
        return found
    }
}
