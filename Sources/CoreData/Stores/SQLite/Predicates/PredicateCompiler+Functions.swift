internal import CoreDataSQLite

extension PredicateCompiler {
    /// An operand with a value in every row; a constant becomes a parameter, in the form that it would have in a column of that kind
    /// if it fits one.
    func term(_ operand: SQLOperand, like kind: SQLTerm.Kind = .number) throws -> SQLTerm {
        switch operand {
        case .term(let term): return term
        case .value(.null): return .null(kind)
        case .value(let value):
            if let bound = constants.value(value, as: kind) { return SQLTerm(sql: bind(bound), kind: kind) }
            guard let own = Self.kind(of: value) else { throw unsupported("constant \(value)") }
            return SQLTerm(sql: bind(value.column), kind: own)
        case .list, .members: throw unsupported("to-many key not allowed here")
        }
    }

    /// The kind of a constant's own; nil for one that has no form in a column.
    static func kind(of value: PredicateValue) -> SQLTerm.Kind? {
        switch value {
        case .bool, .integer, .real, .decimal: .number
        case .string: .text
        case .url: .attribute(.URIAttributeType)
        case .date: .attribute(.dateAttributeType)
        case .uuid: .attribute(.UUIDAttributeType)
        case .data: .attribute(.binaryDataAttributeType)
        case .null, .object, .collection, .other: nil
        }
    }

    func function(_ selector: String, _ arguments: [ExpressionNode], _ scope: QueryScope) throws -> SQLOperand {
        if arguments.count == 1, ExpressionNode.aggregateSelectors.contains(selector),
            let term = try aggregate(selector, arguments[0], scope)
        {
            return term
        }
        let operands = try arguments.map { try operand($0, scope) }
        switch (selector, operands.count) {
        case ("indexed:by:", _): return operands[0]
        case ("castObject:toType:", _): return try cast(operands[0], arguments[1])
        case ("noindex:", 1):
            let term = try term(operands[0])
            // A sign keeps SQLite from using an index for the column.
            return .term(
                SQLTerm(sql: term.isExternal ? term.value : "+\(term.sql)", kind: term.kind, isWhole: term.isWhole))
        case ("min:", 2...), ("max:", 2...), ("sum:", 2...), ("average:", 2...), ("count:", 2...):
            return .term(try statistic(selector, operands))
        default: break
        }
        if let name = Self.textFunctions[selector], operands.count == 1 {
            let isLength = selector == "length:"
            let text = try readable(term(operands[0]))
            let kind: SQLTerm.Kind = isLength ? .number : .text
            return .term(
                text.isString ? SQLTerm(sql: "\(name)(\(text.sql))", kind: kind, isWhole: isLength) : .null(kind))
        }
        return .term(try calculation(selector, operands))
    }

    private static let textFunctions = [
        "uppercase:": "CDUPPER", "lowercase:": "CDLOWER", "canonical:": "CDCANONICAL", "length:": "CDLENGTH",
    ]

