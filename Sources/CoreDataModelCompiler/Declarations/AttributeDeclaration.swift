import CoreData

/// What an attribute says.
struct AttributeDeclaration {
    var type: TypeName
    var defaultValue: AttributeValue?
    var limits = ValueLimits()
    var storage = AttributeStorage()
    var swiftType = SwiftTypeChoice()
    /// The expression that a derived attribute's value comes from.
    var derivation: String?
    /// The name of the composite this attribute consists of.
    var composite: String?

    /// The types by their names in model files.
    enum TypeName: String, CaseIterable {
        case undefined = "Undefined"
        case integer16 = "Integer 16"
        case integer32 = "Integer 32"
        case integer64 = "Integer 64"
        case decimal = "Decimal"
        case double = "Double"
        case float = "Float"
        case string = "String"
        case boolean = "Boolean"
        case date = "Date"
        case binary = "Binary"
        case uuid = "UUID"
        case uri = "URI"
        case transformable = "Transformable"
        case objectID = "Object ID"
        case composite = "Composite"
    }
}

/// Bounds that validation keeps values in.
struct ValueLimits {
    var minimum: AttributeValue?
    var maximum: AttributeValue?
    var pattern: String?
}

/// How values are kept.
struct AttributeStorage {
    var allowsExternalBinaryData = false
    var isPreservedAfterDeletion = false
    var allowsCloudEncryption = false
    var transformerName: String?
}

/// What the file says on the Swift type of the generated property.
struct SwiftTypeChoice {
    /// `Int16` rather than `NSNumber?`, `TimeInterval` rather than `Date?`.
    var usesScalar = false
    /// The class of a transformable attribute's values.
    var className: String?
}

extension AttributeDeclaration.TypeName {
    /// Apple's constant for the type.
    var attributeType: NSAttributeType {
        switch self {
        case .undefined: .undefinedAttributeType
        case .integer16: .integer16AttributeType
        case .integer32: .integer32AttributeType
        case .integer64: .integer64AttributeType
        case .decimal: .decimalAttributeType
        case .double: .doubleAttributeType
        case .float: .floatAttributeType
        case .string: .stringAttributeType
        case .boolean: .booleanAttributeType
        case .date: .dateAttributeType
        case .binary: .binaryDataAttributeType
        case .uuid: .UUIDAttributeType
        case .uri: .URIAttributeType
        case .transformable: .transformableAttributeType
        case .objectID: .objectIDAttributeType
        case .composite: .compositeAttributeType
        }
    }

    /// The same as it stands in source code.
    var constantName: String {
        switch self {
        case .undefined: "undefinedAttributeType"
        case .integer16: "integer16AttributeType"
        case .integer32: "integer32AttributeType"
        case .integer64: "integer64AttributeType"
        case .decimal: "decimalAttributeType"
        case .double: "doubleAttributeType"
        case .float: "floatAttributeType"
        case .string: "stringAttributeType"
        case .boolean: "booleanAttributeType"
        case .date: "dateAttributeType"
        case .binary: "binaryDataAttributeType"
        case .uuid: "UUIDAttributeType"
        case .uri: "URIAttributeType"
        case .transformable: "transformableAttributeType"
        case .objectID: "objectIDAttributeType"
        case .composite: "compositeAttributeType"
        }
    }
}
