internal import CoreDataSQLite

extension PredicateCompiler {
    /// A side of a comparison: a constant as it is, a column, a calculation.
    func operand(_ node: ExpressionNode, _ scope: QueryScope) throws -> SQLOperand {
        if node.isConstant {
            return .value(ExpressionEvaluator.compile(node)(PredicateEvaluator.Subject(root: .null)))
        }
        switch node {
        case .constant(let value): return .value(value)
        case .evaluatedObject: return try operand([], scope)
        case .variable(let name):
            if let term = namedTerms[name] { return .term(term) }
            return try operand([], variable(name))
        case .keyPath(let base, let keys): return try operand(keys, of: base, scope)
        case .aggregate(let nodes): return .list(try nodes.map { try operand($0, scope) })
        case .element(let base, .size): return try count(operand(base, scope))
        case .element(let base, let index): return try element(index, of: operand(base, scope), [])
        case .function(let selector, let arguments): return try function(selector, arguments, scope)
        case .subquery(let collection, let variable, let test):
            guard case .members(let path) = try operand(collection, scope), path.rest.isEmpty, path.filter == nil else {
                throw unsupported("SUBQUERY over \(collection)")
            }
            var filtered = path
            filtered.filter = (variable, test)
            return .members(filtered)
        case .conditional(let test, let first, let second):
            guard let terms = try merged([operand(first, scope), operand(second, scope)]) else {
                throw MixedTypes(reason: "TERNARY of values of different types")
            }
            let sql = "CASE WHEN \(try condition(test, scope)) THEN \(terms[0].value) ELSE \(terms[1].value) END"
            return .term(SQLTerm(sql: "(\(sql))", kind: terms[0].kind, isWhole: terms.allSatisfy(\.isWhole)))
        case .setOperation, .block, .anyKey: throw unsupported(node.printed)
        }
    }

    private func variable(_ name: String) throws -> QueryScope {
        if let scope = variables[name] { return scope }
        throw Untranslatable(reason: "Can't get value for '\(name)' in bindings \(variables.keys.sorted()).")
    }

    private func operand(_ keys: [String], of base: ExpressionNode, _ scope: QueryScope) throws -> SQLOperand {
        switch base {
        case .evaluatedObject: return try operand(wholePath: keys, scope)
        case .variable(let name): return try operand(keys, variable(name))
        case .element(let inner, let index): return try element(index, of: operand(inner, scope), keys)
        case .keyPath, .subquery:
            guard case .members(let path) = try operand(base, scope) else {
                throw unsupported("key path \(keys) of \(base)")
            }
            return try aggregate(keys, path)
        default: throw unsupported("key path \(keys) of \(base)")
        }
    }

    /// What a key path leads to from the row that is searched.
    func operand(wholePath keys: [String], _ scope: QueryScope) throws -> SQLOperand {
        pathInQuestion = (keys, scope.map.layout.name)
        defer { pathInQuestion = nil }
        return try operand(keys, scope)
    }

    /// What a key path leads to from a row.
    func operand(_ keys: [String], _ scope: QueryScope) throws -> SQLOperand {
        guard let first = keys.first else {
            return .term(SQLTerm(sql: scope.key, kind: .object(family: scope.map.layout.entity)))
        }
        let rest = Array(keys.dropFirst())
        if keys.count > 1, let element = element(keys.joined(separator: "."), scope) { return element }
        switch scope.map.layout.place(of: first) {
        case .slot(let slot): return try operand(slot, rest, scope)
        case .toMany(let number):
            let relationship = scope.map.layout.toMany[number]
            let path = ToManyPath(
                owner: scope, number: number, destination: try destination(of: relationship, scope), rest: [])
            return rest.isEmpty ? .members(path) : try aggregate(rest, path)
        case .composite(let number):
            guard rest.isEmpty else { throw missing(keys.joined(separator: "."), scope) }
            return composite(number, scope)
        case .transient, .fetched:
            throw unsupported("\(first) of \(scope.map.layout.name) is not stored")
        case nil: return try special(first, rest, scope)
        }
    }

    private func operand(_ slot: Int, _ rest: [String], _ scope: QueryScope) throws -> SQLOperand {
        let content = scope.map.layout.slots[slot]
        guard content.storage == .toOne else {
            if rest == ["length"], content.attributeType == .stringAttributeType {
                return .term(SQLTerm(sql: "CDLENGTH(\(scope.column(slot)))", kind: .number, isWhole: true))
            }
            guard rest.isEmpty else { throw missing(content.name + "." + rest.joined(separator: "."), scope) }
            return column(slot, scope)
        }
        guard let relationship = scope.map.layout.entity.relationshipsByName[content.name] else {
            throw missing(content.name, scope)
        }
        let map = try destination(of: relationship, scope)
        if rest.isEmpty || rest == ["objectID"] || rest == ["self"] {
            return .term(SQLTerm(sql: scope.column(slot), kind: .object(family: map.layout.entity)))
        }
        return try operand(rest, scope.destination(slot: slot, to: map, alias: alias))
    }

