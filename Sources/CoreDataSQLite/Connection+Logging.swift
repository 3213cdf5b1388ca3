import CoreDataC

extension Connection {
    /// What a log is told.
    public enum LogEvent {
        /// A statement begins: its text, and what finds the values of its parameters.
        case started(String, values: () -> [(number: Int, value: String)])
        /// The statement has ended: its text, how long SQLite was at it, and with what was done between its rows; their number, and
        /// the last one's first column, where that is a number.
        case ended(String, seconds: Double, inAll: Double, rows: Int, last: Int64)
        /// A statement was compiled, and SQLite means to run it so.
        case plan(String, [String])
    }

    /// Calls `body` with all that the connection runs from now on. Takes the place of `trace`.
    ///
    /// - Parameter explaining: whether the plan of each statement is told when it is compiled.
    public func log(explaining: Bool, _ body: @escaping (LogEvent) -> Void) {
        let log = StatementLog(body)
        self.log = log
        explainsStatements = explaining
        sqlite3_trace_v2(
            handle, UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE | SQLITE_TRACE_ROW),
            { kind, context, statement, detail in
                guard let context, let statement else { return 0 }
                // The connection holds the log, and outlives its statements.
                let log = Unmanaged<StatementLog>.fromOpaque(context).takeUnretainedValue()
                log.note(kind, OpaquePointer(statement), detail)
                return 0
            }, Unmanaged.passUnretained(log).toOpaque())
    }

    /// Tells the log how SQLite means to run a statement.
    func explain(_ sql: String) {
        guard let log, !sql.hasPrefix("EXPLAIN"), let statement = try? Statement(self, sql: "EXPLAIN QUERY PLAN " + sql)
        else { return }
        var lines: [String] = []
        while (try? statement.step()) == true { lines.append(statement.string(3) ?? "") }
        log.body(.plan(sql, lines))
    }
}

/// Where a connection's events go. Statements that run inside of one another end in the reverse order.
final class StatementLog {
    let body: (Connection.LogEvent) -> Void
    private struct Run {
        let start = ContinuousClock.now
        var rows = 0
        var last: Int64 = 0
    }
    private var runs: [OpaquePointer: Run] = [:]

    init(_ body: @escaping (Connection.LogEvent) -> Void) { self.body = body }

    func note(_ kind: UInt32, _ statement: OpaquePointer, _ detail: UnsafeMutableRawPointer?) {
        guard let text = sqlite3_sql(statement).map({ String(cString: $0) }), !text.hasPrefix("EXPLAIN") else { return }
        switch Int32(kind) {
        case SQLITE_TRACE_STMT:
            runs[statement] = Run()
            body(
                .started(text) {
                    guard let expanded = sqlite3_expanded_sql(statement) else { return [] }
                    defer { sqlite3_free(expanded) }
                    return BoundValues.read(text, String(cString: expanded))
                })
        case SQLITE_TRACE_ROW:
            runs[statement]?.rows += 1
            runs[statement]?.last = sqlite3_column_int64(statement, 0)
        default:
            let nanoseconds = detail?.loadUnaligned(as: Int64.self) ?? 0
            let run = runs.removeValue(forKey: statement) ?? Run()
            let seconds = Double(nanoseconds) / 1e9
            let inAll = (ContinuousClock.now - run.start) / .seconds(1)
            body(.ended(text, seconds: seconds, inAll: max(inAll, seconds), rows: run.rows, last: run.last))
        }
    }
}
