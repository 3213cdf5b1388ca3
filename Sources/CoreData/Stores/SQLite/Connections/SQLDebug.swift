import Foundation

internal import CoreDataSQLite

/// Apple's switch that shows what is asked of SQLite: `-com.apple.CoreData.SQLDebug LEVEL`, lines on standard error.
///
///     level 1 | each statement, and when it has ended its time and how many rows came
///     level 2 | its values as well
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
            case .started(let sql, let expanded):
                write("sql: \(sql)")
                if level > 1 { write("details: with values: \(expanded())") }
                if level > 2 { write("details: on \(name) at \(Date().timeIntervalSinceReferenceDate)") }
            case .ended(let seconds, let rows):
                write("annotation: total execution time: \(String(format: "%.4f", seconds))s for \(rows) rows.")
            }
        }
    }

    private static func write(_ text: String) {
        FileHandle.standardError.write(Data("CoreData: \(text)\n".utf8))
    }
}