    private func column(_ slot: Int, _ scope: QueryScope) -> SQLOperand {
        let type = scope.map.layout.slots[slot].attributeType
        let kind: SQLTerm.Kind
        if type == .transformableAttributeType, let attribute = scope.map.layout.properties.attributes[slot] {
            kind = .transformed(attribute)
        } else {
            kind = .attribute(type)
        }
        return .term(
            SQLTerm(sql: scope.column(slot), kind: kind, isExternal: scope.map.externalSlots.contains(slot)))
    }

    /// An element of a composite attribute, which is named by its key path.
    private func element(_ path: String, _ scope: QueryScope) -> SQLOperand? {
        switch scope.map.layout.place(of: path) {
        case .slot(let slot): column(slot, scope)
        case .composite(let number): composite(number, scope)
        default: nil
        }
    }

    /// A composite attribute as a whole, which can only be compared with nil: that is what it is while no element has a value.
    private func composite(_ number: Int, _ scope: QueryScope) -> SQLOperand {
        let columns = scope.map.layout.composites[number].slots.map(scope.column)
        let sql = columns.isEmpty ? "NULL" : "COALESCE(\((columns + ["NULL"]).joined(separator: ", ")))"
        return .term(SQLTerm(sql: sql, kind: .attribute(.compositeAttributeType)))
    }

    private func special(_ key: String, _ rest: [String], _ scope: QueryScope) throws -> SQLOperand {
        switch (key, rest) {
        case ("self", _), ("SELF", _): try operand(rest, scope)
        case ("objectID", []): try operand([], scope)
        case ("entity", []): .term(SQLTerm(sql: scope.entityNumber, kind: .entity))
        case ("entity", ["name"]): .term(SQLTerm(sql: scope.entityNumber, kind: .entityName))
        default: throw missing(([key] + rest).joined(separator: "."), scope)
        }
    }

    private func missing(_ path: String, _ scope: QueryScope) -> Untranslatable {
        let (whole, entity) = pathInQuestion.map { ($0.keys.joined(separator: "."), $0.entity) } ?? (path, nil)
        return Untranslatable(
            reason: "keypath \(whole) not found in entity \(entity ?? scope.map.layout.name)")
    }

    private func destination(of relationship: NSRelationshipDescription, _ scope: QueryScope) throws -> EntityMap {
        if let map = schema.mapIfHeld(relationship.destinationEntity) { return map }
        throw missing(relationship.name, scope)
    }

    // MARK: Aggregates

    func aggregate(_ keys: [String], _ path: ToManyPath) throws -> SQLOperand {
        guard let key = keys.first, key.hasPrefix("@") else {
            return .members(
                ToManyPath(
                    owner: path.owner, number: path.number, destination: path.destination, rest: path.rest + keys,
                    filter: path.filter))
        }
        if key == "@count" { return try count(.members(path)) }
        let functions = ["@sum": "total", "@avg": "avg", "@min": "min", "@max": "max"]
        guard let function = functions[key] else { throw unsupported("collection operator \(key)") }
        let source = try members(of: path)
        guard case .term(let column) = try operand(path.rest + keys.dropFirst(), source.scope) else {
            throw unsupported("collection operator \(key) over a to-many key")
        }
        let term = readable(column)
        let isExtreme = key == "@min" || key == "@max"
        let result: String
        switch term.valueClass {
        case .number: result = "\(function)(\(term.sql))"
        case .text, .date, .uuid, .data:
            // What is no number has no sum, unless there is none of it.
            result =
                isExtreme
                ? "\(function)(\(term.value))"
                : key == "@sum" ? "CASE WHEN count(\(term.sql)) = 0 THEN 0.0 END" : "NULL"
        case .transformed, .object, .entity, .composite:
            throw unsupported("collection operator \(key) of what has no order")
        }
        let sql = "(SELECT \(result) FROM \(source.from)\(source.scope.joins) WHERE \(source.link))"
        return .term(SQLTerm(sql: sql, kind: isExtreme ? term.kind : .number, isWhole: isExtreme && term.isWhole))
    }

    /// How many members there are, or of their values those that are there.
    func count(_ operand: SQLOperand, ofValues: Bool = false) throws -> SQLOperand {
        guard case .members(let path) = operand else {
            throw unsupported("count of something that is no to-many relationship")
        }
        let source = try members(of: path)
        guard case .term(let term) = try self.operand(path.rest, source.scope) else {
            throw unsupported("count of values over a to-many key")
        }
        let counted = ofValues && !path.rest.isEmpty ? term.sql : "*"
        let sql = "(SELECT count(\(counted)) FROM \(source.from)\(source.scope.joins) WHERE \(source.link))"
        return .term(SQLTerm(sql: sql, kind: .number, isWhole: true))
    }

