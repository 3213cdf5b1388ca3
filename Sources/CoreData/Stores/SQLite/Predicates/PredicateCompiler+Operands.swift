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
        case .function(let selector, let arguments): return try function(selector, arguments, scope)
        case .subquery(let collection, let variable, let test):
            guard case .members(let path) = try operand(collection, scope), path.rest.isEmpty, path.filter == nil else {
                throw unsupported("SUBQUERY over \(collection)")
            }
            var filtered = path
            filtered.filter = (variable, test)
            return .members(filtered)
        case .conditional(let test, let first, let second):
            let (first, second) = (try term(operand(first, scope)), try term(operand(second, scope)))
            let sql = "CASE WHEN \(try condition(test, scope)) THEN \(first.sql) ELSE \(second.sql) END"
            return .term(SQLTerm(sql: sql, kind: first.isText ? .text : .number))
        case .element, .setOperation, .block, .anyKey: throw unsupported("\(node)")
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
        .term(
            SQLTerm(
                sql: scope.column(slot), kind: .attribute(scope.map.layout.slots[slot].attributeType),
                isExternal: scope.map.externalSlots.contains(slot)))
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
        guard case .term(let term) = try operand(path.rest + keys.dropFirst(), source.scope) else {
            throw unsupported("collection operator \(key) over a to-many key")
        }
        let sql =
            "(SELECT \(function)(\(term.sql)) FROM \(source.from)\(source.scope.joins) WHERE \(source.link))"
        return .term(SQLTerm(sql: sql, kind: function == "min" || function == "max" ? term.kind : .number))
    }

    func count(_ operand: SQLOperand) throws -> SQLOperand {
        guard case .members(let path) = operand else {
            throw unsupported("count of something that is no to-many relationship")
        }
        guard path.rest.isEmpty else { throw unsupported("count of values over a to-many key") }
        let source = try members(of: path)
        let sql = "(SELECT count(*) FROM \(source.from)\(source.scope.joins) WHERE \(source.link))"
        return .term(SQLTerm(sql: sql, kind: .number))
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
        default: false
        }
    }
}
