/// A relationship of an entity. Follows Apple's `NSRelationshipDescription`.
open class NSRelationshipDescription: NSPropertyDescription, @unchecked Sendable {
    /// The entity at the other end.
    open weak var destinationEntity: NSEntityDescription?
    /// The relationship back.
    open weak var inverseRelationship: NSRelationshipDescription?
}
