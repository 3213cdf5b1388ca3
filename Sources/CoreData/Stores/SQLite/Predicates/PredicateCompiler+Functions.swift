internal import CoreDataSQLite

extension PredicateCompiler {
    /// An operand with a value in every row; a constant becomes a parameter.
    func term(_ operand: SQLOperand, like kind: SQLTerm.Kind = .number) throws -> SQLTerm {
        switch operand {
        case .term(let term): return term
        case .value(.null): return SQLTerm(sql: "NULL", kind: kind)
        case .value(let value):
            let fitting: SQLTerm.Kind = value.text == nil ? kind : .text
            guard let bound = constants.value(value, as: fitting) else { throw unsupported("constant \(value)") }
            return SQLTerm(sql: bind(bound), kind: fitting)
        case .list, .members: throw unsupported("to-many key not allowed here")
        }
    }

    func function(_ selector: String, _ arguments: [ExpressionNode], _ scope: QueryScope) throws -> SQLOperand {
        if arguments.count == 1, ExpressionNode.aggregateSelectors.contains(selector),
            let term = try aggregate(selector, arguments[0], scope)
        {
            return term
        }
        if selector == "indexed:by:" { return try operand(arguments[0], scope) }
        if selector == "castObject:toType:" { return try cast(operand(arguments[0], scope), arguments[1]) }
        let terms = try arguments.map { try term(operand($0, scope)) }
        guard let sql = Self.sql(selector, terms.map(\.sql)) else { throw unsupported("function \(selector)") }
        let isText = ["uppercase:", "lowercase:", "canonical:"].contains(selector)
        return .term(SQLTerm(sql: sql, kind: isText ? .text : .number))
    }

    /// What a function makes of the members of a to-many key, or of many rows where these are asked for; nil elsewhere.
    private func aggregate(_ selector: String, _ argument: ExpressionNode, _ scope: QueryScope) throws -> SQLOperand? {
        var argument = argument
        var distinct = ""
        if case .function("distinct:", let inner) = argument, inner.count == 1, aggregation != nil {
            argument = inner[0]
            distinct = "DISTINCT "
        }
        let value = try operand(argument, scope)
        let members: SQLTerm?
        if case .members(let path) = value {
            let keys = ["sum:": "@sum", "average:": "@avg", "min:": "@min", "max:": "@max"]
            let own = try keys[selector].map { try aggregate([$0], path) } ?? count(value)
            guard aggregation != nil, selector != "average:" else { return own }
            members = try term(own)
        } else {
            members = nil
        }
        guard let aggregation else {
            if case .list = value { return nil }
            throw unsupported("function \(selector) of a single value")
        }
        let term = try members ?? term(value)
        let window = aggregation == .window ? " OVER ()" : ""
        let names = ["sum:": "total", "average:": "avg", "min:": "min", "max:": "max"]
        guard let name = names[selector] else {
            // Of members their number, of values that of those there are.
            let sql =
                members == nil
                ? "count(\(distinct)\(term.sql))\(window)" : "CAST(total(\(term.sql))\(window) AS INTEGER)"
            return .term(SQLTerm(sql: sql, kind: .number))
        }
        let kind = name == "min" || name == "max" ? term.kind : .number
        return .term(SQLTerm(sql: "\(name)(\(distinct)\(term.sql))\(window)", kind: kind))
    }

    /// The columns of dates hold numbers already: a cast changes what a value is compared with.
    private func cast(_ value: SQLOperand, _ type: ExpressionNode) throws -> SQLOperand {
        guard case .constant(.string(let name)) = type else { return value }
        switch name {
        case "NSNumber": return .term(SQLTerm(sql: try term(value).sql, kind: .number))
        case "NSDate": return .term(SQLTerm(sql: try term(value).sql, kind: .attribute(.dateAttributeType)))
        default: return value
        }
    }

    private static func sql(_ selector: String, _ terms: [String]) -> String? {
        let infix = [
            "add:to:": "+", "from:subtract:": "-", "multiply:by:": "*", "divide:by:": "/", "modulus:by:": "%",
            "bitwiseAnd:with:": "&", "bitwiseOr:with:": "|", "leftshift:by:": "<<", "rightshift:by:": ">>",
        ]
        let calls = [
            "sqrt:": "sqrt", "log:": "log10", "ln:": "ln", "exp:": "exp", "floor:": "floor", "ceiling:": "ceil",
            "trunc:": "trunc", "abs:": "abs", "raise:toPower:": "pow", "uppercase:": "CDUPPER",
            "lowercase:": "CDLOWER", "canonical:": "CDCANONICAL", "length:": "length",
        ]
        if let sign = infix[selector], terms.count == 2 { return "(\(terms[0]) \(sign) \(terms[1]))" }
        if let name = calls[selector] { return "\(name)(\(terms.joined(separator: ", ")))" }
        switch (selector, terms.count) {
        case ("min:", 2...), ("max:", 2...):
            // SQLite's own of several values are NULL where one of them is.
            let rows = terms.map { "SELECT \($0) AS v" }.joined(separator: " UNION ALL ")
            return "(SELECT \(selector.dropLast())(v) FROM (\(rows)))"
        case ("bitwiseXor:with:", 2): return "((\(terms[0]) | \(terms[1])) - (\(terms[0]) & \(terms[1])))"
        case ("onesComplement:", 1): return "(~\(terms[0]))"
        // A sign keeps SQLite from using an index for the column.
        case ("noindex:", 1): return "+\(terms[0])"
        default: return nil
        }
    }
}
