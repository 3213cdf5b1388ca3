/// One element of an index of a model under construction: a property, or an expression over properties.
public struct EmbeddedIndexElement {
    private enum Subject {
        case property(String)
        case expression(String, NSAttributeType)
    }
    private let subject: Subject
    private let type: NSFetchIndexElementType
    private let isAscending: Bool

    /// A property of the entity.
    public static func property(
        _ name: String, ascending: Bool = true, type: NSFetchIndexElementType = .binary
    ) -> EmbeddedIndexElement {
        EmbeddedIndexElement(subject: .property(name), type: type, isAscending: ascending)
    }

    /// The value of an expression.
    public static func expression(
        _ format: String, result: NSAttributeType, ascending: Bool = true, type: NSFetchIndexElementType = .binary
    ) -> EmbeddedIndexElement {
        EmbeddedIndexElement(subject: .expression(format, result), type: type, isAscending: ascending)
    }

    func build(in entity: NSEntityDescription) -> NSFetchIndexElementDescription {
        let element = NSFetchIndexElementDescription(property: property(in: entity), collationType: type)
        element.isAscending = isAscending
        return element
    }

    private func property(in entity: NSEntityDescription) -> NSPropertyDescription {
        switch subject {
        case .property(let name):
            guard let property = entity.propertiesByName[name] else {
                raise("NSInvalidArgumentException", "could not locate a property named '\(name)' in this entity.")
            }
            return property
        case .expression(let format, let result):
            let property = NSExpressionDescription()
            property.name = format
            property.expression = NSExpression(format: format)
            property.expressionResultType = result
            return property
        }
    }
}
