/// An object whose row was changed or deleted since it was read. Follows Apple's `NSMergeConflict`.
///
/// Either another context of the coordinator has saved the row: then `objectSnapshot` is what this context read, and
/// `cachedSnapshot` what the row cache has now. Or somebody else wrote the file: then `cachedSnapshot` is what the row cache had,
/// and `persistedSnapshot` what the file has.
open class NSMergeConflict: NSObject {
    /// The object that was to be saved.
    public let sourceObject: NSManagedObject
    /// The version of the row when the object read it.
    public let oldVersionNumber: Int
    /// The version of the row now, 0 if it was deleted.
    public let newVersionNumber: Int
    /// The values of the row as the object read it; nil where the conflict is between row cache and file.
    public let objectSnapshot: [String: Any]?
    /// The values that the row cache has: the new ones of another context, or the old ones where the file has others.
    public let cachedSnapshot: [String: Any]?
    /// The values in the file; nil where the row cache has them too, or if the row was deleted.
    public let persistedSnapshot: [String: Any]?
    /// The row now.
    let persisted: RowReference?

    init(_ object: NSManagedObject, _ stale: SaveConflicts.Stale) {
        sourceObject = object
        oldVersionNumber = Int(object.snapshot?.version ?? 0)
        newVersionNumber = Int(stale.persisted?.version ?? 0)
        let read = object.snapshot.map { object.conflictValues(of: $0) }
        let present = stale.persisted.map { object.conflictValues(of: $0) }
        objectSnapshot = stale.wasCached ? read : nil
        cachedSnapshot = stale.wasCached ? present : read
        persistedSnapshot = stale.wasCached ? nil : present
        persisted = stale.persisted
    }

    /// A conflict for a merge policy to resolve.
    ///
    /// - Parameters:
    ///   - srcObject: the object that was to be saved.
    ///   - newvers: the version of the row now, 0 if it was deleted.
    ///   - oldvers: the version of the row when it was read.
    ///   - cachesnap: the values that the row cache has.
    ///   - persnap: the values in the file; nil for a conflict between the object and the row cache.
    public init(
        source srcObject: NSManagedObject, newVersion newvers: Int, oldVersion oldvers: Int,
        cachedSnapshot cachesnap: [String: Any]?, persistedSnapshot persnap: [String: Any]?
    ) {
        sourceObject = srcObject
        newVersionNumber = newvers
        oldVersionNumber = oldvers
        cachedSnapshot = cachesnap
        persistedSnapshot = persnap
        objectSnapshot = persnap == nil ? srcObject.snapshot.map { srcObject.conflictValues(of: $0) } : nil
        persisted = newvers == 0 ? nil : srcObject.newestRow()
    }

    /// What the conflict is about.
    open override var description: String {
        "NSMergeConflict for \(sourceObject.objectID) with objectID '\(sourceObject.objectID)' with oldVersion = "
            + "\(oldVersionNumber) and newVersion = \(newVersionNumber == 0 ? "<deleted>" : "\(newVersionNumber)")"
    }

    func resolve(by type: NSMergePolicyType) {
        sourceObject.home.context?.resolve(self, by: type)
    }
}
