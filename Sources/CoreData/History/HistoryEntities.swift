/// The entities that history is searched by: what the predicate of a history request may name.
///
///     Transaction | author, bundleID, contextName, processID, timestamp, token, transactionNumber
///     Change      | changeID, changedEntity, changedObjectID, changeType
///
/// Apple's documents leave their names open; these are the ones that public programs search by.
enum HistoryEntities {
    static let transaction = entity(
        "Transaction",
        [
            ("author", .stringAttributeType), ("bundleID", .stringAttributeType), ("contextName", .stringAttributeType),
            ("processID", .stringAttributeType), ("timestamp", .dateAttributeType), ("token", .integer64AttributeType),
            ("transactionNumber", .integer64AttributeType),
        ])
    static let change = entity(
        "Change",
        [
            ("changeID", .integer64AttributeType), ("changedEntity", .integer64AttributeType),
            ("changedObjectID", .objectIDAttributeType), ("changeType", .integer64AttributeType),
        ])

    /// An entity of a model of its own, which is in use from the start.
    private static func entity(_ name: String, _ attributes: [(String, NSAttributeType)]) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        entity.properties = attributes.map { name, type in
            let attribute = NSAttributeDescription()
            attribute.name = name
            attribute.attributeType = type
            return attribute
        }
        let model = NSManagedObjectModel()
        model.entities = [entity]
        model.freeze()
        return entity
    }

    /// A request for all rows of one of them.
    static func fetchRequest(_ entity: NSEntityDescription) -> NSFetchRequest<any NSFetchRequestResult> {
        let request = NSFetchRequest<any NSFetchRequestResult>()
        request.entity = entity
        return request
    }
}

extension NSPersistentHistoryTransaction {
    /// The entity whose attributes a predicate on transactions may name.
    public class var entityDescription: NSEntityDescription? { HistoryEntities.transaction }

    /// The same, whatever the context.
    public class func entityDescription(with context: NSManagedObjectContext) -> NSEntityDescription? {
        HistoryEntities.transaction
    }

    /// A new request for transactions, to be given a predicate and handed to a `NSPersistentHistoryChangeRequest`.
    ///
    /// - Note: Differs from Apple: there it is nil as long as no container has loaded its stores.
    public class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
        HistoryEntities.fetchRequest(HistoryEntities.transaction)
    }
}

extension NSPersistentHistoryChange {
    /// The entity whose attributes a predicate on changes may name.
    public class var entityDescription: NSEntityDescription? { HistoryEntities.change }

    /// The same, whatever the context.
    public class func entityDescription(with context: NSManagedObjectContext) -> NSEntityDescription? {
        HistoryEntities.change
    }

    /// A new request for changes, to be given a predicate and handed to a `NSPersistentHistoryChangeRequest`.
    ///
    /// - Note: Differs from Apple: there it is nil as long as no container has loaded its stores.
    public class var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
        HistoryEntities.fetchRequest(HistoryEntities.change)
    }
}
