internal import CoreDataSQLite

/// Reads the keys of a list from a store, over whichever connection is free.
struct SQLiteSortKeyReader: SortKeyReader {
    private let store: SQLiteStore
    private let query: FetchCompiler.Query
    private let shape: KeyShape
    private let isMixed: Bool

    init(_ store: SQLiteStore, _ plan: FetchPlan, _ shape: KeyShape) {
        self.store = store
        self.shape = shape
        isMixed = plan.includesSubentities && store.schema.maps(kindOf: plan.entity).count > 1
        query = FetchCompiler(schema: store.schema, storeIdentifier: store.identifier).sortKeys(
            plan, readsEntity: isMixed)
    }

    func read(batchesOf size: Int, until cancellation: ReadCancellation?, _ body: (SortKeyBatch) throws -> Void) throws
    {
        try store.connections.read(aside: cancellation != nil) { session in
            let statement = try session.reads.statement(query.text) { query.text }
            statement.bind(query.parameters)
            defer { statement.reset() }
            try session.connection.reading(until: cancellation) {
                var batch = SortKeyBatch(shape, isMixed: isMixed, room: size)
                while try statement.step() {
                    if isMixed {
                        guard let map = store.schema.map(number: statement.integer(1)) else { continue }
                        batch.layouts?.append(map.layout)
                    }
                    batch.primaryKeys.append(statement.integer(0))
                    for (index, column) in batch.columns.enumerated() {
                        column.append(statement, Int32(index + 2))
                    }
                    guard batch.primaryKeys.count == size else { continue }
                    try body(batch)
                    batch = SortKeyBatch(shape, isMixed: isMixed, room: size)
                }
                if !batch.primaryKeys.isEmpty { try body(batch) }
            }
        }
    }
}

extension Connection {
    /// Runs a reading; what it throws when it is cut short becomes a `CancellationError`.
    func reading<Result>(until cancellation: ReadCancellation?, _ body: () throws -> Result) throws -> Result {
        guard let cancellation else { return try body() }
        do {
            return try interruptible(when: { cancellation.isRequested }, body)
        } catch {
            throw cancellation.isRequested ? CancellationError() : error
        }
    }
}

extension KeyColumn {
    /// Adds the value of a column at the end.
    fileprivate func append(_ statement: Statement, _ column: Int32) {
        switch self {
        case let ordinals as OrdinalColumn: ordinals.appendOrdinal(statement, column)
        case let texts as TextColumn: texts.append(statement.blob(column))
        default: preconditionFailure("a store hands over keys of columns only")
        }
    }
}

extension OrdinalColumn {
    fileprivate func appendOrdinal(_ statement: Statement, _ column: Int32) {
        guard case .ordinal(let type) = term.kind, statement.type(column) != .null else { return append(Ordinal.null) }
        // A whole number of seconds lies in the file as an integer, which is read as the double it was.
        append(
            Ordinal.holdsReals(type)
                ? Ordinal.make(statement.real(column)) : Ordinal.make(statement.integer(column)))
    }
}
