internal import CoreDataSQLite

/// The rows that a plan picks, in the form that statements which change them need.
struct BatchScope {
    /// The table with the alias that the condition knows it by.
    let place: String
    let condition: String
    let compiler: PredicateCompiler
    /// Where the values of an update are computed.
    let scope: QueryScope

    init(_ plan: FetchPlan, _ store: SQLiteStore) {
        compiler = PredicateCompiler(schema: store.schema, storeIdentifier: store.identifier)
        let fetches = FetchCompiler(schema: store.schema, storeIdentifier: store.identifier)
        let map = store.schema.map(plan.entity)
        let inner = QueryScope(alias: compiler.alias(), map: map)
        let conditions = fetches.conditions(plan, inner, compiler)
        let orders = plan.limit > 0 || plan.offset > 0 ? fetches.orders(plan, inner, compiler) : nil
        if inner.joins.isEmpty, orders == nil {
            (place, scope) = ("\(map.table) AS \(inner.alias)", inner)
            condition = conditions.isEmpty ? "1" : conditions.joined(separator: " AND ")
            return
        }
        // What joins other tables, or counts rows, picks keys; the rows of these are changed.
        var text = "SELECT \(inner.key) FROM \(map.table) \(inner.alias)\(inner.joins)"
        if !conditions.isEmpty { text += " WHERE " + conditions.joined(separator: " AND ") }
        if let orders {
            text += " ORDER BY \(orders) LIMIT \(plan.limit > 0 ? plan.limit : -1) OFFSET \(plan.offset)"
        }
        // Under another name the rows of the outer statement would be those of the inner.
        scope = QueryScope(alias: "b0", map: map)
        place = "\(map.table) AS b0"
        condition = "b0.Z_PK IN (\(text))"
    }

    var parameters: [Value] { compiler.parameters }
}

extension SQLiteStore {
    /// The concrete entities whose rows a plan can pick.
    func concreteMaps(_ plan: FetchPlan) -> [EntityMap] {
        let maps = plan.includesSubentities ? schema.maps(kindOf: plan.entity) : [schema.map(plan.entity)]
        return maps.filter { !$0.layout.entity.isAbstract }
    }

    /// Keys and entities of the rows that a condition picks.
    func batchRows(
        _ place: String, _ condition: String, _ parameters: [Value], _ session: StoreConnection.Session,
        _ maps: [EntityMap]
    ) throws -> [(key: Int64, layout: EntityLayout)] {
        let entity = maps.count > 1 ? ", Z_ENT" : ""
        let text = "SELECT Z_PK\(entity) FROM \(place) WHERE \(condition) ORDER BY Z_PK"
        let statement = try session.writes.statement(.text(text)) { text }
        statement.bind(parameters)
        defer { statement.reset() }
        var rows: [(key: Int64, layout: EntityLayout)] = []
        while try statement.step() {
            guard let map = maps.count > 1 ? schema.map(number: statement.integer(1)) : maps.first else { continue }
            rows.append((statement.integer(0), map.layout))
        }
        return rows
    }
}