    /// What keys lead to from one of the members of an ordered relationship.
    private func element(_ index: ElementIndex, of operand: SQLOperand, _ keys: [String]) throws -> SQLOperand {
        guard case .members(let path) = operand else {
            throw unsupported("an element of something that is no to-many relationship")
        }
        let source = try members(of: path)
        guard let order = source.order else {
            throw unsupported(
                "an element of \(path.owner.map.layout.toMany[path.number].name), whose members have no order")
        }
        guard case .term(let term) = try self.operand(path.rest + keys, source.scope) else {
            throw unsupported("to-many key not allowed here")
        }
        var offset: Int64? = 0
        if case .at(let expression) = index {
            guard case .value(let value) = try self.operand(expression, source.scope) else {
                throw unsupported("an element whose index is no constant")
            }
            offset = value.integerValue
        }
        guard let offset, offset >= 0 else { return .term(.null(term.kind)) }
        let columns = order.map { index == .last ? "\($0) DESC" : $0 }.joined(separator: ", ")
        let sql =
            "(SELECT \(term.value) FROM \(source.from)\(source.scope.joins) WHERE \(source.link) "
            + "ORDER BY \(columns) LIMIT 1 OFFSET \(bind(.integer(offset))))"
        return .term(SQLTerm(sql: sql, kind: term.kind, isWhole: term.isWhole))
    }

    /// Operands as terms of one kind; nil where they are of different types.
    func merged(_ operands: [SQLOperand]) throws -> [SQLTerm]? {
        var kind: SQLTerm.Kind?
        for operand in operands {
            if case .term(let term) = operand { kind = readable(term).kind }
        }
        for case .value(let value) in operands where kind == nil { kind = Self.kind(of: value) }
        guard var kind else { return operands.allSatisfy(\.isNull) ? operands.map { _ in .null() } : nil }
        let valueClass = SQLTerm(sql: "", kind: kind).valueClass
        let terms = try operands.map { operand in
            if valueClass == .number, !operand.isNull { return try numericTerm(operand) }
            guard case .value(let value) = operand else { return try readable(term(operand)) }
            return value.isNull
                ? .null(kind) : constants.value(value, as: kind).map { SQLTerm(sql: bind($0), kind: kind) }
        }
        let fitting = terms.compactMap { $0 }
        guard fitting.count == terms.count, fitting.allSatisfy({ $0.valueClass == valueClass }) else { return nil }
        // Texts and URLs may stand side by side.
        if valueClass == .text { kind = .text }
        if valueClass == .number { kind = .number }
        return fitting.map {
            SQLTerm(sql: $0.value, kind: kind, isWhole: $0.isWhole || valueClass == .number && $0.sql == "NULL")
        }
    }
}

extension SQLOperand {
    var isNull: Bool {
        if case .value(.null) = self { true } else { false }
    }
}

extension Comparison {
    /// A comparison with a TERNARY as one with the first of its expressions where its predicate holds, else with the second.
    var branches: (test: PredicateNode, yes: PredicateNode, no: PredicateNode)? {
        var (yes, no) = (self, self)
        if case .conditional(let test, let first, let second) = left {
            (yes.left, no.left) = (first, second)
            return (test, .comparison(yes), .comparison(no))
        }
        if case .conditional(let test, let first, let second) = right {
            (yes.right, no.right) = (first, second)
            return (test, .comparison(yes), .comparison(no))
        }
        return nil
    }
}

extension ExpressionNode {
    /// Whether the value is the same for every row.
    fileprivate var isConstant: Bool {
        switch self {
        case .constant: true
        case .function(let selector, let arguments):
            selector != NamedFunctions.keyword && selector != FetchedObjectsCall.keyword
                && arguments.allSatisfy(\.isConstant)
        case .aggregate(let arguments): arguments.allSatisfy(\.isConstant)
        case .setOperation(_, let left, let right): left.isConstant && right.isConstant
        case .element(let operand, .at(let index)): operand.isConstant && index.isConstant
        case .element(let operand, _): operand.isConstant
        case .conditional(let test, let first, let second):
            test.isConstant && first.isConstant && second.isConstant
        default: false
        }
    }
}

extension PredicateNode {
    /// Whether it is the same for every row.
    fileprivate var isConstant: Bool {
        switch self {
        case .value: true
        case .and(let nodes), .or(let nodes): nodes.allSatisfy(\.isConstant)
        case .not(let node): node.isConstant
        case .comparison(let comparison): comparison.left.isConstant && comparison.right.isConstant
        case .opaque: false
        }
    }
}
