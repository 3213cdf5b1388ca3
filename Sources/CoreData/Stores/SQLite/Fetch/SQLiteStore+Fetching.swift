internal import CoreDataSQLite

extension SQLiteStore {
    private var compiler: FetchCompiler { FetchCompiler(schema: schema, storeIdentifier: identifier) }

    func collector(_ selection: RowSelection, expected: Int = .max) -> RowCollector {
        RowCollector(
            selection: selection, cache: rowCache, triggers: schema.triggers, external: ExternalData(location),
            expected: expected)
    }

    /// Runs a query and hands over its statement, which is reset afterwards.
    func run<Result>(_ query: FetchCompiler.Query, _ body: (Statement) throws -> Result) throws -> Result {
        try connections.read { try $0.run(query, body) }
    }

    func readRows(_ plan: FetchPlan) throws -> FetchedRows {
        let selection = schema.selection(plan.entity, withSubentities: plan.includesSubentities)
        let query = compiler.rows(plan, selection)
        return try connections.read { session in
            try readRows(
                query, sweep: compiler.sweep(plan, selection), session,
                collector(selection, expected: plan.limit > 0 ? plan.limit : .max))
        }
    }

    private func readRows(
        _ query: FetchCompiler.Query, sweep: @autoclosure () -> RowSweep?, _ session: StoreConnection.Session,
        _ collector: RowCollector
    ) throws -> FetchedRows {
        try session.run(query) { statement in
            statement.beginCounting()
            return try collector.collect(statement) { statement, rows in
                try sweep()?.read(insteadOf: statement, after: rows, session) { try collector.collect($0) }
            }
        }
    }

    func readKeys(_ plan: FetchPlan) throws -> FetchedKeys {
        let maps = plan.includesSubentities ? schema.maps(kindOf: plan.entity) : [schema.map(plan.entity)]
        return try run(compiler.keys(plan, readsEntity: maps.count > 1)) { try readKeys($0, maps, plan.entity) }
    }

    private func readKeys(
        _ statement: Statement, _ maps: [EntityMap], _ entity: NSEntityDescription
    ) throws -> FetchedKeys {
        var keys: [Int64] = []
        guard maps.count > 1 else {
            while try statement.step() { keys.append(statement.integer(0)) }
            // The concrete entity is named only where it is not the one that was asked for.
            let layout = maps[0].layout
            return FetchedKeys(
                primaryKeys: keys,
                layouts: layout.entity === entity ? nil : Array(repeating: layout, count: keys.count))
        }
        var layouts: [EntityLayout] = []
        while try statement.step() {
            guard let map = schema.map(number: statement.integer(1)) else { continue }
            layouts.append(map.layout)
            keys.append(statement.integer(0))
        }
        return FetchedKeys(primaryKeys: keys, layouts: layouts)
    }

    // MARK: Aside

    func rowsReader(_ plan: FetchPlan) -> @Sendable (ReadCancellation) throws -> FetchedRows {
        let selection = schema.selection(plan.entity, withSubentities: plan.includesSubentities)
        let (query, sweep) = (compiler.rows(plan, selection), compiler.sweep(plan, selection))
        let expected = plan.limit > 0 ? plan.limit : .max
        return { [self] cancellation in
            try readAside(until: cancellation) { session in
                try readRows(query, sweep: sweep, session, collector(selection, expected: expected))
            }
        }
    }

    func keysReader(_ plan: FetchPlan) -> @Sendable (ReadCancellation) throws -> FetchedKeys {
        let maps = plan.includesSubentities ? schema.maps(kindOf: plan.entity) : [schema.map(plan.entity)]
        let query = compiler.keys(plan, readsEntity: maps.count > 1)
        let entity = plan.entity
        return { [self] cancellation in
            try readAside(until: cancellation) { try $0.run(query) { try readKeys($0, maps, entity) } }
        }
    }

    /// Reads over a connection that nobody else waits for.
    private func readAside<Result>(
        until cancellation: ReadCancellation, _ body: (StoreConnection.Session) throws -> Result
    ) throws -> Result {
        try connections.read(aside: true) { session in
            try session.connection.reading(until: cancellation) { try body(session) }
        }
    }

    func countRows(_ plan: FetchPlan) throws -> Int {
        try run(compiler.count(plan)) { try $0.step() ? Int($0.integer(0)) : 0 }
    }

    // MARK: Single rows

    func snapshot(family: NSEntityDescription, primaryKey: Int64, staleness: Double) throws -> RowReference? {
        let root = schema.map(family).layout.rootEntity
        if let known = rowCache.row(family: root, primaryKey: primaryKey),
            staleness < 0 || Date.timeIntervalSinceReferenceDate - known.chunk.readAt < staleness
        {
            return known
        }
        let selection = schema.selection(root, withSubentities: true)
        let text = "SELECT \(selection.list(alias: "t0")) FROM \(schema.map(root).table) t0 WHERE t0.Z_PK = ?"
        let query = FetchCompiler.Query(text: text, parameters: [.integer(primaryKey)])
        return try run(query) { try readOne($0, selection) }
    }

    /// The row a statement stands before, in a chunk of its own; nil at the end.
    func readOne(_ statement: Statement, _ selection: RowSelection) throws -> RowReference? {
        guard try statement.step() else { return nil }
        guard let number = selection.readsEntity ? selection.part(number: statement.integer(2)) : 0 else { return nil }
        let part = selection.parts[number]
        let chunk = RowChunk(layout: part.map.layout, capacity: 1)
        part.read(RowValues(RowValues.Layout(statement)), into: chunk, external: ExternalData(location))
        rowCache.enter(chunk)
        return RowReference(chunk: chunk, row: 0)
    }

    func readRows(family: NSEntityDescription, primaryKeys: [Int64]) throws -> FetchedRows {
        let root = schema.map(family).layout.rootEntity
        let selection = schema.selection(root, withSubentities: true)
        let head = "SELECT \(selection.list(alias: "t0")) FROM \(schema.map(root).table) t0 WHERE "
        var found = FetchedRows()
        try KeyList(primaryKeys).forEachCondition(on: "t0.Z_PK") { condition, parameters, count in
            let rows = try run(FetchCompiler.Query(text: head + condition, parameters: parameters)) {
                try collector(selection, expected: count).collect($0)
            }
            found.append(rows)
        }
        if found.count < primaryKeys.count {
            // Rows that are gone may still be held for objects that stood on them.
            var gone = Set(primaryKeys)
            found.forEach { gone.remove($0.primaryKey) }
            rowCache.forget(family: root, primaryKeys: gone)
        }
        return found
    }
}
