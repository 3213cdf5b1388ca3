/// An attribute of an entity. Follows Apple's `NSAttributeDescription`.
open class NSAttributeDescription: NSPropertyDescription, @unchecked Sendable {
    // Sendable: see NSManagedObjectModel; a property is frozen together with its model.

    /// The type of the attribute's values.
    open var attributeType: NSAttributeType = .undefinedAttributeType { willSet { requireEditable() } }
    /// The class of the values; what the attribute's type says unless set.
    open var attributeValueClassName: String? {
        get { givenValueClassName ?? attributeType.valueClassName }
        set {
            requireEditable()
            givenValueClassName = newValue
        }
    }
    /// The value of the attribute in a new object, as the Swift type of the attribute (`Int16` for an Integer 16 …).
    open var defaultValue: Any? {
        get { givenDefault.map { attributeType.value(from: $0) } }
        set {
            requireEditable()
            givenDefault = newValue
        }
    }
    /// The transformer of a transformable attribute; nil stands for `NSSecureUnarchiveFromData`.
    open var valueTransformerName: String? { willSet { requireEditable() } }
    /// Whether large values may lie in files of their own beside the store.
    open var allowsExternalBinaryDataStorage = false { willSet { requireEditable() } }
    /// Whether the value is kept in the tombstone that history has of a deleted object.
    open var preservesValueInHistoryOnDeletion = false { willSet { requireEditable() } }
    /// Whether the value is to be encrypted by a mirroring service; kept, and without effect here.
    open var allowsCloudEncryption = false { willSet { requireEditable() } }

    var givenValueClassName: String?
    var givenDefault: Any?

    override func takeContent(of other: NSPropertyDescription) {
        super.takeContent(of: other)
        guard let other = other as? NSAttributeDescription else { return }
        attributeType = other.attributeType
        givenValueClassName = other.givenValueClassName
        givenDefault = other.givenDefault
        valueTransformerName = other.valueTransformerName
        allowsExternalBinaryDataStorage = other.allowsExternalBinaryDataStorage
        preservesValueInHistoryOnDeletion = other.preservesValueInHistoryOnDeletion
        allowsCloudEncryption = other.allowsCloudEncryption
    }

    override func hasContent(of other: NSPropertyDescription) -> Bool {
        guard let other = other as? NSAttributeDescription else { return false }
        return super.hasContent(of: other) && attributeType == other.attributeType
            && attributeValueClassName == other.attributeValueClassName
            && AnyValue.equal(defaultValue, other.defaultValue)
            && valueTransformerName == other.valueTransformerName
            && allowsExternalBinaryDataStorage == other.allowsExternalBinaryDataStorage
            && preservesValueInHistoryOnDeletion == other.preservesValueInHistoryOnDeletion
            && allowsCloudEncryption == other.allowsCloudEncryption
    }
}

extension NSAttributeDescription {
    /// The types of attributes under the names of newer code: `attribute.type = .string`.
    public struct AttributeType: RawRepresentable, Hashable, Sendable {
        /// Apple's number, as in `NSAttributeType`.
        public let rawValue: UInt
        /// The type of that number.
        public init(rawValue: UInt) { self.rawValue = rawValue }
        private init(_ type: NSAttributeType) { rawValue = type.rawValue }

        /// No type: the attribute must be transient.
        public static let undefined = AttributeType(.undefinedAttributeType)
        /// Int16.
        public static let integer16 = AttributeType(.integer16AttributeType)
        /// Int32.
        public static let integer32 = AttributeType(.integer32AttributeType)
        /// Int64.
        public static let integer64 = AttributeType(.integer64AttributeType)
        /// NSDecimalNumber.
        public static let decimal = AttributeType(.decimalAttributeType)
        /// Double.
        public static let double = AttributeType(.doubleAttributeType)
        /// Float.
        public static let float = AttributeType(.floatAttributeType)
        /// String.
        public static let string = AttributeType(.stringAttributeType)
        /// Bool.
        public static let boolean = AttributeType(.booleanAttributeType)
        /// Date.
        public static let date = AttributeType(.dateAttributeType)
        /// Data.
        public static let binaryData = AttributeType(.binaryDataAttributeType)
        /// UUID.
        public static let uuid = AttributeType(.UUIDAttributeType)
        /// URL.
        public static let uri = AttributeType(.URIAttributeType)
        /// Any value, through a value transformer.
        public static let transformable = AttributeType(.transformableAttributeType)
        /// NSManagedObjectID.
        public static let objectID = AttributeType(.objectIDAttributeType)
        /// A dictionary of nested attributes.
        public static let composite = AttributeType(.compositeAttributeType)
    }

    /// The type of the attribute's values, `attributeType` under its newer name.
    public final var type: AttributeType {
        get { AttributeType(rawValue: attributeType.rawValue) }
        set { attributeType = NSAttributeType(rawValue: newValue.rawValue) ?? .undefinedAttributeType }
    }
}
