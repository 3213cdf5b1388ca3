internal import CoreDataSQLite

/// How a constant of a predicate is bound beside a column: in the column's own form, or not at all where the types do not fit.
struct ConstantBinding {
    let schema: StoreSchema
    let storeIdentifier: String

    /// nil where no value of that kind can equal the constant.
    func value(_ constant: PredicateValue, as kind: SQLTerm.Kind) -> Value? {
        switch kind {
        case .attribute(let type): value(constant, as: type)
        case .transformed(let attribute): transformed(constant, attribute)
        case .object(let family): key(of: constant, family: family).map(Value.integer)
        case .entity: entityNumber(of: constant).map(Value.integer)
        case .entityName:
            constant.text.map { name in .integer(schema.maps.first { $0.layout.name == name }?.number ?? -1) }
        case .number: number(constant)
        case .text: constant.text.map(Value.text)
        }
    }

    private func value(_ constant: PredicateValue, as type: NSAttributeType) -> Value? {
        switch type {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .booleanAttributeType,
            .doubleAttributeType, .floatAttributeType, .decimalAttributeType:
            return number(constant)
        case .dateAttributeType: return date(constant)
        case .stringAttributeType: return constant.text.map(Value.text)
        case .URIAttributeType:
            if case .url(let url) = constant { return .text(url.absoluteString) }
            return constant.text.map(Value.text)
        case .UUIDAttributeType:
            guard case .uuid(let uuid) = constant else { return nil }
            return .blob(withUnsafeBytes(of: uuid.uuid) { Array($0) })
        case .binaryDataAttributeType, .transformableAttributeType:
            guard case .data(let data) = constant else { return nil }
            return .blob(Array(data))
        default: return nil
        }
    }

    /// What the attribute's transformer makes of the constant.
    private func transformed(_ constant: PredicateValue, _ attribute: NSAttributeDescription) -> Value? {
        constant.foundationValue.flatMap { Transforming.fittingData(from: $0, of: attribute) }.map { .blob(Array($0)) }
    }

    private func number(_ constant: PredicateValue) -> Value? {
        if let integer = constant.integerValue { return .integer(integer) }
        return constant.doubleValue.map(Value.real)
    }

    private func date(_ constant: PredicateValue) -> Value? {
        if case .date(let seconds) = constant { return .real(seconds) }
        return nil
    }

    private func key(of constant: PredicateValue, family: NSEntityDescription) -> Int64? {
        guard case .object(let object) = constant else { return nil }
        let identity = (object as? any PredicateIdentifiable)?.predicateIdentity ?? object
        guard let id = identity as? NSManagedObjectID, case .permanent(let key) = id.key,
            id.storeIdentifier == storeIdentifier,
            let map = schema.mapIfHeld(id.entity), map.layout.rootEntity === schema.map(family).layout.rootEntity
        else { return nil }
        return key
    }

    private func entityNumber(of constant: PredicateValue) -> Int64? {
        guard case .object(let object) = constant, let entity = object as? NSEntityDescription else { return nil }
        return schema.mapIfHeld(entity)?.number
    }
}
