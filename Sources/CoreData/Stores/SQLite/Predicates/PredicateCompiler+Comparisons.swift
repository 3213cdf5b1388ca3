internal import CoreDataSQLite

extension PredicateCompiler {
    func equality(
        _ left: SQLOperand, _ right: SQLOperand, _ options: ComparisonOptions, isNegated: Bool
    ) throws -> String {
        switch (left, right) {
        case (.term(let term), .value(let value)), (.value(let value), .term(let term)):
            return try equality(term, value, options, isNegated: isNegated)
        case (.term(let left), .term(let right)):
            if left.isText, right.isText, options.ignoresSomething {
                return "CDORDER(\(left.sql), \(right.sql), \(options.rawValue)) \(isNegated ? "<>" : "=") 0"
            }
            return "\(left.value) \(isNegated ? "<>" : "=") \(right.value)"
        case (.value(let left), .value(let right)): return (left == right) != isNegated ? "1" : "0"
        default: throw unsupported("to-many key not allowed here")
        }
    }

    private func equality(
        _ term: SQLTerm, _ value: PredicateValue, _ options: ComparisonOptions, isNegated: Bool
    ) throws -> String {
        if value.isNull { return "\(term.sql) IS \(isNegated ? "NOT " : "")NULL" }
        guard let bound = constants.value(value, as: term.kind) else {
            // Values of different types are never equal.
            return isNegated ? "\(term.sql) IS NOT NULL" : "0"
        }
        if term.isText, options.ignoresSomething {
            return (isNegated ? "NOT " : "") + match(.equal, term.sql, bind(bound), options)
        }
        return "\(term.value) \(isNegated ? "<>" : "=") \(bind(bound))"
    }

    func order(_ left: SQLOperand, _ sign: String, _ right: SQLOperand, _ options: ComparisonOptions) throws -> String {
        let kind: SQLTerm.Kind
        switch (left, right) {
        case (.term(let term), _), (_, .term(let term)): kind = term.kind
        case (.value, .value): kind = .number
        default: throw unsupported("to-many key not allowed here")
        }
        guard let leftTerm = ordered(left, kind), let rightTerm = ordered(right, kind) else { return "0" }
        if leftTerm.isText, rightTerm.isText, options.ignoresSomething {
            return "CDORDER(\(leftTerm.sql), \(rightTerm.sql), \(options.rawValue)) \(sign) 0"
        }
        return "\(leftTerm.sql) \(sign) \(rightTerm.sql)"
    }

    /// nil for nil and for a constant of another type: an order with those is never true.
    private func ordered(_ operand: SQLOperand, _ kind: SQLTerm.Kind) -> SQLTerm? {
        switch operand {
        case .term(let term): term
        case .value(let value):
            constants.value(value, as: kind).map { SQLTerm(sql: bind($0), kind: kind) }
        default: nil
        }
    }

    func between(_ left: SQLOperand, _ right: SQLOperand, _ options: ComparisonOptions) throws -> String {
        let bounds: [SQLOperand]
        switch right {
        case .value(let value): bounds = (value.members ?? []).map(SQLOperand.value)
        case .list(let operands): bounds = operands
        default: bounds = []
        }
        guard bounds.count == 2 else { throw unsupported("BETWEEN needs two bounds") }
        return try "(\(order(left, ">=", bounds[0], options)) AND \(order(left, "<=", bounds[1], options)))"
    }

    // MARK: Text

    private func match(
        _ relation: TextPattern.Relation, _ text: String, _ pattern: String, _ options: ComparisonOptions
    ) -> String {
        "CDMATCH(\(text), \(pattern), \(StoreFunctions.kind(relation, options)))"
    }

