/// What becomes of conflicts that a save meets. Follows Apple's `NSMergePolicy`; subclasses override the `resolve` methods.
open class NSMergePolicy: NSObject, @unchecked Sendable {
    // Sendable: immutable.

    /// The rule that unresolved conflicts follow.
    public let mergeType: NSMergePolicyType

    /// A policy of that rule.
    public init(merge type: NSMergePolicyType) { mergeType = type }

    /// Conflicts make the save throw; the default.
    public static let error = NSMergePolicy(merge: .errorMergePolicyType)
    /// The store wins, property by property.
    public static let mergeByPropertyStoreTrump = NSMergePolicy(merge: .mergeByPropertyStoreTrumpMergePolicyType)
    /// The object in memory wins, property by property.
    public static let mergeByPropertyObjectTrump = NSMergePolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
    /// The object in memory wins as a whole.
    public static let overwrite = NSMergePolicy(merge: .overwriteMergePolicyType)
    /// The changes in memory are dropped.
    public static let rollback = NSMergePolicy(merge: .rollbackMergePolicyType)

    /// Resolves conflicts of either kind; what it cannot resolve it throws.
    open func resolve(mergeConflicts list: [Any]) throws {
        let stale = list.compactMap { $0 as? NSMergeConflict }
        let duplicates = list.compactMap { $0 as? NSConstraintConflict }
        if !stale.isEmpty { try resolve(optimisticLockingConflicts: stale) }
        if !duplicates.isEmpty { try resolve(constraintConflicts: duplicates) }
    }

    /// Resolves conflicts over rows changed since they were read.
    open func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
        if mergeType == .errorMergePolicyType { throw Self.error(NSManagedObjectMergeError, list) }
        for conflict in list { conflict.resolve(by: mergeType) }
    }

    /// Resolves conflicts over values that must be unique.
    open func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
        if mergeType == .errorMergePolicyType { throw Self.error(NSManagedObjectConstraintMergeError, list) }
        for conflict in list { conflict.resolve(by: mergeType) }
    }

    static func error(_ code: Int, _ conflicts: [Any]) -> NSError { UnresolvedConflicts(code, conflicts) }
}

/// The error of a save whose conflicts nobody resolved. A class of its own, since Apple's error says what it says without an
/// entry in its `userInfo`.
private final class UnresolvedConflicts: NSError, @unchecked Sendable {
    // Sendable: like its superclass, immutable.
    init(_ code: Int, _ conflicts: [Any]) {
        super.init(
            domain: NSCocoaErrorDomain, code: code,
            userInfo: [NSPersistentStoreSaveConflictsErrorKey: conflicts, "NSExceptionOmitCallstacks": true])
    }

    required init?(coder: NSCoder) { raise("NSInvalidArgumentException", "Conflicts of a save cannot be archived.") }

    override var localizedDescription: String { "Could not merge changes." }
}

/// The rules that Apple's merge policies follow.
public enum NSMergePolicyType: UInt, Sendable {
    /// Throw.
    case errorMergePolicyType = 0
    /// The store wins, property by property.
    case mergeByPropertyStoreTrumpMergePolicyType = 1
    /// The object in memory wins, property by property.
    case mergeByPropertyObjectTrumpMergePolicyType = 2
    /// The object in memory wins as a whole.
    case overwriteMergePolicyType = 3
    /// The changes in memory are dropped.
    case rollbackMergePolicyType = 4
}

/// See `NSMergePolicy.error`.
public let NSErrorMergePolicy = NSMergePolicy.error
/// See `NSMergePolicy.mergeByPropertyStoreTrump`.
public let NSMergeByPropertyStoreTrumpMergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
/// See `NSMergePolicy.mergeByPropertyObjectTrump`.
public let NSMergeByPropertyObjectTrumpMergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
/// See `NSMergePolicy.overwrite`.
public let NSOverwriteMergePolicy = NSMergePolicy.overwrite
/// See `NSMergePolicy.rollback`.
public let NSRollbackMergePolicy = NSMergePolicy.rollback
