/// Values of transformable attributes, to and from what the store holds.
enum Transforming {
    /// What the attribute's transformer makes of the data, nil where it makes nothing.
    static func value(from data: Data, of attribute: NSAttributeDescription) -> Any? {
        guard let transformer = transformer(of: attribute) else {
            return try? NSKeyedUnarchiver.unarchiveTopLevelObjectWithData(data)
        }
        return transformer.reverseTransformedValue(data)
    }

    /// What the attribute's transformer makes of the value; raises where it makes no data.
    static func data(from value: Any, of attribute: NSAttributeDescription) -> Data {
        guard let transformer = transformer(of: attribute) else {
            do {
                return try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
            } catch {
                raise("NSInvalidArgumentException", "The value of '\(attribute.name)' cannot be archived: \(error)")
            }
        }
        guard let data = transformer.transformedValue(value) as? Data else {
            raise(
                "NSInvalidArgumentException",
                "The transformer '\(attribute.valueTransformerName ?? "")' of '\(attribute.name)' makes no Data of \(value)."
            )
        }
        return data
    }

    /// The transformer of that name; nil for the archiver, which is the default.
    private static func transformer(of attribute: NSAttributeDescription) -> ValueTransformer? {
        guard let name = attribute.valueTransformerName, !name.isEmpty,
            name != "NSSecureUnarchiveFromData", name != "NSSecureUnarchiveFromDataTransformerName"
        else { return nil }
        guard let transformer = ValueTransformer.named(NSValueTransformerName(name)) else {
            raise(
                "NSInvalidArgumentException",
                "No value transformer is registered under the name '\(name)', which '\(attribute.name)' asks for.")
        }
        return transformer
    }
}
