/// What a history request answers, with Apple's numbers.
public enum NSPersistentHistoryResultType: Int, Sendable {
    /// Whether it went well: `Bool`.
    case statusOnly = 0
    /// `[NSManagedObjectID]`.
    case objectIDs = 1
    /// How many transactions: `Int`.
    case count = 2
    /// `[NSPersistentHistoryTransaction]` without changes.
    case transactionsOnly = 3
    /// `[NSPersistentHistoryChange]`.
    case changesOnly = 4
    /// `[NSPersistentHistoryTransaction]` with their changes.
    case transactionsAndChanges = 5
}

/// What executing a request answers. Follows Apple's `NSPersistentStoreResult`.
open class NSPersistentStoreResult: NSObject {}

/// The answer to a history request. Follows Apple's `NSPersistentHistoryResult`.
public final class NSPersistentHistoryResult: NSPersistentStoreResult {
    /// The answer, of the type that `resultType` names.
    public let result: Any?
    /// What kind of answer was asked for.
    public let resultType: NSPersistentHistoryResultType

    init(_ result: Any?, _ resultType: NSPersistentHistoryResultType) {
        self.result = result
        self.resultType = resultType
    }
}
