/// Reads the content of a `.cdm` file.
///
/// | class | fields |
/// |---|---|
/// | NSMappingModel | NSEntityMappings; NSEntityMappingsByName says the same again |
/// | NSEntityMapping | NSMappingName, NSMappingType, NSSourceEntityName, NSSourceEntityVersionHash, NSDestinationEntityName, NSDestinationEntityVersionHash, NSAttributeMappings, NSRelationshipMappings, NSSourceExpression, NSEntityMigrationPolicyClassName, NSUserInfo |
/// | NSPropertyMapping | NSDestinationPropertyName, NSValueExpression, NSPropertyTransforms (nil), NSUserInfo |
struct MappingModelDecoder {
    typealias Malformed = BinaryPropertyListReader.Malformed

    private let archive: KeyedArchive
    private var values: ValueDecoder
    private var predicates: PredicateDecoder

    static func decode(_ data: Data) throws -> [NSEntityMapping] {
        var decoder = MappingModelDecoder(try KeyedArchive(data))
        return try decoder.mappings()
    }

    private init(_ archive: KeyedArchive) {
        self.archive = archive
        values = ValueDecoder(archive)
        predicates = PredicateDecoder(archive)
    }

    private mutating func mappings() throws -> [NSEntityMapping] {
        let root = archive.objects.indices.contains(archive.root) ? archive.objects[archive.root] : .null
        guard archive.className(root) == "NSMappingModel" else { throw Malformed() }
        return try archive.elements(root["NSEntityMappings"]).map { try entityMapping($0) }
    }

    private mutating func entityMapping(_ reference: PropertyListNode) throws -> NSEntityMapping {
        guard let fields = archive.object(reference), archive.className(fields) == "NSEntityMapping" else {
            throw Malformed()
        }
        let mapping = NSEntityMapping()
        mapping.name = archive.string(fields["NSMappingName"])
        let type = archive.object(fields["NSMappingType"])?.integer ?? 0
        mapping.mappingType = NSEntityMappingType(rawValue: UInt(clamping: type)) ?? .undefinedEntityMappingType
        mapping.sourceEntityName = archive.string(fields["NSSourceEntityName"])
        mapping.sourceEntityVersionHash = data(fields["NSSourceEntityVersionHash"])
        mapping.destinationEntityName = archive.string(fields["NSDestinationEntityName"])
        mapping.destinationEntityVersionHash = data(fields["NSDestinationEntityVersionHash"])
        mapping.entityMigrationPolicyClassName = archive.string(fields["NSEntityMigrationPolicyClassName"])
        mapping.sourceExpression = try expression(fields["NSSourceExpression"])
        mapping.attributeMappings = try archive.elements(fields["NSAttributeMappings"]).map { try propertyMapping($0) }
        mapping.relationshipMappings = try archive.elements(fields["NSRelationshipMappings"])
            .map { try propertyMapping($0) }
        mapping.userInfo = try values.value(fields["NSUserInfo"]) as? [AnyHashable: Any]
        return mapping
    }

    private mutating func propertyMapping(_ reference: PropertyListNode) throws -> NSPropertyMapping {
        guard let fields = archive.object(reference) else { throw Malformed() }
        let mapping = NSPropertyMapping()
        mapping.name = archive.string(fields["NSDestinationPropertyName"])
        mapping.valueExpression = try expression(fields["NSValueExpression"])
        mapping.userInfo = try values.value(fields["NSUserInfo"]) as? [AnyHashable: Any]
        return mapping
    }

    private mutating func expression(_ reference: PropertyListNode?) throws -> NSExpression? {
        guard let object = archive.object(reference), object.string != "$null" else { return nil }
        return NSExpression.make(try predicates.expression(reference))
    }

    private mutating func data(_ reference: PropertyListNode?) -> Data? {
        (try? values.value(reference)) as? Data
    }
}
