extension SlotValue {
    /// The value as key-value coding hands it out, for an attribute of that type.
    func foundationValue(of attribute: NSAttributeDescription) -> Any? {
        switch (self, attribute.attributeType) {
        case (.null, _): nil
        case (.integer(let number), .booleanAttributeType): NSNumber(value: number != 0)
        case (.integer(let number), .integer16AttributeType): NSNumber(value: Int16(truncatingIfNeeded: number))
        case (.integer(let number), .integer32AttributeType): NSNumber(value: Int32(truncatingIfNeeded: number))
        case (.integer(let number), _): NSNumber(value: number)
        case (.real(let number), .dateAttributeType): Date(timeIntervalSinceReferenceDate: number)
        case (.real(let number), .floatAttributeType): NSNumber(value: Float(number))
        case (.real(let number), _): NSNumber(value: number)
        case (.text(let text), .URIAttributeType): URL(string: text)
        case (.text(let text), _): text
        case (.blob(let data), .UUIDAttributeType): Self.uuid(data)
        case (.blob(let data), .transformableAttributeType): Transforming.value(from: data, of: attribute)
        case (.blob(let data), _): data
        case (.decimal(let number), _): number
        case (.object(let object), _): object
        }
    }

    private static func uuid(_ data: Data) -> UUID? {
        guard data.count == 16 else { return nil }
        return data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    /// What an attribute of that type stores for a value; nil where the value is of no fitting class.
    init?(_ value: Any?, for attribute: NSAttributeDescription) {
        guard let value else {
            self = .null
            return
        }
        switch attribute.attributeType {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .booleanAttributeType:
            guard let number = AnyValue.integer(value) else { return nil }
            self = .integer(number)
        case .doubleAttributeType, .floatAttributeType:
            guard let number = AnyValue.real(value) else { return nil }
            self = .real(number)
        case .decimalAttributeType:
            guard let number = AnyValue.decimal(value) else { return nil }
            self = .decimal(number)
        case .dateAttributeType:
            guard let date = value as? Date else { return nil }
            self = .real(date.timeIntervalSinceReferenceDate)
        case .stringAttributeType:
            guard let text = value as? String else { return nil }
            self = .text(text)
        case .URIAttributeType:
            guard let url = value as? URL else { return nil }
            self = .text(url.absoluteString)
        case .binaryDataAttributeType:
            guard let data = value as? Data else { return nil }
            self = .blob(data)
        case .UUIDAttributeType:
            guard let uuid = value as? UUID else { return nil }
            self = .blob(withUnsafeBytes(of: uuid.uuid) { Data($0) })
        case .transformableAttributeType:
            self = .blob(Transforming.data(from: value, of: attribute))
        default: return nil
        }
    }
}
