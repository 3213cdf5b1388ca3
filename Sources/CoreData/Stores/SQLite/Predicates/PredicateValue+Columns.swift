internal import CoreDataSQLite

extension PredicateValue {
    /// What stands in a column, or comes out of a calculation.
    init(_ value: Value) {
        switch value {
        case .null: self = .null
        case .integer(let number): self = .integer(number)
        case .real(let number): self = .real(number)
        case .text(let text): self = .string(text)
        case .blob(let bytes): self = .data(Data(bytes))
        }
    }

    /// What stands in the column of an attribute of that type.
    init(_ value: Value, of type: NSAttributeType) {
        switch (type, value) {
        case (.dateAttributeType, .integer(let number)): self = .date(Double(number))
        case (.dateAttributeType, .real(let number)): self = .date(number)
        case (.booleanAttributeType, .integer(let number)): self = .bool(number != 0)
        case (.decimalAttributeType, .integer), (.decimalAttributeType, .real), (.decimalAttributeType, .text):
            self = .decimal(Self.decimal(value))
        case (.UUIDAttributeType, .blob(let bytes)) where bytes.count == 16:
            self = .uuid(bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
        case (.URIAttributeType, .text(let text)): self = URL(string: text).map(PredicateValue.url) ?? .string(text)
        default: self.init(value)
        }
    }

    static func decimal(_ value: Value) -> Decimal {
        switch value {
        case .integer(let number): Decimal(number)
        // By its shortest text, which is what was stored.
        case .real(let number): Decimal(string: "\(number)") ?? Decimal(number)
        case .text(let text): Decimal(string: text) ?? .nan
        case .blob, .null: .nan
        }
    }

    /// The value as the column of an attribute of its type has it, numbers with a fraction or room for one as such.
    var column: Value {
        switch self {
        case .bool(let value): .integer(value ? 1 : 0)
        case .integer(let value): .integer(value)
        case .real, .decimal: doubleValue.map(Value.real) ?? .null
        case .date(let value): .real(value)
        case .string(let value): .text(value)
        case .url(let value): .text(value.absoluteString)
        case .uuid(let value): .blob(withUnsafeBytes(of: value.uuid) { Array($0) })
        case .data(let value): .blob(Array(value))
        case .null, .object, .collection, .other: .null
        }
    }
}
