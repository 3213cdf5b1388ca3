import CoreDataSQLite
import Foundation
import Testing

@Suite struct StatementTests {
    private let connection: Connection

    init() throws {
        connection = try Connection(path: ":memory:", access: .create)
    }

    @Test(arguments: [
        Value.null, .integer(.min), .real(0.1), .text(""), .text("Grüße 🧀\0end"), .blob([]), .blob([0, 255]),
    ]) func `a value comes back as it was bound`(value: Value) throws {
        #expect(try connection.value("SELECT ?", [value]) == value)
    }

    @Test func `a statement runs again with other values`() throws {
        try connection.execute("CREATE TABLE T (A, B)")
        let insert = try connection.prepare("INSERT INTO T VALUES (?, ?)")
        for number in 0..<3 {
            insert.bind(Int64(number), 1)
            // The bytes stay where they are until the statement has run.
            try Array("text \(number)".utf8).withUnsafeBytes { text in
                insert.bindText(text, 2)
                try insert.run()
            }
        }
        let rows = try connection.rows("SELECT A, B FROM T ORDER BY A") { ($0.integer(0), $0.string(1)) }
        #expect(rows.map(\.0) == [0, 1, 2])
        #expect(rows.map(\.1) == ["text 0", "text 1", "text 2"])
    }

    @Test func `empty text and empty data are not NULL`() throws {
        let statement = try connection.prepare("SELECT typeof(?), typeof(?)")
        statement.bindText(UnsafeRawBufferPointer(start: nil, count: 0), 1)
        statement.bindBlob(UnsafeRawBufferPointer(start: nil, count: 0), 2)
        #expect(try statement.step())
        #expect(statement.string(0) == "text")
        #expect(statement.string(1) == "blob")
    }

    @Test func `a whole date in a numeric column is read as a double`() throws {
        try connection.execute("CREATE TABLE T (A TIMESTAMP); INSERT INTO T VALUES (5.0)")
        let statement = try connection.prepare("SELECT A, typeof(A) FROM T")
        #expect(try statement.step())
        #expect(statement.real(0) == 5)
        #expect(statement.string(1) == "integer")
    }

    @Test func `a mistake is told with code, message and statement`() throws {
        let error = #expect(throws: SQLiteError.self) { try connection.prepare("SELECT * FROM nowhere") }
        #expect(error?.code == 1)
        #expect(error?.message == "no such table: nowhere")
        #expect(error?.sql == "SELECT * FROM nowhere")
    }

    @Test func `a violated constraint says which kind it is`() throws {
        try connection.execute("CREATE TABLE T (A INTEGER PRIMARY KEY, B UNIQUE); INSERT INTO T VALUES (1, 1)")
        let key = #expect(throws: SQLiteError.self) { try connection.run("INSERT INTO T VALUES (?, 2)", [.integer(1)]) }
        #expect(key?.isPrimaryKeyViolation == true)
        let unique = #expect(throws: SQLiteError.self) { try connection.execute("INSERT INTO T VALUES (2, 1)") }
        #expect(unique?.isUniqueViolation == true)
        #expect(unique?.isPrimaryKeyViolation == false)
    }

    @Test func `a cached statement is compiled once for a shape`() throws {
        let cache = StatementCache<Int>(connection, limit: 2)
        var compiled = 0
        for shape in [1, 2, 1, 2, 1] {
            _ = try cache.statement(shape) {
                compiled += 1
                return "SELECT \(shape)"
            }
        }
        #expect(compiled == 2)
        _ = try cache.statement(3) { "SELECT 3" }
        let again = try cache.statement(3) { throw CocoaError(.featureUnsupported) }
        #expect(try again.step())
        #expect(again.integer(0) == 3)
    }
}
