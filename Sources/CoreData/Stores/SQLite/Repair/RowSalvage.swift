internal import CoreDataSQLite

/// Reads the rows of a table as far as SQLite gives them, past pages that cannot be read, and what the indexes hold of the
/// rest.
///
///     forward   | from the lowest key up to the first page that cannot be read
///     backward  | from the highest key down to the last one
///     between   | halves of what lies between, in the same way
///     pieces    | for keys that an index has and no page: what the indexes hold of them
struct RowSalvage {
    let connection: Connection
    /// Names as they stand in the schema.
    let table: String
    let columns: [String]
    /// The column that is the key, nil in tables without one.
    let keyColumn: String?

    /// What a table had.
    struct Outcome {
        var rows = 0
        /// Rows that were put together from indexes.
        var pieced = 0
        /// How many are gone; nil where nothing tells.
        var lost: Int? = 0
    }

    /// How many attempts at keys may fail in ranges of which nothing tells what was in them.
    private static let attempts = 200_000

    init(_ connection: Connection, table: String) throws {
        self.connection = connection
        self.table = table
        let found = try connection.rows("SELECT name, pk, type FROM pragma_table_info(?)", [.text(table)]) {
            (name: $0.string(0) ?? "", key: $0.integer(1), type: $0.string(2) ?? "")
        }
        columns = found.map(\.name)
        let keys = found.filter { $0.key > 0 }
        keyColumn = keys.count == 1 && keys[0].type.uppercased() == "INTEGER" ? keys[0].name : nil
    }

    private var list: String { columns.map(\.sqlName).joined(separator: ", ") }

    /// Hands over each row, by the values of the columns.
    func run(_ keep: ([Value]) throws -> Void) throws -> Outcome {
        var outcome = Outcome()
        let whole = try scan(from: .min, to: .max, isForward: true, &outcome, keep)
        guard let last = whole else { return outcome }
        let keys = try indexedKeys()
        // Above the highest key that is known of, nothing is looked for.
        let most = try max(keys.highest ?? last.key, highestKey(), last.key)
        var saved = Set<Int64>()
        var attempts = Self.attempts
        try between(
            last.isAny ? last.key + 1 : min(keys.lowest ?? 1, 1), most, &attempts, &outcome
        ) { row, key in
            saved.insert(key)
            try keep(row)
        }
        // Keys below the break were all read.
        let lost = keys.all.filter { $0 > (last.isAny ? last.key : .min) && !saved.contains($0) }
        let pieces = try pieces(of: lost)
        for row in pieces.values { try keep(row) }
        outcome.pieced = pieces.count
        outcome.lost = keys.isComplete ? lost.count - pieces.count : nil
        return outcome
    }

    private struct Break {
        let key: Int64
        /// Whether any row was read before it.
        let isAny: Bool
    }

    /// Answers where it broke off, nil where it came to the end.
    private func scan(
        from first: Int64, to last: Int64, isForward: Bool, _ outcome: inout Outcome, _ keep: ([Value]) throws -> Void
    ) throws -> Break? {
        try scan(from: first, to: last, isForward: isForward, &outcome) { row, _ in try keep(row) }
    }

    private func scan(
        from first: Int64, to last: Int64, isForward: Bool, _ outcome: inout Outcome,
        _ keep: ([Value], Int64) throws -> Void
    ) throws -> Break? {
        var reached = Break(key: isForward ? first : last, isAny: false)
        let text = """
            SELECT rowid, \(list) FROM \(table.sqlName) NOT INDEXED WHERE rowid BETWEEN ? AND ? \
            ORDER BY rowid \(isForward ? "ASC" : "DESC")
            """
        do {
            let statement = try connection.prepare(text)
            statement.bind([.integer(first), .integer(last)])
            while try statement.step() {
                let row = (0..<columns.count).map { statement.value(Int32($0 + 1)) }
                try keep(row, statement.integer(0))
                outcome.rows += 1
                reached = Break(key: statement.integer(0), isAny: true)
            }
            return nil
        } catch let error as SQLiteError where error.code == 11 {
            return reached
        }
    }

