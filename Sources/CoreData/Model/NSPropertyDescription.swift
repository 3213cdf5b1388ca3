/// A property of an entity. Follows Apple's `NSPropertyDescription`.
open class NSPropertyDescription: NSObject, @unchecked Sendable {
    // Sendable: see NSManagedObjectModel; a property is frozen together with its model.
    /// The property's name.
    open var name: String = ""
}