    func text(
        _ relation: TextPattern.Relation, _ left: SQLOperand, _ right: SQLOperand, _ options: ComparisonOptions
    ) throws -> String {
        switch (left, right) {
        case (.term(let term), .value(let value)):
            guard term.isText, let pattern = value.text else { return "0" }
            let test = match(relation, term.sql, bind(.text(pattern)), options)
            guard relation == .beginsWith, !options.ignoresSomething, !pattern.isEmpty,
                pattern.utf8.allSatisfy({ $0 < 0x80 })
            else { return test }
            // Bounds that an index can serve; no text sorts above U+10FFFF.
            let (low, high) = (bind(.text(pattern)), bind(.text(pattern + "\u{10FFFF}")))
            return "(\(term.sql) >= \(low) AND \(term.sql) < \(high) AND \(test))"
        case (.term(let text), .term(let pattern)):
            return text.isText && pattern.isText ? match(relation, text.sql, pattern.sql, options) : "0"
        case (.value(let value), .term(let pattern)):
            guard let text = value.text, pattern.isText else { return "0" }
            return match(relation, bind(.text(text)), pattern.sql, options)
        case (.value(let text), .value(let pattern)):
            guard let text = text.text, let pattern = pattern.text else { return "0" }
            return match(relation, bind(.text(text)), bind(.text(pattern)), options)
        default: throw unsupported("to-many key not allowed here")
        }
    }

    // MARK: Collections

    func containment(_ left: SQLOperand, _ right: SQLOperand, _ options: ComparisonOptions) throws -> String {
        switch left {
        case .members(let path): try exists(path) { try self.equality($0, right, options, isNegated: false) }
        case .list, .value(.collection): try membership(right, left, options)
        default: try text(.contains, left, right, options)
        }
    }

    func membership(_ left: SQLOperand, _ right: SQLOperand, _ options: ComparisonOptions) throws -> String {
        switch right {
        case .members(let path): return try exists(path) { try self.equality($0, left, options, isNegated: false) }
        case .list(let operands):
            let tests = try operands.map { try equality(left, $0, options, isNegated: false) }
            return tests.isEmpty ? "0" : "(" + tests.joined(separator: " OR ") + ")"
        case .value(let value):
            if let members = value.members { return try membership(left, members, options) }
            return try text(.contains, right, left, options)
        case .term: return try text(.contains, right, left, options)
        }
    }

    private func membership(_ left: SQLOperand, _ members: [PredicateValue], _ options: ComparisonOptions) throws
        -> String
    {
        guard case .term(let term) = left else {
            guard case .value(let value) = left else { throw unsupported("to-many key not allowed here") }
            return members.contains(value) ? "1" : "0"
        }
        if term.isText, options.ignoresSomething {
            let tests = members.compactMap(\.text).map { match(.equal, term.sql, bind(.text($0)), options) }
            return tests.isEmpty ? "0" : "(" + tests.joined(separator: " OR ") + ")"
        }
        let holdsNull = members.contains(where: \.isNull)
        let test = list(term, members.filter { !$0.isNull }.compactMap { constants.value($0, as: term.kind) })
        return holdsNull ? "(\(test) OR \(term.sql) IS NULL)" : test
    }

    /// Counts are rounded up to powers of two by repeating the last value, so that lists of different length share statements.
    private func list(_ term: SQLTerm, _ values: [Value]) -> String {
        guard let last = values.last else { return "0" }
        let integers = values.compactMap(\.integer)
        // As one parameter: a statement with thousands takes longer to compile than to run.
        if integers.count == values.count, values.count > 64 {
            let text = "[" + integers.map(String.init).joined(separator: ",") + "]"
            return "\(term.sql) IN (SELECT value FROM json_each(\(bind(.text(text)))))"
        }
        guard values.count <= 16_384 else {
            let halves = [values[..<16_384], values[16_384...]]
            return "(" + halves.map { list(term, Array($0)) }.joined(separator: " OR ") + ")"
        }
        var count = 1
        while count < values.count { count *= 2 }
        let names = (values + Array(repeating: last, count: count - values.count)).map(bind)
        return "\(term.value) IN (\(names.joined(separator: ", ")))"
    }
}

extension ComparisonOptions {
    /// Whether texts of different bytes can count as equal.
    fileprivate var ignoresSomething: Bool { contains(.caseInsensitive) || contains(.diacriticInsensitive) }
}
