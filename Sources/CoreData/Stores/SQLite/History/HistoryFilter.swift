internal import CoreDataSQLite

/// What a fetch request asks of history: which transactions or changes, and in which order.
///
/// Limits and batches of the request have no effect, as on Apple's platforms: who asks for history is to see all of it.
struct HistoryFilter {
    /// Whether single changes are asked for, rather than transactions.
    let isOfChanges: Bool
    let sortDescriptors: [NSSortDescriptor]
    private let predicate: PredicateNode?

    init(_ request: NSFetchRequest<any NSFetchRequestResult>, _ store: SQLiteStore, _ reader: HistoryReader) throws {
        isOfChanges = request.isOfChanges
        sortDescriptors = request.sortDescriptors ?? []
        predicate = try request.predicate.map {
            try HistoryPredicate(store: store, reader: reader).translated($0.predicateNode)
        }
    }

    /// The condition on rows of the table that is asked for.
    fileprivate func condition(_ scope: QueryScope, _ compiler: PredicateCompiler) -> String? {
        if isOfChanges {
            let key = SQLTerm(sql: scope.alias + ".ZENTITYPK", kind: .number)
            compiler.namedTerms[HistoryPredicate.rowKey] = key
        }
        return predicate.map { node in PredicateCompiler.raising { try compiler.condition(node, scope) } }
    }
}

extension NSFetchRequest<any NSFetchRequestResult> {
    /// Whether a history request that this belongs to asks for changes; raises where it is for objects.
    var isOfChanges: Bool {
        switch entityName {
        case HistoryEntities.change.name: return true
        case HistoryEntities.transaction.name, nil: return false
        case let name?:
            raise("NSInvalidArgumentException", "History has transactions and changes, but no entity named \(name)")
        }
    }
}

/// The statements that find transactions and changes.
struct HistoryQuery {
    /// Numbers of transactions.
    enum Bound {
        case after(Int64)
        case before(Int64)
    }

    let schema: StoreSchema
    let bound: Bound
    let filter: HistoryFilter?

    /// Transactions by the columns that their reader expects.
    func transactions() -> FetchCompiler.Query {
        transactions(isOrdered: true) { scope in
            ["Z_PK", "ZTIMESTAMP", "AUTHOR", "BUNDLEID", "CONTEXTNAME", "PROCESSID"]
                .map { "\(scope.alias).\($0)" }.joined(separator: ", ")
        }
    }

    /// Numbers of transactions.
    func numbers() -> FetchCompiler.Query { transactions(isOrdered: false) { $0.key } }

    /// Changes with all their columns, those of one transaction together unless another order is asked for.
    func changes() -> FetchCompiler.Query {
        let compiler = compiler
        let scope = QueryScope(alias: compiler.alias(), map: HistoryTables.changes)
        var order = "\(scope.alias).ZTRANSACTIONID, \(scope.key)"
        if let filter, filter.isOfChanges { order = self.order(filter, scope, compiler) ?? order }
        let text = "SELECT \(scope.alias).* FROM \(changes(scope, compiler)) ORDER BY \(order)"
        return FetchCompiler.Query(text: text, parameters: compiler.parameters)
    }

    private var compiler: PredicateCompiler { PredicateCompiler(schema: schema, storeIdentifier: "") }

    private func transactions(isOrdered: Bool, _ columns: (QueryScope) -> String) -> FetchCompiler.Query {
        let compiler = compiler
        let scope = QueryScope(alias: compiler.alias(), map: HistoryTables.transactions)
        var conditions = [test(scope.key, compiler)]
        var order: String?
        if let filter, filter.isOfChanges {
            let changes = QueryScope(alias: compiler.alias(), map: HistoryTables.changes)
            conditions.append(
                "\(scope.key) IN (SELECT \(changes.alias).ZTRANSACTIONID FROM \(self.changes(changes, compiler)))")
        } else if let filter {
            if let condition = filter.condition(scope, compiler) { conditions.append(condition) }
            order = self.order(filter, scope, compiler)
        }
        var text = "SELECT \(columns(scope)) FROM \(scope.map.table) \(scope.alias)"
        text += " WHERE \(conditions.joined(separator: " AND "))"
        if isOrdered { text += " ORDER BY \(order ?? scope.key)" }
        return FetchCompiler.Query(text: text, parameters: compiler.parameters)
    }

    /// The table of changes with what is asked of them.
    private func changes(_ scope: QueryScope, _ compiler: PredicateCompiler) -> String {
        var conditions = [test("\(scope.alias).ZTRANSACTIONID", compiler)]
        if let filter, filter.isOfChanges, let condition = filter.condition(scope, compiler) {
            conditions.append(condition)
        }
        return "\(scope.map.table) \(scope.alias) WHERE \(conditions.joined(separator: " AND "))"
    }

    private func test(_ column: String, _ compiler: PredicateCompiler) -> String {
        switch bound {
        case .after(let number): "\(column) > \(compiler.bind(.integer(number)))"
        case .before(let number): "\(column) < \(compiler.bind(.integer(number)))"
        }
    }

    /// nil for the order of time.
    private func order(_ filter: HistoryFilter, _ scope: QueryScope, _ compiler: PredicateCompiler) -> String? {
        guard !filter.sortDescriptors.isEmpty else { return nil }
        let plan = FetchPlan(entity: scope.map.layout.entity, sortDescriptors: filter.sortDescriptors)
        return FetchCompiler(schema: schema, storeIdentifier: "").orders(plan, scope, compiler)
    }
}
