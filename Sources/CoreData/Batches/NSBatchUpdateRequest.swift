/// Changes many rows without fetching them. Follows Apple's `NSBatchUpdateRequest`.
///
///     let request = NSBatchUpdateRequest(entityName: "Item")
///     request.predicate = NSPredicate(format: "done == NO")
///     request.propertiesToUpdate = ["done": true, "count": NSExpression(format: "count + 1")]
///     try context.execute(request)
///
/// Nothing is validated. Contexts know nothing of the changes until they are told, by
/// `NSManagedObjectContext.mergeChanges(fromRemoteContextSave:into:)`. SQLite stores only.
open class NSBatchUpdateRequest: NSPersistentStoreRequest {
    /// The name of the entity whose rows are changed.
    public final let entityName: String
    /// The entity whose rows are changed; nil where only its name was given.
    public final let entity: NSEntityDescription?
    /// Which rows; nil for all.
    open var predicate: NSPredicate?
    /// Whether rows of subentities are changed as well.
    open var includesSubentities = true
    /// New values by the names or descriptions of attributes and to-one relationships: a constant, an object or its ID, or an
    /// `NSExpression` over the row; `NSNull` stands for nil.
    open var propertiesToUpdate: [AnyHashable: Any]?
    /// What the result holds.
    open var resultType = NSBatchUpdateRequestResultType.statusOnlyResultType

    /// A request for rows of the entity of that name.
    public init(entityName: String) {
        self.entityName = entityName
        entity = nil
        super.init()
    }

    /// A request for rows of that entity.
    public init(entity: NSEntityDescription) {
        entityName = entity.name ?? ""
        self.entity = entity
        super.init()
    }

    /// Batch update.
    open override var requestType: NSPersistentStoreRequestType { .batchUpdateRequestType }
}

/// What the result of a batch update holds, with Apple's numbers.
public enum NSBatchUpdateRequestResultType: UInt, Sendable {
    /// Whether it went well: `Bool`.
    case statusOnlyResultType = 0
    /// The IDs of the changed rows: `[NSManagedObjectID]`.
    case updatedObjectIDsResultType = 1
    /// How many rows were changed: `Int`.
    case updatedObjectsCountResultType = 2
}

/// The result of a batch update. Follows Apple's `NSBatchUpdateResult`.
open class NSBatchUpdateResult: NSPersistentStoreResult {
    /// `Bool`, `[NSManagedObjectID]` or `Int`.
    public final let result: Any?
    /// Which of them.
    public final let resultType: NSBatchUpdateRequestResultType

    init(_ result: Any?, _ resultType: NSBatchUpdateRequestResultType) {
        self.result = result
        self.resultType = resultType
    }
}
