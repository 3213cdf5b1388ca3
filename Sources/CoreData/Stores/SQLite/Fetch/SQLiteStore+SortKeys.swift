internal import CoreDataSQLite

extension SQLiteStore {
    func readSortKeys(_ plan: FetchPlan) throws -> FetchedSortKeys {
        let query = FetchCompiler(schema: schema, storeIdentifier: identifier).sortKeys(plan)
        let isMixed = plan.includesSubentities && schema.maps(kindOf: plan.entity).count > 1
        return try connections.read { session in
            let statement = try session.reads.statement(query.text) { query.text }
            statement.bind(query.parameters)
            defer { statement.reset() }
            var collector = SortKeyCollector(columns: plan.sortDescriptors.count)
            var layouts: [EntityLayout] = []
            while try statement.step() {
                if isMixed {
                    guard let map = schema.map(number: statement.integer(1)) else { continue }
                    layouts.append(map.layout)
                }
                collector.add(statement)
            }
            var keys = collector.finish()
            if isMixed { keys.keys.layouts = layouts }
            return keys
        }
    }
}

/// Fills typed columns; a column takes the type of its first value that is not NULL.
private struct SortKeyCollector {
    private var primaryKeys: [Int64] = []
    private var columns: [SortColumn]

    init(columns count: Int) {
        columns = Array(repeating: SortColumn(values: .integers([])), count: count)
    }

    mutating func add(_ statement: Statement) {
        let row = primaryKeys.count
        primaryKeys.append(statement.integer(0))
        for index in columns.indices { columns[index].add(statement, Int32(index + 2), row: row) }
    }

    func finish() -> FetchedSortKeys { FetchedSortKeys(keys: FetchedKeys(primaryKeys: primaryKeys), columns: columns) }
}

extension SortColumn {
    fileprivate mutating func add(_ statement: Statement, _ column: Int32, row: Int) {
        let type = statement.type(column)
        if type == .null { nulls.append(row) }
        switch values {
        case .integers(var integers):
            values = .integers([])
            switch type {
            case .integer, .null:
                integers.append(statement.integer(column))
                values = .integers(integers)
            case .real:
                values = .reals(integers.map(Double.init) + [statement.real(column)])
            case .text, .blob:
                values = .texts(bytes: [], ends: Array(repeating: 0, count: row))
                appendText(statement, column)
            }
        case .reals(var reals):
            values = .integers([])
            reals.append(statement.real(column))
            values = .reals(reals)
        case .texts: appendText(statement, column)
        }
    }

    private mutating func appendText(_ statement: Statement, _ column: Int32) {
        guard case .texts(var bytes, var ends) = values else { return }
        // Taken out of the enum, or appending would copy the whole column.
        values = .integers([])
        if let text = statement.blob(column) { bytes.append(contentsOf: text) }
        ends.append(bytes.count)
        values = .texts(bytes: bytes, ends: ends)
    }
}
