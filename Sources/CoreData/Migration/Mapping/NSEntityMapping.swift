/// How the objects of one entity become those of another. Follows Apple's `NSEntityMapping`.
open class NSEntityMapping: NSObject {
    /// Tells the mapping from others of its model; `SOURCE->DESTINATION` unless set.
    open var name: String! {
        get { givenName ?? "\(sourceEntityName ?? "")->\(destinationEntityName ?? "")" }
        set { givenName = newValue }
    }
    /// What becomes of the entity.
    open var mappingType = NSEntityMappingType.undefinedEntityMappingType
    /// The entity of the objects that are read; nil where there are none.
    open var sourceEntityName: String?
    /// The version hash of that entity; nil for any.
    open var sourceEntityVersionHash: Data?
    /// The entity of the objects that are made; nil where none are.
    open var destinationEntityName: String?
    /// The version hash of that entity; nil for any.
    open var destinationEntityVersionHash: Data?
    /// Where the attributes have their values from.
    open var attributeMappings: [NSPropertyMapping]?
    /// Where the relationships have their objects from; they are set when all objects are made.
    open var relationshipMappings: [NSPropertyMapping]?
    /// What answers the objects to be read, such as a `FETCH(…)`; unless set all objects of the entity itself.
    open var sourceExpression: NSExpression?
    /// Free entries of the mapping's maker.
    open var userInfo: [AnyHashable: Any]?
    /// The class, with its module, of the `NSEntityMigrationPolicy` that makes the objects.
    open var entityMigrationPolicyClassName: String?

    private var givenName: String?

    /// A mapping of no entity yet.
    public override init() { super.init() }
}

extension NSEntityMapping {
    /// Whether two say the same.
    final func saysSame(as other: NSEntityMapping) -> Bool {
        name == other.name && mappingType == other.mappingType && sourceEntityName == other.sourceEntityName
            && destinationEntityName == other.destinationEntityName
            && sourceEntityVersionHash == other.sourceEntityVersionHash
            && destinationEntityVersionHash == other.destinationEntityVersionHash
            && sourceExpression?.expressionNode == other.sourceExpression?.expressionNode
            && (entityMigrationPolicyClassName ?? "") == (other.entityMigrationPolicyClassName ?? "")
            && Self.values(attributeMappings) == Self.values(other.attributeMappings)
            && Self.values(relationshipMappings) == Self.values(other.relationshipMappings)
    }

    private static func values(_ mappings: [NSPropertyMapping]?) -> [String: ExpressionNode?] {
        Dictionary(
            (mappings ?? []).map { ($0.name ?? "", $0.valueExpression?.expressionNode) }, uniquingKeysWith: { $1 })
    }
}

extension NSEntityMapping: KeyValueReadable {
    final func readValue(forKey key: String) -> Any? {
        switch key {
        case "name": name
        case "mappingType": mappingType.rawValue
        case "sourceEntityName": sourceEntityName
        case "sourceEntityVersionHash": sourceEntityVersionHash
        case "destinationEntityName": destinationEntityName
        case "destinationEntityVersionHash": destinationEntityVersionHash
        case "attributeMappings": attributeMappings
        case "relationshipMappings": relationshipMappings
        case "sourceExpression": sourceExpression
        case "userInfo": userInfo
        case "entityMigrationPolicyClassName": entityMigrationPolicyClassName
        case "self": self
        default: undefinedKey(key)
        }
    }
}
