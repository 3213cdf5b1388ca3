/// Objects that have the same values where the model wants them unique. Follows Apple's `NSConstraintConflict`.
open class NSConstraintConflict: NSObject {
    /// The names of the constraint's properties.
    public let constraint: [String]
    /// Their values.
    public let constraintValues: [String: Any]
    /// The object whose row has the values already; nil where the objects are all unsaved.
    public let databaseObject: NSManagedObject?
    /// The values of that row.
    public let databaseSnapshot: [String: Any]?
    /// The objects in memory that have the values.
    public let conflictingObjects: [NSManagedObject]
    /// Their values as they were read.
    public let conflictingSnapshots: [[String: Any]]

    /// A conflict between objects in memory, and the one whose row has the values already.
    public init(
        constraint names: [String], database databaseObject: NSManagedObject?, databaseSnapshot: [String: Any]?,
        conflicting conflictingObjects: [NSManagedObject], conflictingSnapshots: [[String: Any]]
    ) {
        constraint = names
        self.databaseObject = databaseObject
        self.databaseSnapshot = databaseSnapshot
        self.conflictingObjects = conflictingObjects
        self.conflictingSnapshots = conflictingSnapshots
        let values = conflictingObjects.first.map { object in
            names.map { ($0, object.value(forKey: $0) ?? NSNull()) }
        }
        constraintValues = Dictionary(values ?? [], uniquingKeysWith: { $1 })
    }

    /// What the conflict is about.
    open override var description: String {
        "NSConstraintConflict for constraint \(constraint): database: \(databaseObject.map { "\($0.objectID)" } ?? "(null)"), "
            + "conflictedObjects: \(conflictingObjects.map { "\($0.objectID)" })"
    }

    func resolve(by type: NSMergePolicyType) {
        conflictingObjects.first?.home.context?.resolve(self, by: type)
    }
}
