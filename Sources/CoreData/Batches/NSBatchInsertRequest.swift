/// Inserts many rows without making an object of each. Follows Apple's `NSBatchInsertRequest`.
///
///     let request = NSBatchInsertRequest(entity: Item.entity(), objects: [["title": "Milk"], ["title": "Bread"]])
///     request.resultType = .objectIDs
///     let result = try context.execute(request) as? NSBatchInsertResult
///
/// Attributes that are not given get their defaults; relationships cannot be set, and nothing is validated but that mandatory
/// attributes have a value. Contexts know nothing of the rows until they are told, by
/// `NSManagedObjectContext.mergeChanges(fromRemoteContextSave:into:)`. SQLite stores only.
open class NSBatchInsertRequest: NSPersistentStoreRequest {
    /// The name of the entity to insert rows of.
    public final let entityName: String
    /// The entity to insert rows of; nil where only its name was given.
    public final let entity: NSEntityDescription?
    /// The rows, as values by the names of attributes; `NSNull` stands for nil.
    open var objectsToInsert: [[String: Any]]?
    /// Called with an empty dictionary for the values of each row, until it answers true: then there are no more.
    open var dictionaryHandler: ((NSMutableDictionary) -> Bool)?
    /// Called with an object, which holds the defaults, for the values of each row, until it answers true. It belongs to no context,
    /// and is one and the same each time.
    open var managedObjectHandler: ((NSManagedObject) -> Bool)?
    /// What the result holds.
    open var resultType = NSBatchInsertRequestResultType.statusOnly

    private init(_ name: String, _ entity: NSEntityDescription?) {
        entityName = name
        self.entity = entity
        super.init()
    }

    /// A request for rows of the entity of that name.
    public convenience init(entityName: String, objects dictionaries: [[String: Any]]) {
        self.init(entityName, nil)
        objectsToInsert = dictionaries
    }

    /// A request for rows of that entity.
    public convenience init(entity: NSEntityDescription, objects dictionaries: [[String: Any]]) {
        self.init(entity.name ?? "", entity)
        objectsToInsert = dictionaries
    }

    /// A request for rows of the entity of that name, whose values a closure sets.
    public convenience init(entityName: String, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool) {
        self.init(entityName, nil)
        dictionaryHandler = handler
    }

    /// A request for rows of that entity, whose values a closure sets.
    public convenience init(
        entity: NSEntityDescription, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool
    ) {
        self.init(entity.name ?? "", entity)
        dictionaryHandler = handler
    }

    /// A request for rows of the entity of that name, whose values a closure sets through an object.
    public convenience init(entityName: String, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool) {
        self.init(entityName, nil)
        managedObjectHandler = handler
    }

    /// A request for rows of that entity, whose values a closure sets through an object.
    public convenience init(
        entity: NSEntityDescription, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool
    ) {
        self.init(entity.name ?? "", entity)
        managedObjectHandler = handler
    }

    /// Batch insert.
    open override var requestType: NSPersistentStoreRequestType { .batchInsertRequestType }
}

/// What the result of a batch insert holds, with Apple's numbers.
public enum NSBatchInsertRequestResultType: UInt, Sendable {
    /// Whether it went well: `Bool`.
    case statusOnly = 0
    /// The IDs of the new rows, permanent: `[NSManagedObjectID]`.
    case objectIDs = 1
    /// How many rows there are: `Int`.
    case count = 2
}

/// The result of a batch insert. Follows Apple's `NSBatchInsertResult`.
open class NSBatchInsertResult: NSPersistentStoreResult {
    /// `Bool`, `[NSManagedObjectID]` or `Int`.
    public final let result: Any?
    /// Which of them.
    public final let resultType: NSBatchInsertRequestResultType

    init(_ result: Any?, _ resultType: NSBatchInsertRequestResultType) {
        self.result = result
        self.resultType = resultType
    }
}
