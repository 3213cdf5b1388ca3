internal import CoreDataSQLite

/// A shorter way to the rows of a statement that goes through the whole of an index.
///
/// For each entry of the index such a statement looks up a row somewhere in the table, which costs more than reading the row,
/// and where the cache does not hold the table, a page of the file. Here the index alone is read, for the order; the rows
/// come by a sweep through the table, and are then arranged.
struct RowSweep {
    /// The rows of the plan, in the order of their keys.
    let rows: FetchCompiler.Query
    /// The keys of all rows of the table, in the order of the plan. Conditions are left to the rows: the index may lack what they
    /// ask for.
    let keys: FetchCompiler.Query

    /// How many rows a statement has answered when a sweep is thought of: a chunk of them, so that none is in the row cache yet.
    static let threshold = RowChunk.capacity
    /// How many times that which was done must lie ahead, to be worth reading what is there anew.
    private static let worthwhile = 4
    /// How many keys there may be between the lowest and the highest for each that is taken.
    private static let widest = 16

    /// The rows of the plan; nil where it is better to go on with the statement that stands before its next row.
    ///
    /// That statement keeps its read transaction open, so whatever others commit meanwhile, all come from one state of the store.
    func read(
        insteadOf statement: Statement, after rows: FetchedRows, _ session: StoreConnection.Session,
        _ collect: (Statement) throws -> FetchedRows
    ) throws -> FetchedRows? {
        let scanned = statement.scannedSteps
        guard !statement.hasSorted, scanned >= rows.count else { return nil }
        let least = scanned * Self.worthwhile
        guard Self.promisesMany(rows, least), let keys = try readKeys(session, atLeast: least) else { return nil }
        var found = try session.run(self.rows, collect)
        return found.arrange(by: keys) ? found : nil
    }

    /// Whether rows have not come in the order of their keys, as they do in a sweep, and whether these tell of many more: a
    /// store's keys are dense, and of rows from all over a table some are close to its end.
    private static func promisesMany(_ rows: FetchedRows, _ least: Int) -> Bool {
        var (last, highest, ascends) = (Int64.min, Int64.min, true)
        rows.forEach { row in
            let key = row.primaryKey
            if key < last { ascends = false }
            (last, highest) = (key, max(key, highest))
        }
        return !ascends && highest >= least
    }

    private func readKeys(_ session: StoreConnection.Session, atLeast least: Int) throws -> [Int64]? {
        try session.run(keys) { statement in
            var keys: [Int64] = []
            var (lowest, highest) = (Int64.max, Int64.min)
            while try statement.step() {
                let key = statement.integer(0)
                (lowest, highest) = (min(key, lowest), max(key, highest))
                keys.append(key)
            }
            let (distance, overflow) = highest.subtractingReportingOverflow(lowest)
            return keys.count < least || overflow || distance / Int64(Self.widest) > keys.count ? nil : keys
        }
    }
}

extension StoreConnection.Session {
    /// Runs a query and hands over its statement, which is reset afterwards.
    func run<Result>(_ query: FetchCompiler.Query, _ body: (Statement) throws -> Result) throws -> Result {
        let statement = try reads.statement(query.text) { query.text }
        statement.bind(query.parameters)
        defer { statement.reset() }
        return try body(statement)
    }
}
