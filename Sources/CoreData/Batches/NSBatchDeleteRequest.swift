/// Deletes many rows without fetching them. Follows Apple's `NSBatchDeleteRequest`.
///
///     let request = NSBatchDeleteRequest(fetchRequest: Item.fetchRequest())
///     request.resultType = .resultTypeObjectIDs
///     let result = try context.execute(request) as? NSBatchDeleteResult
///
/// Delete rules hold: members go along, or lose their owner; where a rule denies the deletion of any row, none is deleted. Nothing
/// else is validated. Contexts know nothing of it until they are told, by
/// `NSManagedObjectContext.mergeChanges(fromRemoteContextSave:into:)`. SQLite stores only.
open class NSBatchDeleteRequest: NSPersistentStoreRequest {
    /// Which rows are to go: a search for their IDs.
    public final let fetchRequest: NSFetchRequest<any NSFetchRequestResult>
    /// Set where the rows were named one by one.
    let objectIDs: [NSManagedObjectID]?
    /// What the result holds.
    open var resultType = NSBatchDeleteRequestResultType.resultTypeStatusOnly

    /// A request for the rows that a search finds.
    public convenience init<ResultType>(fetchRequest fetch: NSFetchRequest<ResultType>) {
        self.init(search: fetch.settings)
    }

    private init(search settings: FetchSettings) {
        fetchRequest = Self.search(settings)
        objectIDs = nil
        super.init()
    }

    /// A request for the rows that a search finds, where its type of result is left open, as
    /// `NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Item"))` does.
    public convenience init(fetchRequest fetch: NSFetchRequest<any NSFetchRequestResult>) {
        self.init(search: fetch.settings)
    }

    /// A request for those rows, which must be of one entity.
    public init(objectIDs objects: [NSManagedObjectID]) {
        var settings = FetchSettings()
        settings.entity = objects.first?.entity
        fetchRequest = Self.search(settings)
        objectIDs = objects
        super.init()
    }

    private static func search(_ settings: FetchSettings) -> NSFetchRequest<any NSFetchRequestResult> {
        let request = NSFetchRequest<any NSFetchRequestResult>()
        request.settings = settings
        request.settings.resultType = .managedObjectIDResultType
        return request
    }

    /// Batch delete.
    open override var requestType: NSPersistentStoreRequestType { .batchDeleteRequestType }
}

/// What the result of a batch delete holds, with Apple's numbers.
public enum NSBatchDeleteRequestResultType: UInt, Sendable {
    /// Whether it went well: `Bool`.
    case resultTypeStatusOnly = 0
    /// The IDs of the rows that were asked for and deleted: `[NSManagedObjectID]`.
    case resultTypeObjectIDs = 1
    /// How many rows that were asked for were deleted: `Int`.
    case resultTypeCount = 2
}

/// The result of a batch delete. Follows Apple's `NSBatchDeleteResult`.
open class NSBatchDeleteResult: NSPersistentStoreResult {
    /// `Bool`, `[NSManagedObjectID]` or `Int`.
    public final let result: Any?
    /// Which of them.
    public final let resultType: NSBatchDeleteRequestResultType

    init(_ result: Any?, _ resultType: NSBatchDeleteRequestResultType) {
        self.result = result
        self.resultType = resultType
    }
}
