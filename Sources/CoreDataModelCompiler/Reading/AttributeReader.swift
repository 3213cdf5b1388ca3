/// Reads an `<attribute>`, of an entity or of a composite.
struct AttributeReader {
    private let reader: ElementReader

    init(_ reader: ElementReader) { self.reader = reader }

    func read() throws(ModelError) -> PropertyDeclaration {
        let name = try reader.required("name")
        let type = try Self.type(reader.text("attributeType") ?? "Undefined", reader)
        var attribute = AttributeDeclaration(type: type)
        attribute.defaultValue = try value("default", of: type)
        attribute.limits = try limits(of: type)
        attribute.storage = AttributeStorage(
            allowsExternalBinaryData: try reader.flag("allowsExternalBinaryDataStorage"),
            isPreservedAfterDeletion: try reader.flag("preserveAfterDeletion"),
            allowsCloudEncryption: try reader.flag("allowsCloudEncryption"),
            transformerName: reader.text("valueTransformerName"))
        attribute.swiftType = SwiftTypeChoice(
            usesScalar: try reader.flag("usesScalarValueType"), className: reader.text("customClassName"))
        if try reader.flag("derived") {
            attribute.derivation = try reader.required("derivationExpression")
        }
        if type == .composite { attribute.composite = try reader.required("composite") }
        return PropertyDeclaration(
            name: name, line: reader.element.line, isOptional: try reader.flag("optional"),
            isTransient: try reader.flag("transient"), annotations: try reader.annotations(),
            kind: .attribute(attribute))
    }

    static func type(_ text: String, _ reader: ElementReader) throws(ModelError) -> AttributeDeclaration.TypeName {
        guard let type = AttributeDeclaration.TypeName(rawValue: text) else {
            let name = reader["name"].map { " of '\($0)'" } ?? ""
            throw reader.error("the attribute type '\(text)'\(name) is unknown")
        }
        return type
    }

    private func limits(of type: AttributeDeclaration.TypeName) throws(ModelError) -> ValueLimits {
        // The bounds of a string bound its length.
        let bound = type == .string ? .integer64 : type
        return ValueLimits(
            minimum: try value("min", of: bound), maximum: try value("max", of: bound),
            pattern: reader.text("regularExpressionString"))
    }

    /// The value in `defaultValueString`, `minValueString` and so on; for dates in `defaultDateTimeInterval` and so on, beside
    /// which the text is for people only.
    private func value(
        _ role: String, of type: AttributeDeclaration.TypeName
    ) throws(ModelError) -> AttributeValue? {
        if type == .date {
            guard let text = reader.text("\(role)DateTimeInterval") else { return nil }
            guard let seconds = Double(text) else {
                throw reader.error("\(role)DateTimeInterval is a number of seconds, not '\(text)'")
            }
            return .date(seconds)
        }
        guard let text = reader["\(role)ValueString"], !text.isEmpty || type == .string else { return nil }
        guard let value = AttributeValue(text, of: type) else {
            throw reader.error("\(role)ValueString '\(text)' is no value of type \(type.rawValue)")
        }
        return value
    }
}
