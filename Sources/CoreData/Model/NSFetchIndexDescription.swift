/// An index of an entity. Follows Apple's `NSFetchIndexDescription`.
open class NSFetchIndexDescription: NSObject, NSCopying, @unchecked Sendable {
    // Sendable: see NSManagedObjectModel; an index is frozen together with its entity.

    /// The index's name, unique within its entity.
    open var name: String { willSet { entity?.requireEditable() } }
    /// The columns, most significant first.
    open var elements: [NSFetchIndexElementDescription] {
        willSet { entity?.requireEditable() }
        didSet { for element in elements { element.indexDescription = self } }
    }
    /// The entity the index belongs to.
    open internal(set) var entity: NSEntityDescription? {
        get { entityReference?.entity }
        set { entityReference = newValue?.reference }
    }
    /// Which rows the index holds; nil for all.
    open var partialIndexPredicate: NSPredicate? { willSet { entity?.requireEditable() } }

    private var entityReference: EntityReference?

    /// An index of that name and those columns.
    public init(name: String, elements: [NSFetchIndexElementDescription]?) {
        self.name = name
        self.elements = elements ?? []
        super.init()
        for element in self.elements { element.indexDescription = self }
    }

    /// A copy that belongs to no entity yet.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSFetchIndexDescription(
            name: name, elements: elements.compactMap { $0.copy() as? NSFetchIndexElementDescription })
        copy.partialIndexPredicate = partialIndexPredicate
        return copy
    }

    /// Two indexes are equal that say the same.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSFetchIndexDescription else { return false }
        return name == other.name && elements == other.elements
            && partialIndexPredicate == other.partialIndexPredicate
    }

    /// Agrees with `isEqual`.
    open override var hash: Int { name.hashValue }
}
