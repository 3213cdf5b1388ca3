/// What a context or coordinator can be asked to execute. Follows Apple's `NSPersistentStoreRequest`.
open class NSPersistentStoreRequest: NSObject {
    /// The stores to ask; nil for all of the coordinator.
    open var affectedStores: [NSPersistentStore]?
    /// The kind of request.
    open var requestType: NSPersistentStoreRequestType {
        raise("NSInvalidArgumentException", "\(type(of: self)) does not say its request type.")
    }

    /// A request to all stores.
    public override init() { super.init() }
}

/// Kinds of requests, with Apple's numbers.
public enum NSPersistentStoreRequestType: UInt, Sendable {
    /// NSFetchRequest.
    case fetchRequestType = 1
    /// A save.
    case saveRequestType = 2
    /// NSBatchInsertRequest.
    case batchInsertRequestType = 5
    /// NSBatchUpdateRequest.
    case batchUpdateRequestType = 6
    /// NSBatchDeleteRequest.
    case batchDeleteRequestType = 7
}

/// What a fetch can answer: objects, IDs, dictionaries, a count.
public protocol NSFetchRequestResult: NSObjectProtocol {}

extension NSManagedObject: NSFetchRequestResult {}
extension NSManagedObjectID: NSFetchRequestResult {}
extension NSDictionary: NSFetchRequestResult {}
extension NSNumber: NSFetchRequestResult {}

/// What a fetch answers, with Apple's numbers.
public struct NSFetchRequestResultType: OptionSet, Sendable {
    /// Apple's number.
    public let rawValue: UInt
    /// The type of that number.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Objects.
    public static let managedObjectResultType: NSFetchRequestResultType = []
    /// IDs of objects.
    public static let managedObjectIDResultType = NSFetchRequestResultType(rawValue: 1)
    /// Dictionaries of values.
    public static let dictionaryResultType = NSFetchRequestResultType(rawValue: 2)
    /// One number.
    public static let countResultType = NSFetchRequestResultType(rawValue: 4)
}
