/// A property whose value is what a fetch finds. Follows Apple's `NSFetchedPropertyDescription`.
open class NSFetchedPropertyDescription: NSPropertyDescription, @unchecked Sendable {
    // Sendable: see NSManagedObjectModel; a property is frozen together with its model.

    /// An optional, transient property.
    public required init() {
        super.init()
        isTransient = true
    }
}
