internal import CoreDataSQLite

extension PredicateCompiler {
    /// What CAST makes of a value: as in memory, by the same code where SQL has no word for it.
    func cast(_ value: SQLOperand, _ type: ExpressionNode) throws -> SQLOperand {
        guard case .constant(.string(let name)) = type else { throw unsupported("CAST to a class that is no constant") }
        let term = try readable(self.term(value))
        switch (name, term.valueClass) {
        // The columns of dates hold numbers, whole ones as integers.
        case ("NSNumber", .date): return .term(SQLTerm(sql: "CAST(\(term.sql) AS REAL)", kind: .number))
        case ("NSDate", .number): return .term(SQLTerm(sql: term.number, kind: .attribute(.dateAttributeType)))
        case ("NSNumber", .number), ("NSDate", .date): return .term(term)
        case ("NSString", .text) where term.isString: return .term(term)
        default: break
        }
        guard let kind = Self.castKind(name), let source = Self.source(of: term) else {
            return .term(.null(Self.castKind(name) ?? .number))
        }
        let marks = (bind(.integer(Int64(source.rawValue))), bind(.text(name)))
        return .term(SQLTerm(sql: "CDCAST(\(term.value), \(marks.0), \(marks.1))", kind: kind))
    }

    private static func castKind(_ name: String) -> SQLTerm.Kind? {
        switch name {
        case "NSNumber", "NSDecimalNumber": .number
        case "NSDate": .attribute(.dateAttributeType)
        case "NSString": .text
        case "NSUUID": .attribute(.UUIDAttributeType)
        case "NSURL": .attribute(.URIAttributeType)
        case "NSData": .attribute(.binaryDataAttributeType)
        default: nil
        }
    }

    /// The type of the attribute whose column it is, or might be; nil for what nothing can be made of.
    private static func source(of term: SQLTerm) -> NSAttributeType? {
        switch term.kind {
        case .attribute(let type): type
        // What a calculation gives is as it is stored.
        case .number: .undefinedAttributeType
        case .text, .entityName: .stringAttributeType
        case .transformed, .object, .entity: nil
        }
    }

    /// The function that does it for a row.
    static func cast(_ call: FunctionCall) {
        let type = NSAttributeType(rawValue: UInt(call.integer(1))) ?? .undefinedAttributeType
        let value = PredicateValue(call.value(0), of: type)
        call.answer(value.cast(to: call.string(2) ?? "")?.column ?? .null)
    }
}
