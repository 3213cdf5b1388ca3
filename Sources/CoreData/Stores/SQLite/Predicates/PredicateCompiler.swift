internal import CoreDataSQLite

/// Translates predicates into conditions of a statement; constants become numbered parameters.
///
/// NULL follows SQL, as on Apple's platforms: `name != 'x'` does not pick rows without a name. What has no translation
/// is thrown, and raised by who asks for rows, as Apple's framework does.
final class PredicateCompiler {
    let schema: StoreSchema
    let constants: ConstantBinding
    /// Values of the parameters, the first at ?1.
    private(set) var parameters: [Value] = []
    /// Scopes of the variables of SUBQUERY.
    var variables: [String: QueryScope] = [:]
    /// What functions of many rows are computed over; nil where only single rows are looked at.
    var aggregation: Aggregation?
    /// Terms that variables stand for: the columns of a group.
    var namedTerms: [String: SQLTerm] = [:]
    /// The whole key path that is looked up, and the entity it begins at: for telling what is wrong with it.
    var pathInQuestion: (keys: [String], entity: String)?
    private var aliasCount = 0

    /// The rows that an aggregate is of.
    enum Aggregation {
        /// Those of a group, or all where there are no groups.
        case group
        /// All, told again beside each row.
        case window
    }

    init(schema: StoreSchema, storeIdentifier: String) {
        self.schema = schema
        constants = ConstantBinding(schema: schema, storeIdentifier: storeIdentifier)
    }

    /// A new alias for a table.
    func alias() -> String {
        defer { aliasCount += 1 }
        return "t\(aliasCount)"
    }

    /// Binds a value, and answers its parameter.
    func bind(_ value: Value) -> String {
        parameters.append(value)
        return "?\(parameters.count)"
    }

    /// What has no translation.
    struct Untranslatable: Error {
        let reason: String
    }

    /// Values of different types in one place, as TERNARY may have them.
    struct MixedTypes: Error {
        let reason: String
    }

    func unsupported(_ what: String) -> Untranslatable {
        Untranslatable(reason: "Unsupported predicate for a SQLite store: \(what)")
    }

    /// What a translation makes; raises where there is none.
    static func raising<Result>(_ translation: () throws -> Result) -> Result {
        do {
            return try translation()
        } catch {
            let reason = (error as? Untranslatable)?.reason ?? (error as? MixedTypes)?.reason
            raise("NSInvalidArgumentException", reason ?? "\(error)")
        }
    }

    /// The condition that a predicate stands for.
    func condition(_ node: PredicateNode, _ scope: QueryScope) throws -> String {
        switch node {
        case .value(let value): return value ? "1" : "0"
        case .and(let nodes):
            return try nodes.isEmpty
                ? "1" : "(" + nodes.map { try condition($0, scope) }.joined(separator: " AND ") + ")"
        case .or(let nodes):
            return try nodes.isEmpty
                ? "0" : "(" + nodes.map { try condition($0, scope) }.joined(separator: " OR ") + ")"
        case .not(let node): return "NOT \(try condition(node, scope))"
        case .comparison(let comparison): return try condition(comparison, scope)
        case .opaque(let opaque): throw unsupported("\(opaque.predicate)")
        }
    }

    private func condition(_ comparison: Comparison, _ scope: QueryScope) throws -> String {
        if comparison.modifier == .direct {
            let former = parameters.count
            do {
                return try condition(comparison, operand(comparison.left, scope), operand(comparison.right, scope))
            } catch let error as MixedTypes {
                parameters.removeLast(parameters.count - former)
                guard let (test, yes, no) = comparison.branches else { throw unsupported(error.reason) }
                return "(CASE WHEN \(try condition(test, scope)) THEN \(try condition(yes, scope)) "
                    + "ELSE \(try condition(no, scope)) END)"
            }
        }
        let left = try operand(comparison.left, scope)
        let right = try operand(comparison.right, scope)
        switch (comparison.modifier, left) {
        case (_, .value(.null)), (_, .value(.collection)), (_, .list):
            return try condition(ofEach: left, comparison, right)
        case (.any, .members(let path)):
            return try exists(path) { try self.condition(comparison, $0, right) }
        case (.all, .members(let path)):
            return try "NOT " + exists(path) { "NOT ifnull(\(try self.condition(comparison, $0, right)), 0)" }
        default: return try condition(comparison, left, right)
        }
    }

