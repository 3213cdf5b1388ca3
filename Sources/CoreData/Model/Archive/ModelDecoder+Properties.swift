extension ModelDecoder {
    /// A property without its ways to other entities.
    mutating func decodeProperty(_ fields: PropertyListNode) throws -> NSPropertyDescription {
        let property: NSPropertyDescription
        switch archive.className(fields) {
        case "NSAttributeDescription": property = try fill(NSAttributeDescription(), fields)
        case "NSDerivedAttributeDescription": property = try decodeDerived(fields)
        case "NSCompositeAttributeDescription": property = try decodeComposite(fields)
        case "NSRelationshipDescription": property = decodeRelationship(fields)
        case "NSFetchedPropertyDescription": property = NSFetchedPropertyDescription()
        case "NSExpressionDescription": property = try decodeExpression(fields)
        default: throw Malformed()
        }
        try fillCommon(property, fields)
        return property
    }

    private mutating func fillCommon(_ property: NSPropertyDescription, _ fields: PropertyListNode) throws {
        guard let name = archive.string(fields["NSPropertyName"]) else { throw Malformed() }
        property.name = name
        property.isOptional = fields["NSIsOptional"]?.bool ?? false
        property.isTransient = fields["NSIsTransient"]?.bool ?? false
        property.isIndexed = fields["NSIsIndexed"]?.bool ?? false
        property.isIndexedBySpotlight = fields["NSIndexedBySpotlight"]?.bool ?? false
        property.versionHashModifier = archive.string(fields["NSVersionHashModifier"])
        let identifier = archive.string(fields["NSRenamingIdentifier"])
        property.givenRenamingIdentifier = identifier == name ? nil : identifier
        property.userInfo = try userInfo(fields)
        let conditions = try archive.elements(fields["NSValidationPredicates"]).map { try predicates.predicate($0) }
        let warnings = try archive.elements(fields["NSValidationWarnings"]).compactMap { try values.value($0) }
        property.setValidationPredicates(conditions, withValidationWarnings: warnings)
    }

    private mutating func fill<Attribute: NSAttributeDescription>(
        _ attribute: Attribute, _ fields: PropertyListNode
    ) throws -> Attribute {
        guard let number = fields["NSAttributeType"]?.integer,
            let type = UInt(exactly: number).flatMap(NSAttributeType.init(rawValue:))
        else { throw Malformed() }
        attribute.attributeType = type
        let className = archive.string(fields["NSAttributeValueClassName"])
        attribute.givenValueClassName = className == type.valueClassName ? nil : className
        attribute.givenDefault = try values.value(fields["NSDefaultValue"])
        attribute.valueTransformerName = archive.string(fields["NSValueTransformerName"])
        let flags = AttributeFlags(rawValue: fields["NSFlagsKey"]?.integer ?? 0)
        attribute.allowsExternalBinaryDataStorage = flags.contains(.externalStorage)
        attribute.preservesValueInHistoryOnDeletion = flags.contains(.preservedAfterDeletion)
        return attribute
    }

    private mutating func decodeDerived(_ fields: PropertyListNode) throws -> NSDerivedAttributeDescription {
        let derived = try fill(NSDerivedAttributeDescription(), fields)
        if archive.object(fields["NSDerivationExpression"]) != nil, fields["NSDerivationExpression"] != .uid(0) {
            derived.derivationExpression = NSExpression.make(
                try predicates.expression(fields["NSDerivationExpression"]))
        }
        if fields["NSFilteringPredicate"]?.uid ?? 0 > 0 {
            derived.filterPredicate = try predicates.predicate(fields["NSFilteringPredicate"])
        }
        return derived
    }

    private mutating func decodeComposite(_ fields: PropertyListNode) throws -> NSCompositeAttributeDescription {
        // In a damaged file one may be an element of itself.
        guard depth < 100, room > 0 else { throw Malformed() }
        depth += 1
        defer { depth -= 1 }
        let composite = try fill(NSCompositeAttributeDescription(), fields)
        for reference in archive.elements(fields["NSCompositeElements"]) {
            guard let element = archive.object(reference),
                let attribute = try decodeProperty(element) as? NSAttributeDescription
            else { throw Malformed() }
            room -= 1
            composite.elements.append(attribute)
        }
        return composite
    }

    private mutating func decodeExpression(_ fields: PropertyListNode) throws -> NSExpressionDescription {
        let description = NSExpressionDescription()
        if fields["NSExpression"]?.uid ?? 0 > 0 {
            description.expression = NSExpression.make(try predicates.expression(fields["NSExpression"]))
        }
        let type = fields["NSExpressionResultType"]?.integer.flatMap { UInt(exactly: $0) }
        description.expressionResultType = type.flatMap(NSAttributeType.init(rawValue:)) ?? .undefinedAttributeType
        return description
    }

    private func decodeRelationship(_ fields: PropertyListNode) -> NSRelationshipDescription {
        let relationship = NSRelationshipDescription()
        relationship.maxCount = Int(fields["NSMaxCount"]?.integer ?? 0)
        relationship.minCount = Int(fields["NSMinCount"]?.integer ?? 0)
        let rule = fields["NSDeleteRule"]?.integer.flatMap { UInt(exactly: $0) }
        relationship.deleteRule = rule.flatMap(NSDeleteRule.init(rawValue:)) ?? .noActionDeleteRule
        relationship.isOrdered = fields["NSIsOrdered"]?.bool ?? false
        return relationship
    }

    mutating func decodeIndex(_ fields: PropertyListNode) throws -> NSFetchIndexDescription {
        let elements = try archive.elements(fields["NSIndexElements"]).map { reference in
            guard let element = archive.object(reference) else { throw Malformed() }
            return try decodeElement(element)
        }
        let index = NSFetchIndexDescription(name: archive.string(fields["NSIndexName"]) ?? "", elements: elements)
        if fields["NSPartialIndexPredicate"]?.uid ?? 0 > 0 {
            index.partialIndexPredicate = try predicates.predicate(fields["NSPartialIndexPredicate"])
        }
        return index
    }

    private mutating func decodeElement(_ fields: PropertyListNode) throws -> NSFetchIndexElementDescription {
        let number = fields["NSFetchIndexElementType"]?.integer.flatMap { UInt(exactly: $0) } ?? 0
        let type = NSFetchIndexElementType(rawValue: number) ?? .binary
        let element: NSFetchIndexElementDescription
        if let property = archive.object(fields["NSProperty"]), archive.className(property) == "NSExpressionDescription"
        {
            element = .init(property: try decodeProperty(property), collationType: type)
        } else {
            element = .init(propertyName: archive.string(fields["NSPropertyName"]) ?? "", collationType: type)
        }
        element.isAscending = fields["NSAscending"]?.bool ?? true
        return element
    }
}

/// The bits of NSFlagsKey.
struct AttributeFlags: OptionSet {
    let rawValue: Int64

    static let externalStorage = AttributeFlags(rawValue: 4)
    static let preservedAfterDeletion = AttributeFlags(rawValue: 16)
}
