extension ModelEncoder {
    private static let attributeClass = ["NSAttributeDescription", "NSPropertyDescription", "NSObject"]

    /// Writes a property as one entity has it: the one that declares it, or in a cache one that inherits it.
    mutating func fill(
        _ reference: PropertyListNode, _ property: NSPropertyDescription, of entity: NSEntityDescription?
    ) {
        var fields = commonFields(property)
        fields["NSEntity"] = self.reference(to: entity)
        switch property {
        case let attribute as NSAttributeDescription:
            addAttribute(attribute, to: &fields)
            writer.fill(reference, classNames(of: attribute), fields)
        case let relationship as NSRelationshipDescription:
            addRelationship(relationship, to: &fields)
            writer.fill(reference, ["NSRelationshipDescription", "NSPropertyDescription", "NSObject"], fields)
        case let fetched as NSFetchedPropertyDescription:
            let request = fetched.fetchRequest
            fields["NSFetchRequest"] = add(request)
            fields["_NSFetchRequestEntityName"] = writer.add(request?.entityName)
            writer.fill(reference, ["NSFetchedPropertyDescription", "NSPropertyDescription", "NSObject"], fields)
        case let description as NSExpressionDescription:
            fields["NSExpression"] = predicates.add(description.expression, to: &writer)
            fields["NSExpressionResultType"] = .integer(Int64(description.expressionResultType.rawValue))
            writer.fill(reference, ["NSExpressionDescription", "NSPropertyDescription", "NSObject"], fields)
        default:
            raise("NSInvalidArgumentException", "\(type(of: property)) is no property that a model can hold.")
        }
    }

    private func classNames(of attribute: NSAttributeDescription) -> [String] {
        switch attribute {
        case is NSDerivedAttributeDescription: ["NSDerivedAttributeDescription"] + Self.attributeClass
        case is NSCompositeAttributeDescription: ["NSCompositeAttributeDescription"] + Self.attributeClass
        default: Self.attributeClass
        }
    }

    private mutating func commonFields(_ property: NSPropertyDescription) -> [String: PropertyListNode] {
        let isReadOnly = property is NSDerivedAttributeDescription || property is NSFetchedPropertyDescription
        var fields = [
            "NSPropertyName": writer.add(property.name),
            "NSRenamingIdentifier": writer.add(property.renamingIdentifier),
        ]
        // `_P` says the same in bits: 2 optional, 4 read-only, 8 transient, 1024 ordered; 16 to 128 for
        // what is not there.
        var bits: Int64 = 1
        func flag(_ isSet: Bool, _ bit: Int64, _ name: String) {
            guard isSet else { return }
            bits |= bit
            fields[name] = .bool(true)
        }
        flag(property.isOptional, 2, "NSIsOptional")
        flag(isReadOnly, 4, "NSIsReadOnly")
        flag(property.isTransient, 8, "NSIsTransient")
        flag(property.isIndexed, 0, "NSIsIndexed")
        flag(property.isIndexedBySpotlight, 0, "NSIndexedBySpotlight")
        if property.validationPredicates.isEmpty {
            bits |= 16 | 32
        } else {
            let conditions = property.validationPredicates.map { predicates.add($0, to: &writer) }
            fields["NSValidationPredicates"] = writer.add(array: conditions)
            fields["NSValidationWarnings"] = values.add(property.validationWarnings, to: &writer)
        }
        if let userInfo = property.userInfo, !userInfo.isEmpty {
            fields["NSUserInfo"] = values.add(userInfo, to: &writer)
        } else {
            bits |= 64
        }
        if let modifier = property.versionHashModifier {
            fields["NSVersionHashModifier"] = writer.add(modifier)
        } else {
            bits |= 128
        }
        fields["_P"] = .integer(bits)
        return fields
    }

    private mutating func addAttribute(_ attribute: NSAttributeDescription, to fields: inout [String: PropertyListNode])
    {
        var flags: AttributeFlags = []
        if attribute.allowsExternalBinaryDataStorage { flags.insert(.externalStorage) }
        if attribute.preservesValueInHistoryOnDeletion { flags.insert(.preservedAfterDeletion) }
        fields["NSAttributeType"] = .integer(Int64(attribute.attributeType.rawValue))
        fields["NSAttributeValueClassName"] = writer.add(attribute.attributeValueClassName)
        fields["NSDefaultValue"] = values.add(attribute.defaultValue, to: &writer)
        fields["NSValueTransformerName"] = writer.add(attribute.valueTransformerName)
        fields["NSFlagsKey"] = .integer(flags.rawValue)
        if let derived = attribute as? NSDerivedAttributeDescription {
            fields["NSDerivationExpression"] = predicates.add(derived.derivationExpression, to: &writer)
            fields["NSFilteringPredicate"] = predicates.add(derived.filterPredicate, to: &writer)
        }
        if let composite = attribute as? NSCompositeAttributeDescription {
            let elements = composite.elements.map { element in
                let reference = writer.reserve()
                fill(reference, element, of: nil)
                return reference
            }
            fields["NSCompositeElements"] = writer.add(array: elements)
        }
    }

    private mutating func addRelationship(
        _ relationship: NSRelationshipDescription, to fields: inout [String: PropertyListNode]
    ) {
        fields["NSDestinationEntity"] = reference(to: relationship.destinationEntity)
        fields["_NSDestinationEntityName"] = writer.add(relationship.destinationEntity?.name)
        fields["NSInverseRelationship"] = reference(to: relationship.inverseRelationship)
        fields["_NSInverseRelationshipName"] = writer.add(relationship.inverseRelationship?.name)
        fields["NSMaxCount"] = .integer(Int64(relationship.maxCount))
        fields["NSMinCount"] = .integer(Int64(relationship.minCount))
        fields["NSDeleteRule"] = .integer(Int64(relationship.deleteRule.rawValue))
        guard relationship.isOrdered else { return }
        fields["NSIsOrdered"] = .bool(true)
        fields["_P"] = fields["_P"]?.integer.map { .integer($0 | 1024) }
    }

    mutating func add(_ index: NSFetchIndexDescription, of entity: NSEntityDescription) -> PropertyListNode {
        let indexReference = writer.reserve()
        let elements = index.elements.map { element in
            var fields = [
                "NSPropertyName": writer.add(element.propertyName), "NSFetchIndexDescription": indexReference,
                "NSFetchIndexElementType": .integer(Int64(element.collationType.rawValue)),
                "NSAscending": .bool(element.isAscending),
            ]
            if let expression = element.property as? NSExpressionDescription {
                let reference = writer.reserve()
                fill(reference, expression, of: entity)
                fields["NSProperty"] = reference
            }
            return writer.add(["NSFetchIndexElementDescription", "NSObject"], fields)
        }
        writer.fill(
            indexReference, ["NSFetchIndexDescription", "NSObject"],
            [
                "NSIndexName": writer.add(index.name), "NSEntity": reference(to: entity),
                "NSIndexElements": writer.add(array: elements),
                "NSPartialIndexPredicate": predicates.add(index.partialIndexPredicate, to: &writer),
            ])
        return indexReference
    }
}