    /// ANY or ALL over members that the predicate itself names.
    private func condition(ofEach left: SQLOperand, _ comparison: Comparison, _ right: SQLOperand) throws -> String {
        let members: [SQLOperand] =
            switch left {
            case .list(let operands): operands
            case .value(let value): (value.members ?? []).map(SQLOperand.value)
            default: []
            }
        let isAny = comparison.modifier == .any
        let tests = try members.map { "ifnull(\(try condition(comparison, $0, right)), 0)" }
        return tests.isEmpty ? (isAny ? "0" : "1") : "(" + tests.joined(separator: isAny ? " OR " : " AND ") + ")"
    }

    private func condition(_ comparison: Comparison, _ left: SQLOperand, _ right: SQLOperand) throws -> String {
        let options = comparison.options
        if case .value(let left) = left, case .value(let right) = right {
            return Relation(comparison).holds(left, right) ? "1" : "0"
        }
        switch comparison.operator {
        case .equalTo: return try equality(left, right, options, isNegated: false)
        case .notEqualTo: return try equality(left, right, options, isNegated: true)
        case .lessThan: return try order(left, "<", right, options)
        case .lessThanOrEqualTo: return try order(left, "<=", right, options)
        case .greaterThan: return try order(left, ">", right, options)
        case .greaterThanOrEqualTo: return try order(left, ">=", right, options)
        case .matches: return try text(.matches, left, right, options)
        case .like: return try text(.like, left, right, options)
        case .beginsWith: return try text(.beginsWith, left, right, options)
        case .endsWith: return try text(.endsWith, left, right, options)
        case .contains: return try containment(left, right, options)
        case .in: return try membership(left, right, options)
        case .between: return try between(left, right, options)
        }
    }

    // MARK: To-many

    /// A condition that some member meets.
    func exists(_ path: ToManyPath, _ condition: (SQLOperand) throws -> String) throws -> String {
        let source = try members(of: path)
        let operand = try operand(path.rest, source.scope)
        let inner =
            if case .members(let deeper) = operand { try exists(deeper, condition) } else { try condition(operand) }
        return "EXISTS (SELECT 1 FROM \(source.from)\(source.scope.joins) WHERE \(source.link) AND \(inner))"
    }

    /// FROM and the condition that ties the members to their owner, and what they are in order of, if they are in any.
    func members(of path: ToManyPath) throws -> (scope: QueryScope, from: String, link: String, order: [String]?) {
        let scope = QueryScope(alias: alias(), map: path.destination)
        var from: String
        var link: String
        let order: String?
        switch path.relationship {
        case .key(let key):
            from = "\(key.table) \(scope.alias)"
            link = "\(scope.alias).\(key.column) = \(path.owner.key)"
            order = key.orderColumn.map { "\(scope.alias).\($0)" }
        case .join(let join):
            let name = alias()
            from =
                "\(join.table) \(name) JOIN \(path.destination.table) \(scope.alias) ON \(scope.key) = \(name).\(join.memberColumn)"
            link = "\(name).\(join.ownerColumn) = \(path.owner.key)"
            order = join.memberOrder.map { "\(name).\($0)" }
        }
        if let filter = path.filter {
            let outer = variables.updateValue(scope, forKey: filter.variable)
            defer { variables[filter.variable] = outer }
            link += " AND \(try condition(filter.test, path.owner))"
        }
        return (scope, from, link, order.map { [$0, scope.key] })
    }
}
