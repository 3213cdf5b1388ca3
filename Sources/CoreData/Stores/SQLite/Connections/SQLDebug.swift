import Foundation

internal import CoreDataSQLite

/// Apple's switch that shows what is asked of SQLite: `-com.apple.CoreData.SQLDebug LEVEL`, lines on standard error, in the words that
/// Apple's are quoted with in public.
///
///     level 1 | each statement; the time of one that reads, and how many rows came, or what was counted
///     level 2 | the values of its parameters as well, and the time of one that writes
///     level 3 | the database it runs on, and when it began
///     level 4 | how SQLite goes about it, when the statement is first compiled
enum SQLDebug {
    static let level = LaunchSwitch.level("SQLDebug")

    /// Shows what a connection runs from now on, if that is asked for.
    static func watch(_ connection: Connection, _ location: StoreLocation) {
        guard level > 0 else { return }
        let name = location.path ?? "memory"
        connection.log(explaining: level > 3) { event in
            switch event {
            case .plan(let sql, let lines):
                write("details: plan of \(sql)" + lines.map { "\nCoreData: details:   \($0)" }.joined())
            case .started(let sql, let values):
                write("sql: \(sql)")
                if level > 1 {
                    for (number, value) in values() { write("details: SQLite bind[\(number)] = \(value)") }
                }
                if level > 2 { write("details: on \(name) at \(Date().timeIntervalSinceReferenceDate)") }
            case .ended(let sql, let seconds, let inAll, let rows, let last):
                for line in annotations(sql, seconds, inAll, rows, last) { write("annotation: \(line)") }
            }
        }
    }

    /// What is told of a statement that has ended.
    private static func annotations(
        _ sql: String, _ seconds: Double, _ inAll: Double, _ rows: Int, _ last: Int64
    ) -> [String] {
        if sql.hasPrefix("SELECT count(*) FROM") {
            return ["total count request execution time: \(text(inAll)) for count of \(last)."]
        }
        if sql.hasPrefix("SELECT") {
            return [
                "sql connection fetch time: \(text(seconds))",
                "total fetch execution time: \(text(inAll)) for \(rows) rows.",
            ]
        }
        return level > 1 || sql.uppercased().hasPrefix("PRAGMA") ? ["sql execution time: \(text(seconds))"] : []
    }

    private static func text(_ seconds: Double) -> String { String(format: "%.4fs", seconds) }

    private static func write(_ text: String) {
        FileHandle.standardError.write(Data("CoreData: \(text)\n".utf8))
    }
}
