/// Values of transformable attributes, to and from what the store holds.
enum Transforming {
    /// What the attribute's transformer makes of the data, nil where it makes nothing.
    static func value(from data: Data, of attribute: NSAttributeDescription) -> Any? {
        value(from: data, transformer(of: attribute))
    }

    /// What the transformer of that name makes of the data, as an attribute that asks for it by the name does.
    static func value(from data: Data, transformerNamed name: String) -> Any? {
        transformer(named: name).flatMap { value(from: data, $0) }
    }

    private static func value(from data: Data, _ transformer: ValueTransformer) -> Any? {
        transformer is NSSecureUnarchiveFromDataTransformer
            ? transformer.transformedValue(data) : transformer.reverseTransformedValue(data)
    }

    /// What the attribute's transformer makes of the value; raises where it makes no data.
    static func data(from value: Any, of attribute: NSAttributeDescription) -> Data {
        guard let data = fittingData(from: value, of: attribute) else {
            raise(
                "NSInvalidArgumentException",
                "The transformer '\(attribute.valueTransformerName ?? "")' of '\(attribute.name)' makes no Data of \(value)."
            )
        }
        return data
    }

    /// What the attribute's transformer makes of the value, nil where it makes no data.
    static func fittingData(from value: Any, of attribute: NSAttributeDescription) -> Data? {
        let transformer = transformer(of: attribute)
        let transformed =
            transformer is NSSecureUnarchiveFromDataTransformer
            ? transformer.reverseTransformedValue(value) : transformer.transformedValue(value)
        return transformed as? Data
    }

    /// The transformer of that name; the secure archiver where there is no name.
    private static func transformer(of attribute: NSAttributeDescription) -> ValueTransformer {
        let name = attribute.valueTransformerName ?? ""
        guard let transformer = transformer(named: name) else {
            raise(
                "NSInvalidArgumentException",
                "No value transformer is registered under the name '\(name)', which '\(attribute.name)' asks for.")
        }
        return transformer
    }

    private static func transformer(named name: String) -> ValueTransformer? {
        let isDefault = name.isEmpty || name == "NSSecureUnarchiveFromDataTransformerName"
        return ValueTransformer.named(
            isDefault ? .secureUnarchiveFromDataTransformerName : NSValueTransformerName(name))
    }
}