    // MARK: Aggregates

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
            let own = try keys[selector].map { try aggregate([$0], path) } ?? count(value, ofValues: true)
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
            return .term(SQLTerm(sql: sql, kind: .number, isWhole: true))
        }
        let kind = name == "min" || name == "max" ? term.kind : .number
        return .term(SQLTerm(sql: "\(name)(\(distinct)\(term.sql))\(window)", kind: kind))
    }

    /// What a function makes of several values in a row. SQLite's own of several values are NULL where one of them is.
    private func statistic(_ selector: String, _ operands: [SQLOperand]) throws -> SQLTerm {
        guard let terms = try merged(operands) else {
            throw unsupported("function \(selector) of values of different types")
        }
        // The sign leaves a value as it is, where the affinity of the first would make doubles of whole numbers.
        let rows = terms.map { "SELECT +\($0.value) AS v" }.joined(separator: " UNION ALL ")
        let isNumber = terms[0].valueClass == .number
        switch selector {
        case "count:": return SQLTerm(sql: "(SELECT count(v) FROM (\(rows)))", kind: .number, isWhole: true)
        case "min:", "max:":
            return SQLTerm(
                sql: "(SELECT \(selector.dropLast())(v) FROM (\(rows)))", kind: terms[0].kind,
                isWhole: isNumber && terms.allSatisfy(\.isWhole))
        case _ where !isNumber: throw unsupported("function \(selector) of what is no number")
        case "sum:": return SQLTerm(sql: "(SELECT total(v) FROM (\(rows)))", kind: .number)
        default: return SQLTerm(sql: "(SELECT avg(v) FROM (\(rows)))", kind: .number)
        }
    }

    // MARK: Calculations

    /// NULL for what is no number, as in memory.
    private func calculation(_ selector: String, _ operands: [SQLOperand]) throws -> SQLTerm {
        if let moment = try moment(selector, operands) { return moment }
        let terms = try operands.map(numericTerm)
        guard let result = Self.number(selector, terms.map { $0 ?? .null() }) else {
            throw unsupported("function \(selector)")
        }
        return terms.contains { $0 == nil } ? .null() : result
    }

    /// nil for what is no number.
    func numericTerm(_ operand: SQLOperand) throws -> SQLTerm? {
        switch operand {
        case .value(let value):
            guard value.isNumber else { return nil }
            let column = value.column
            return SQLTerm(sql: bind(column), kind: .number, isWhole: column.integer != nil)
        case .term(let term):
            guard term.valueClass == .number else { return nil }
            return SQLTerm(sql: term.number, kind: .number, isWhole: term.isWhole)
        case .list, .members: throw unsupported("to-many key not allowed here")
        }
    }

    /// A date so many seconds later or earlier, or the seconds between two; nil where the first is no date.
    private func moment(_ selector: String, _ operands: [SQLOperand]) throws -> SQLTerm? {
        guard ["add:to:", "from:subtract:"].contains(selector), operands.count == 2 else { return nil }
        func seconds(_ operand: SQLOperand) throws -> String? {
            let date = try term(operand, like: .attribute(.dateAttributeType))
            // A whole number of seconds lies in the file as an integer.
            return date.valueClass == .date ? "CAST(\(date.sql) AS REAL)" : nil
        }
        func isDate(_ operand: SQLOperand) -> Bool {
            switch operand {
            case .term(let term): term.valueClass == .date
            case .value(.date): true
            default: false
            }
        }
        guard isDate(operands[0]), let first = try seconds(operands[0]) else { return nil }
        let sign = selector == "add:to:" ? "+" : "-"
        if isDate(operands[1]) {
            guard sign == "-", let second = try seconds(operands[1]) else { return .null() }
            return SQLTerm(sql: "(\(first) - \(second))", kind: .number)
        }
        let number = try numericTerm(operands[1]) ?? .null()
        return SQLTerm(sql: "(\(first) \(sign) \(number.sql))", kind: .attribute(.dateAttributeType))
    }

    private static let infix = [
        "add:to:": "+", "from:subtract:": "-", "multiply:by:": "*", "divide:by:": "/", "bitwiseAnd:with:": "&",
        "bitwiseOr:with:": "|", "leftshift:by:": "<<", "rightshift:by:": ">>",
    ]
    private static let calls = [
        "sqrt:": "sqrt", "log:": "log10", "ln:": "ln", "exp:": "exp", "floor:": "floor", "ceiling:": "ceil",
        "trunc:": "trunc", "abs:": "abs", "raise:toPower:": "pow",
    ]

    private static func number(_ selector: String, _ terms: [SQLTerm]) -> SQLTerm? {
        let isWhole = terms.allSatisfy(\.isWhole)
        if let sign = infix[selector], terms.count == 2 {
            let ofBits = ["&", "|", "<<", ">>"].contains(sign)
            return SQLTerm(sql: "(\(terms[0].sql) \(sign) \(terms[1].sql))", kind: .number, isWhole: isWhole || ofBits)
        }
        if let name = selector == "abs:" && isWhole ? "CDABS" : calls[selector] {
            let keepsWhole = ["floor:", "ceiling:", "trunc:", "abs:"].contains(selector)
            return SQLTerm(
                sql: "\(name)(\(terms.map(\.sql).joined(separator: ", ")))", kind: .number,
                isWhole: keepsWhole && isWhole)
        }
        switch (selector, terms.count) {
        case ("modulus:by:", 2):
            let sql = isWhole ? "(\(terms[0].sql) % \(terms[1].sql))" : "mod(\(terms[0].sql), \(terms[1].sql))"
            return SQLTerm(sql: sql, kind: .number, isWhole: isWhole)
        case ("bitwiseXor:with:", 2):
            let (a, b) = (terms[0].sql, terms[1].sql)
            return SQLTerm(sql: "((\(a) | \(b)) - (\(a) & \(b)))", kind: .number, isWhole: true)
        case ("onesComplement:", 1): return SQLTerm(sql: "(~\(terms[0].sql))", kind: .number, isWhole: true)
        default: return nil
        }
    }
}
