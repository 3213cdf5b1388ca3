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

    func unsupported(_ what: String) -> Untranslatable {
        Untranslatable(reason: "Unsupported predicate for a SQLite store: \(what)")
    }

    /// What a translation makes; raises where there is none.
    static func raising<Result>(_ translation: () throws -> Result) -> Result {
        do {
            return try translation()
        } catch {
            raise("NSInvalidArgumentException", (error as? Untranslatable)?.reason ?? "\(error)")
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
        let left = try operand(comparison.left, scope)
        let right = try operand(comparison.right, scope)
        switch (comparison.modifier, left) {
        case (.any, .members(let path)):
            return try exists(path) { try self.condition(comparison, $0, right) }
        case (.all, .members(let path)):
            return try "NOT " + exists(path) { "NOT ifnull(\(try self.condition(comparison, $0, right)), 0)" }
        default: return try condition(comparison, left, right)
        }
    }

    private func condition(_ comparison: Comparison, _ left: SQLOperand, _ right: SQLOperand) throws -> String {
        let options = comparison.options
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

    /// FROM and the condition that ties the members to their owner.
    func members(of path: ToManyPath) throws -> (scope: QueryScope, from: String, link: String) {
        let scope = QueryScope(alias: alias(), map: path.destination)
        var from: String
        var link: String
        switch path.relationship {
        case .key(let key):
            from = "\(key.table) \(scope.alias)"
            link = "\(scope.alias).\(key.column) = \(path.owner.key)"
        case .join(let join):
            let name = alias()
            from =
                "\(join.table) \(name) JOIN \(path.destination.table) \(scope.alias) ON \(scope.key) = \(name).\(join.memberColumn)"
            link = "\(name).\(join.ownerColumn) = \(path.owner.key)"
        }
        if let filter = path.filter {
            let outer = variables.updateValue(scope, forKey: filter.variable)
            defer { variables[filter.variable] = outer }
            link += " AND \(try condition(filter.test, path.owner))"
        }
        return (scope, from, link)
    }
}
