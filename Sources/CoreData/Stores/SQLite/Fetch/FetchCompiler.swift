internal import CoreDataSQLite

/// Translates fetch plans into statements.
struct FetchCompiler {
    /// A statement's text, which is also the shape it is kept under, and the values of its parameters.
    struct Query {
        var text: String
        var parameters: [Value]
    }

    let schema: StoreSchema
    let storeIdentifier: String

    /// Rows with all columns of a selection.
    func rows(_ plan: FetchPlan, _ selection: RowSelection) -> Query {
        query(plan) { scope, _ in selection.list(alias: scope.alias) }
    }

    /// Primary keys, with entity numbers where several entities can come.
    func keys(_ plan: FetchPlan, readsEntity: Bool) -> Query {
        query(plan) { scope, _ in readsEntity ? "\(scope.key), \(scope.entityNumber)" : scope.key }
    }

    /// Primary keys, entity numbers (0 where one entity alone can come, as no index holds them) and the values sorted by.
    func sortKeys(_ plan: FetchPlan, readsEntity: Bool) -> Query {
        query(plan) { scope, terms in
            ([scope.key, readsEntity ? scope.entityNumber : "0"] + terms.map(\.term.sql)).joined(separator: ", ")
        }
    }

    func count(_ plan: FetchPlan) -> Query {
        guard plan.limit > 0 || plan.offset > 0 else {
            var unsorted = plan
            unsorted.sortDescriptors = []
            return query(unsorted, isOrdered: false) { _, _ in "count(*)" }
        }
        var query = query(plan, isOrdered: false) { _, _ in "1" }
        query.text = "SELECT count(*) FROM (\(query.text))"
        return query
    }

    /// What reads a plan's rows by a sweep through their table; nil where a few rows are asked for, or no order.
    func sweep(_ plan: FetchPlan, _ selection: RowSelection) -> RowSweep? {
        guard !plan.sortDescriptors.isEmpty, plan.limit == 0, plan.offset == 0 else { return nil }
        var unsorted = plan
        unsorted.sortDescriptors = []
        return RowSweep(
            rows: rows(unsorted, selection), keys: query(plan, isFiltered: false) { scope, _ in scope.key })
    }

    private func query(
        _ plan: FetchPlan, isOrdered: Bool = true, isFiltered: Bool = true, _ select: (QueryScope, [Order]) -> String
    ) -> Query {
        let compiler = PredicateCompiler(schema: schema, storeIdentifier: storeIdentifier)
        let scope = QueryScope(alias: compiler.alias(), map: schema.map(plan.entity))
        let conditions = isFiltered ? conditions(plan, scope, compiler) : []
        let orders = plan.sortDescriptors.map { Order($0, scope, compiler) }
        let list = select(scope, orders)
        var text = "SELECT \(list) FROM \(scope.map.table) \(scope.alias)\(scope.joins)"
        if !conditions.isEmpty { text += " WHERE " + conditions.joined(separator: " AND ") }
        if isOrdered { text += " ORDER BY " + orderList(orders, scope) }
        text += limit(plan, compiler)
        return Query(text: text, parameters: compiler.parameters)
    }

    /// The columns of dictionaries, in groups or row by row.
    func dictionaries(_ plan: FetchPlan, _ shape: DictionaryShape) -> (query: Query, readings: [DictionaryReading]) {
        let compiler = PredicateCompiler(schema: schema, storeIdentifier: storeIdentifier)
        let scope = QueryScope(alias: compiler.alias(), map: schema.map(plan.entity))
        let conditions = conditions(plan, scope, compiler)
        // Beside values of single rows, an aggregate of all rows stands in each.
        compiler.aggregation = shape.isGrouped ? .group : .window
        var list: [String] = []
        let readings = shape.columns.map { column in
            let terms = PredicateCompiler.raising { try compiler.terms(of: column, scope) }
            defer { list += terms.map(\.sql) }
            compiler.namedTerms[column.name] = terms[0]
            return DictionaryReading(column, terms[0], first: Int32(list.count), hasEntity: terms.count > 1)
        }
        let groups = PredicateCompiler.raising {
            try shape.groups.map { try compiler.term(compiler.operand($0, scope)).sql }
        }
        let having = PredicateCompiler.raising { try shape.having.map { try compiler.condition($0, scope) } }
        let orders = plan.sortDescriptors.map { Order($0, scope, compiler) }
        var text = "SELECT \(shape.isDistinct ? "DISTINCT " : "")\(list.joined(separator: ", "))"
        text += " FROM \(scope.map.table) \(scope.alias)\(scope.joins)"
        if !conditions.isEmpty { text += " WHERE " + conditions.joined(separator: " AND ") }
        if !groups.isEmpty { text += " GROUP BY " + groups.joined(separator: ", ") }
        if let having { text += " HAVING " + having }
        // Groups and what comes once have no primary key.
        let isPlain = !shape.isGrouped && !shape.isDistinct
        let order = isPlain ? orderList(orders, scope) : orders.map(\.sql).joined(separator: ", ")
        if !order.isEmpty { text += " ORDER BY " + order }
        text += limit(plan, compiler)
        return (Query(text: text, parameters: compiler.parameters), readings)
    }

