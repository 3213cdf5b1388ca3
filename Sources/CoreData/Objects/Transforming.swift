/// Values of transformable attributes, to and from what the store holds.
enum Transforming {
    /// What the attribute's transformer makes of the data, nil where it makes nothing.
    static func value(from data: Data, of attribute: NSAttributeDescription) -> Any? {
        let transformer = transformer(of: attribute)
        return transformer is NSSecureUnarchiveFromDataTransformer
            ? transformer.transformedValue(data) : transformer.reverseTransformedValue(data)
    }

    /// What the attribute's transformer makes of the value; raises where it makes no data.
    static func data(from value: Any, of attribute: NSAttributeDescription) -> Data {
        let transformer = transformer(of: attribute)
        let transformed =
            transformer is NSSecureUnarchiveFromDataTransformer
            ? transformer.reverseTransformedValue(value) : transformer.transformedValue(value)
        guard let data = transformed as? Data else {
            raise(
                "NSInvalidArgumentException",
                "The transformer '\(attribute.valueTransformerName ?? "")' of '\(attribute.name)' makes no Data of \(value)."
            )
        }
        return data
    }

    /// The transformer of that name; the secure archiver where there is no name.
    private static func transformer(of attribute: NSAttributeDescription) -> ValueTransformer {
        let name = attribute.valueTransformerName ?? ""
        let isDefault = name.isEmpty || name == "NSSecureUnarchiveFromDataTransformerName"
        guard
            let transformer = ValueTransformer.named(
                isDefault ? .secureUnarchiveFromDataTransformerName : NSValueTransformerName(name))
        else {
            raise(
                "NSInvalidArgumentException",
                "No value transformer is registered under the name '\(name)', which '\(attribute.name)' asks for.")
        }
        return transformer
    }
}