    /// What lies between a page that cannot be read and what was read before.
    private func between(
        _ first: Int64, _ last: Int64, _ attempts: inout Int, _ outcome: inout Outcome,
        _ keep: ([Value], Int64) throws -> Void
    ) throws {
        guard first <= last, attempts > 0 else { return }
        guard let low = try scan(from: first, to: last, isForward: true, &outcome, keep) else { return }
        attempts -= 1
        let start = low.isAny ? low.key + 1 : first
        guard start <= last, let high = try scan(from: start, to: last, isForward: false, &outcome, keep) else {
            return
        }
        attempts -= 1
        let end = high.isAny ? high.key - 1 : last
        guard start < end else { return }
        let middle = start + (end - start) / 2
        try between(start, middle, &attempts, &outcome, keep)
        try between(middle + 1, end, &attempts, &outcome, keep)
    }

    // MARK: Indexes

    private struct Keys {
        var all: Set<Int64> = []
        /// Whether an index was read to its end.
        var isComplete = false
        var lowest: Int64? { all.min() }
        var highest: Int64? { all.max() }
    }

    private func indexedKeys() throws -> Keys {
        var keys = Keys()
        for index in try connection.indexes(of: table) {
            let isWhole = try reading(index) { key, _ in keys.all.insert(key) }
            if isWhole {
                keys.isComplete = true
                break
            }
        }
        return keys
    }

    /// Hands over the key and the columns of each row of an index, from both ends where a page between cannot be read; answers
    /// whether all could be.
    private func reading(
        _ index: (name: String, columns: [String]), _ body: (Int64, Statement) -> Void
    ) throws -> Bool {
        if try scan(index, isForward: true, body) { return true }
        _ = try scan(index, isForward: false, body)
        return false
    }

    private func scan(
        _ index: (name: String, columns: [String]), isForward: Bool, _ body: (Int64, Statement) -> Void
    ) throws -> Bool {
        let held = index.columns.map { ", \($0.sqlName)" }.joined()
        do {
            // In the order of the index, which is thereby read as it lies.
            let order = try connection.rows("SELECT name, \"desc\" FROM pragma_index_xinfo(?)", [.text(index.name)]) {
                row in
                "\(row.string(0)?.sqlName ?? "rowid") \((row.integer(1) == 1) == isForward ? "DESC" : "ASC")"
            }
            let rows = try connection.prepare(
                """
                SELECT rowid\(held) FROM \(table.sqlName) INDEXED BY \(index.name.sqlName) \
                ORDER BY \(order.joined(separator: ", "))
                """)
            while try rows.step() { body(rows.integer(0), rows) }
            return true
        } catch let error as SQLiteError where error.code == 11 || error.code == 1 {
            return false
        }
    }

    /// The highest key that the store has given out in this table, if it is to be believed.
    private func highestKey() throws -> Int64 {
        guard keyColumn != nil else { return 0 }
        let text = "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE upper('Z' || Z_NAME) = ?"
        let noted = try? connection.value(text, [.text(table.uppercased())])?.integer
        return min(noted ?? 0, 1 << 32)
    }

    /// The rows of those keys, with the values that indexes hold of them.
    private func pieces(of lost: Set<Int64>) throws -> [Int64: [Value]] {
        guard !lost.isEmpty, let keyColumn, let keyPlace = columns.firstIndex(of: keyColumn) else { return [:] }
        var rows: [Int64: [Value]] = [:]
        for index in try connection.indexes(of: table) {
            let places = index.columns.map { columns.firstIndex(of: $0) }
            _ = try reading(index) { key, statement in
                guard lost.contains(key) else { return }
                var row = rows[key] ?? Array(repeating: .null, count: columns.count)
                row[keyPlace] = .integer(key)
                for (number, place) in places.enumerated() {
                    guard let place, place != keyPlace else { continue }
                    let value = statement.value(Int32(number + 1))
                    if value != .null { row[place] = value }
                }
                rows[key] = row
            }
        }
        return rows
    }
}
