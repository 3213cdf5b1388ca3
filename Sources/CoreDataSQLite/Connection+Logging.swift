import CoreDataC

extension Connection {
    /// What a log is told.
    public enum LogEvent {
        /// A statement begins: its text, and what makes the text with its values put in.
        case started(String, expanded: () -> String)
        /// The statement has ended.
        case ended(seconds: Double, rows: Int)
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
    private var rows: [OpaquePointer: Int] = [:]

    init(_ body: @escaping (Connection.LogEvent) -> Void) { self.body = body }

    func note(_ kind: UInt32, _ statement: OpaquePointer, _ detail: UnsafeMutableRawPointer?) {
        guard let text = sqlite3_sql(statement).map({ String(cString: $0) }), !text.hasPrefix("EXPLAIN") else { return }
        switch Int32(kind) {
        case SQLITE_TRACE_STMT:
            rows[statement] = 0
            body(
                .started(text) {
                    guard let expanded = sqlite3_expanded_sql(statement) else { return text }
                    defer { sqlite3_free(expanded) }
                    return String(cString: expanded)
                })
        case SQLITE_TRACE_ROW: rows[statement, default: 0] += 1
        default:
            let nanoseconds = detail?.loadUnaligned(as: Int64.self) ?? 0
            body(.ended(seconds: Double(nanoseconds) / 1e9, rows: rows.removeValue(forKey: statement) ?? 0))
        }
    }
}
