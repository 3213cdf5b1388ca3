/// An object whose row was changed or deleted since it was read. Follows Apple's `NSMergeConflict`.
open class NSMergeConflict: NSObject {
    /// The object that was to be saved.
    public let sourceObject: NSManagedObject
    /// The version of the row when the object read it.
    public let oldVersionNumber: Int
    /// The version of the row now, 0 if it was deleted.
    public let newVersionNumber: Int
    /// The object's present values; nil where the conflict is between row cache and file.
    public let objectSnapshot: [String: Any]?
    /// The values of the row as the object read it.
    public let cachedSnapshot: [String: Any]?
    /// The values of the row now; nil if it was deleted.
    public let persistedSnapshot: [String: Any]?
    /// The row now.
    let persisted: RowReference?

    init(_ object: NSManagedObject, persisted: RowReference?) {
        sourceObject = object
        oldVersionNumber = Int(object.snapshot?.version ?? 0)
        newVersionNumber = Int(persisted?.version ?? 0)
        objectSnapshot = nil
        cachedSnapshot = object.snapshot.map { object.conflictValues(of: $0) }
        persistedSnapshot = persisted.map { object.conflictValues(of: $0) }
        self.persisted = persisted
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
