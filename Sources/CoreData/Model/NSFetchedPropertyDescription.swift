/// A property whose value is what a fetch finds. Follows Apple's `NSFetchedPropertyDescription`.
///
/// In the predicate of its request `$FETCH_SOURCE` stands for the object, `$FETCHED_PROPERTY` for this description.
open class NSFetchedPropertyDescription: NSPropertyDescription, @unchecked Sendable {
    // Sendable: see NSManagedObjectModel; a property is frozen together with its model.

    /// The fetch whose result is the property's value.
    ///
    /// - Note: Differs from Apple: the request is copied when it is set and when it is read, so set it when it is complete.
    open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? {
        get { settings.map { FetchRequestContent.request($0, entity: fetchedEntity?.entity) } }
        set {
            requireEditable()
            var content = newValue?.settings
            // Kept apart, and the entity not kept: the entity owns this property, which would own the entity.
            fetchedEntity = content?.knownEntity?.reference
            if let name = fetchedEntity?.entity?.name { content?.entityName = name }
            content?.entity = nil
            settings = content
        }
    }

    /// What the request says, without the entity.
    private var settings: FetchSettings?
    private var fetchedEntity: EntityReference?

    /// An optional, transient property.
    public required init() {
        super.init()
        isTransient = true
    }

    override func takeContent(of other: NSPropertyDescription) {
        super.takeContent(of: other)
        guard let other = other as? NSFetchedPropertyDescription else { return }
        settings = other.settings
        fetchedEntity = other.fetchedEntity
    }

    override func hasContent(of other: NSPropertyDescription) -> Bool {
        guard let other = other as? NSFetchedPropertyDescription else { return false }
        return super.hasContent(of: other) && FetchRequestContent.equal(fetchRequest, other.fetchRequest)
    }
}