    private func limit(_ plan: FetchPlan, _ compiler: PredicateCompiler) -> String {
        guard plan.limit > 0 || plan.offset > 0 else { return "" }
        let limit = " LIMIT \(compiler.bind(.integer(plan.limit > 0 ? Int64(plan.limit) : -1)))"
        return plan.offset > 0 ? limit + " OFFSET \(compiler.bind(.integer(Int64(plan.offset))))" : limit
    }

    /// What a row must meet, all of it.
    func conditions(_ plan: FetchPlan, _ scope: QueryScope, _ compiler: PredicateCompiler) -> [String] {
        let test = entityCondition(plan, scope)
        return (test.map { [$0] } ?? []) + (plan.predicate.map { [condition($0, scope, compiler)] } ?? [])
    }

    private func condition(_ predicate: NSPredicate, _ scope: QueryScope, _ compiler: PredicateCompiler) -> String {
        PredicateCompiler.raising { try compiler.condition(predicate.predicateNode, scope) }
    }

    /// What stands after ORDER BY.
    func orders(_ plan: FetchPlan, _ scope: QueryScope, _ compiler: PredicateCompiler) -> String {
        orderList(plan.sortDescriptors.map { Order($0, scope, compiler) }, scope)
    }

    /// nil where every row of the table is asked for.
    private func entityCondition(_ plan: FetchPlan, _ scope: QueryScope) -> String? {
        let family = schema.family(of: plan.entity)
        guard family.count > 1 else { return nil }
        let wanted = plan.includesSubentities ? schema.maps(kindOf: plan.entity) : [scope.map]
        guard wanted.count < family.count else { return nil }
        if wanted.count == 1 { return "\(scope.entityNumber) = \(wanted[0].number)" }
        return "\(scope.entityNumber) IN (\(wanted.map { String($0.number) }.joined(separator: ", ")))"
    }

    /// Ends with the primary key, so that equal rows always come in one order; in the direction of the last term, in which
    /// an index has them anyway.
    private func orderList(_ orders: [Order], _ scope: QueryScope) -> String {
        (orders.map(\.sql) + [orders.last?.isAscending ?? true ? scope.key : "\(scope.key) DESC"])
            .joined(separator: ", ")
    }

    /// One sort descriptor.
    struct Order {
        let term: SQLTerm
        let isAscending: Bool
        private let collation: String

        fileprivate init(_ descriptor: NSSortDescriptor, _ scope: QueryScope, _ compiler: PredicateCompiler) {
            guard let name = descriptor.selector?.description, let collation = TextCollation(rawValue: name) else {
                raise(
                    "NSInvalidArgumentException", "unsupported NSSortDescriptor (comparator blocks are not supported)")
            }
            let keys = (descriptor.key ?? "").split(separator: ".").map(String.init)
            let operand = PredicateCompiler.raising { try compiler.operand(wholePath: keys, scope) }
            guard case .term(let term) = operand else {
                raise("NSInvalidArgumentException", "to-many key not allowed here")
            }
            self.term = term
            isAscending = descriptor.ascending
            self.collation = term.isText && collation != .literal ? " COLLATE " + StoreFunctions.name(collation) : ""
        }

        var sql: String { term.sql + collation + (isAscending ? "" : " DESC") }
    }
}
