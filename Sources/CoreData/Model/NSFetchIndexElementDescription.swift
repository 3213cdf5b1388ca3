/// How the elements of an index are searched; raw values are Apple's.
public enum NSFetchIndexElementType: UInt, Sendable {
    /// By order: for comparison and sorting.
    case binary = 0
    /// By area: for ranges over several numbers.
    case rTree = 1
}

/// One column of an index. Follows Apple's `NSFetchIndexElementDescription`.
open class NSFetchIndexElementDescription: NSObject, NSCopying, @unchecked Sendable {
    // Sendable: see NSManagedObjectModel; an index is frozen together with its entity.

    /// The attribute, to-one relationship or expression the column holds.
    open private(set) var property: NSPropertyDescription?
    /// How the column is searched.
    open var collationType: NSFetchIndexElementType { willSet { indexDescription?.entity?.requireEditable() } }
    /// Whether the index runs from low to high.
    open var isAscending = true { willSet { indexDescription?.entity?.requireEditable() } }
    /// The index the column belongs to.
    open internal(set) weak var indexDescription: NSFetchIndexDescription?

    /// The name of the property, kept apart so that an index can be made before its entity's properties are.
    let givenPropertyName: String?

    /// A column of that property.
    public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
        self.property = property
        self.collationType = collationType
        givenPropertyName = nil
    }

    /// A column of the property of that name, found when the index joins its entity.
    init(propertyName: String, collationType: NSFetchIndexElementType) {
        self.collationType = collationType
        givenPropertyName = propertyName
    }

    /// The name of the property.
    open var propertyName: String? { property?.name ?? givenPropertyName }

    /// Takes the property of its name out of those.
    func resolve(among properties: [String: NSPropertyDescription]) {
        guard let name = propertyName, !(property is NSExpressionDescription) else { return }
        property = properties[name] ?? property
    }

    /// A copy that belongs to no index yet.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy =
            property.map { NSFetchIndexElementDescription(property: $0, collationType: collationType) }
            ?? NSFetchIndexElementDescription(propertyName: givenPropertyName ?? "", collationType: collationType)
        copy.isAscending = isAscending
        return copy
    }

    /// Two elements are equal that say the same.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? NSFetchIndexElementDescription else { return false }
        guard collationType == other.collationType, isAscending == other.isAscending else { return false }
        if property is NSExpressionDescription || other.property is NSExpressionDescription {
            return property == other.property
        }
        return propertyName == other.propertyName
    }

    /// Agrees with `isEqual`.
    open override var hash: Int { propertyName.hashValue }
}
