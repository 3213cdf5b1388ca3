internal import CoreDataSQLite

extension PredicateCompiler {
    func equality(
        _ left: SQLOperand, _ right: SQLOperand, _ options: ComparisonOptions, isNegated: Bool
    ) throws -> String {
        switch (left, right) {
        case (.term(let term), .value(let value)), (.value(let value), .term(let term)):
            return try equality(term, value, options, isNegated: isNegated)
        case (.term(let left), .term(let right)):
            if left.valueClass == .transformed, right.valueClass == .transformed {
                throw unsupported("two transformable attributes")
            }
            guard let (left, right) = comparable(left, right) else {
                // Values of different types are never equal.
                return isNegated ? "(\(left.sql) IS NOT NULL AND \(right.sql) IS NOT NULL)" : "0"
            }
            if left.isText, right.isText, options.ignoresSomething {
                return "CDORDER(\(left.sql), \(right.sql), \(options.rawValue)) \(isNegated ? "<>" : "=") 0"
            }
            return "\(left.value) \(isNegated ? "<>" : "=") \(right.value)"
        case (.value(let left), .value(let right)):
            return Self.test(left, isNegated ? .notEqualTo : .equalTo, right, options)
        default: throw unsupported("to-many key not allowed here")
        }
    }

    private static let orders: [String: ComparisonOperator] = [
        "<": .lessThan, "<=": .lessThanOrEqualTo, ">": .greaterThan, ">=": .greaterThanOrEqualTo,
    ]

    /// A comparison of two constants, which is the same in every row.
    private static func test(
        _ left: PredicateValue, _ operation: ComparisonOperator, _ right: PredicateValue, _ options: ComparisonOptions
    ) -> String {
        let sides = (ExpressionNode.constant(left), ExpressionNode.constant(right))
        let comparison = Comparison(left: sides.0, right: sides.1, operator: operation, options: options)
        return Relation(comparison).holds(left, right) ? "1" : "0"
    }

    /// Two terms as they can be compared; nil where they are of different types.
    private func comparable(_ left: SQLTerm, _ right: SQLTerm) -> (SQLTerm, SQLTerm)? {
        if case .entityName = left.kind, case .entityName = right.kind { return (left, right) }
        let (left, right) = (readable(left), readable(right))
        return left.valueClass == right.valueClass && left.valueClass != .composite ? (left, right) : nil
    }

    /// The name of an entity as text, where its number does not do.
    func readable(_ term: SQLTerm) -> SQLTerm {
        guard case .entityName = term.kind else { return term }
        let cases = schema.maps.map { "WHEN \($0.number) THEN \(bind(.text($0.layout.name)))" }
        return SQLTerm(sql: "(CASE \(term.sql) \(cases.joined(separator: " ")) END)", kind: .text)
    }

    private func equality(
        _ term: SQLTerm, _ value: PredicateValue, _ options: ComparisonOptions, isNegated: Bool
    ) throws -> String {
        if value.isNull { return "\(term.sql) IS \(isNegated ? "NOT " : "")NULL" }
        if case .entityName = term.kind, options.ignoresSomething {
            return try equality(readable(term), value, options, isNegated: isNegated)
        }
        guard let bound = constants.value(value, as: term.kind) else {
            // Values of different types are never equal.
            return isNegated ? "\(term.sql) IS NOT NULL" : "0"
        }
        if case .transformed(let attribute) = term.kind {
            // Archives of equal values need not be equal.
            let marks = (bind(bound), bind(.text(attribute.valueTransformerName ?? "")))
            return "\(isNegated ? "NOT " : "")CDSAME(\(term.value), \(marks.0), \(marks.1))"
        }
        if term.isText, options.ignoresSomething {
            return (isNegated ? "NOT " : "") + match(.equal, term.sql, bind(bound), options)
        }
        return "\(term.value) \(isNegated ? "<>" : "=") \(bind(bound))"
    }

    func order(_ left: SQLOperand, _ sign: String, _ right: SQLOperand, _ options: ComparisonOptions) throws -> String {
        let terms: (SQLTerm, SQLTerm)?
        switch (left, right) {
        case (.term(let left), .term(let right)): terms = comparable(left, right)
        case (.term(let left), .value(let right)):
            let left = readable(left)
            terms = bound(right, beside: left).map { (left, $0) }
        case (.value(let left), .term(let right)):
            let right = readable(right)
            terms = bound(left, beside: right).map { ($0, right) }
        case (.value(let left), .value(let right)):
            return Self.test(left, Self.orders[sign] ?? .equalTo, right, options)
        default: throw unsupported("to-many key not allowed here")
        }
        // An order of values of different types, or with nil, is never true.
        guard let (left, right) = terms else { return "0" }
        switch left.valueClass {
        case .transformed: throw unsupported("an order of values of a transformable attribute")
        case .entity, .object, .composite: return "0"
        case .number, .text, .date, .uuid, .data: break
        }
        if left.isText, right.isText, options.ignoresSomething {
            return "CDORDER(\(left.sql), \(right.sql), \(options.rawValue)) \(sign) 0"
        }
        return "\(left.value) \(sign) \(right.value)"
    }

    /// nil for nil and for a constant of another type.
    private func bound(_ value: PredicateValue, beside term: SQLTerm) -> SQLTerm? {
        constants.value(value, as: term.kind).map { SQLTerm(sql: bind($0), kind: term.kind) }
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
            let term = try searchable(term)
            guard term.isText, let pattern = value.searchableText else { return "0" }
            let test = match(relation, term.sql, bind(.text(pattern)), options)
            guard relation == .beginsWith, !options.ignoresSomething, !pattern.isEmpty,
                pattern.utf8.allSatisfy({ $0 < 0x80 })
            else { return test }
            // Bounds that an index can serve; no text sorts above U+10FFFF.
            let (low, high) = (bind(.text(pattern)), bind(.text(pattern + "\u{10FFFF}")))
            return "(\(term.sql) >= \(low) AND \(term.sql) < \(high) AND \(test))"
        case (.term(let text), .term(let pattern)):
            let (text, pattern) = (try searchable(text), try searchable(pattern))
            return text.isText && pattern.isText ? match(relation, text.sql, pattern.sql, options) : "0"
        case (.value(let value), .term(let pattern)):
            let pattern = try searchable(pattern)
            guard let text = value.searchableText, pattern.isText else { return "0" }
            return match(relation, bind(.text(text)), pattern.sql, options)
        default: throw unsupported("to-many key not allowed here")
        }
    }

    /// What text operators look at.
    private func searchable(_ term: SQLTerm) throws -> SQLTerm {
        if term.valueClass == .transformed { throw unsupported("a text operator on a transformable attribute") }
        return readable(term)
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
        guard case .term(var term) = left else { throw unsupported("to-many key not allowed here") }
        let holdsNull = members.contains(where: \.isNull)
        if options.ignoresSomething { term = readable(term) }
        if term.valueClass == .transformed {
            let tests = try members.map { try equality(term, $0, options, isNegated: false) }
            return tests.isEmpty ? "0" : "(" + tests.joined(separator: " OR ") + ")"
        }
        if term.isText, options.ignoresSomething {
            var tests = members.compactMap(\.searchableText).map { match(.equal, term.sql, bind(.text($0)), options) }
            if holdsNull { tests.append("\(term.sql) IS NULL") }
            return tests.isEmpty ? "0" : "(" + tests.joined(separator: " OR ") + ")"
        }
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
