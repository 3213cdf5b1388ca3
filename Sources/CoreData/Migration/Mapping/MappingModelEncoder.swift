/// Writes a mapping model into a keyed archive; see `MappingModelDecoder`.
struct MappingModelEncoder {
    private var writer = KeyedArchiveWriter()
    private var values = ValueEncoder()
    private var predicates = PredicateEncoder()

    static func encode(_ model: NSMappingModel) -> Data {
        var encoder = MappingModelEncoder()
        return encoder.encode(model)
    }

    private mutating func encode(_ model: NSMappingModel) -> Data {
        let root = writer.reserve()
        let references = (model.entityMappings ?? []).map { (name: $0.name ?? "", reference: add($0)) }
        let fields = [
            "NSEntityMappings": writer.add(array: references.map(\.reference)),
            "NSEntityMappingsByName": writer.add(members: references.map { ($0.name, $0.reference) }),
        ]
        writer.fill(root, ["NSMappingModel", "NSObject"], fields)
        return writer.finish(root: root)
    }

    private mutating func add(_ mapping: NSEntityMapping) -> PropertyListNode {
        let reference = writer.reserve()
        let policy = mapping.entityMigrationPolicyClassName
        let fields: [String: PropertyListNode] = [
            "NSMappingName": writer.add(mapping.name),
            "NSMappingType": .integer(Int64(mapping.mappingType.rawValue)),
            "NSSourceEntityName": writer.add(mapping.sourceEntityName),
            "NSSourceEntityVersionHash": values.add(mapping.sourceEntityVersionHash, to: &writer),
            "NSDestinationEntityName": writer.add(mapping.destinationEntityName),
            "NSDestinationEntityVersionHash": values.add(mapping.destinationEntityVersionHash, to: &writer),
            "NSSourceExpression": predicates.add(mapping.sourceExpression, to: &writer),
            "NSAttributeMappings": add(mapping.attributeMappings),
            "NSRelationshipMappings": add(mapping.relationshipMappings),
            "NSEntityMigrationPolicyClassName": writer.add(policy?.isEmpty == true ? nil : policy),
            "NSUserInfo": values.add(mapping.userInfo, to: &writer),
        ]
        writer.fill(reference, ["NSEntityMapping", "NSObject"], fields)
        return reference
    }

    private mutating func add(_ mappings: [NSPropertyMapping]?) -> PropertyListNode {
        writer.add(array: (mappings ?? []).map { add($0) })
    }

    private mutating func add(_ mapping: NSPropertyMapping) -> PropertyListNode {
        let fields = [
            "NSDestinationPropertyName": writer.add(mapping.name),
            "NSValueExpression": predicates.add(mapping.valueExpression, to: &writer),
            "NSPropertyTransforms": KeyedArchiveWriter.null,
            "NSUserInfo": values.add(mapping.userInfo, to: &writer),
        ]
        return writer.add(["NSPropertyMapping", "NSObject"], fields)
    }
}
