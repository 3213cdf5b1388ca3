extension NSAttributeType {
    /// The class Apple names for values of this type.
    var valueClassName: String? {
        switch self {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .doubleAttributeType,
            .floatAttributeType, .booleanAttributeType:
            "NSNumber"
        case .decimalAttributeType: "NSDecimalNumber"
        case .stringAttributeType: "NSString"
        case .dateAttributeType: "NSDate"
        case .binaryDataAttributeType: "NSData"
        case .UUIDAttributeType: "NSUUID"
        case .URIAttributeType: "NSURL"
        case .objectIDAttributeType: "NSManagedObjectID"
        case .compositeAttributeType: "NSDictionary"
        case .undefinedAttributeType, .transformableAttributeType: nil
        }
    }

    /// The value as the Swift type of this attribute type; unchanged where it is of no fitting type.
    ///
    /// Defaults are set as whatever literal is at hand (`attribute.defaultValue = 0`) and read from compiled models as `NSNumber`.
    func value(from given: Any) -> Any {
        switch self {
        case .integer16AttributeType: AnyValue.integer(given).map { Int16(truncatingIfNeeded: $0) } ?? given
        case .integer32AttributeType: AnyValue.integer(given).map { Int32(truncatingIfNeeded: $0) } ?? given
        case .integer64AttributeType: AnyValue.integer(given) ?? given
        case .booleanAttributeType: AnyValue.integer(given).map { $0 != 0 } ?? given
        case .doubleAttributeType: AnyValue.real(given) ?? given
        case .floatAttributeType: AnyValue.real(given).map { Float($0) } ?? given
        case .dateAttributeType: (given as? NSDate).map { $0 as Date } ?? given
        case .stringAttributeType: (given as? NSString).map { $0 as String } ?? given
        case .binaryDataAttributeType: (given as? NSData).map { $0 as Data } ?? given
        case .UUIDAttributeType: (given as? NSUUID).map { $0 as UUID } ?? given
        case .URIAttributeType: (given as? NSURL).map { $0 as URL } ?? given
        case .decimalAttributeType: AnyValue.decimal(given) ?? given
        case .undefinedAttributeType, .transformableAttributeType, .objectIDAttributeType, .compositeAttributeType:
            given
        }
    }
}
