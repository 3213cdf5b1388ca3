import CoreDataSQLite
import Foundation
import Testing

@Suite struct RowValuesTests {
    private let connection: Connection

    init() throws {
        connection = try Connection(path: ":memory:", access: .create)
        try connection.execute(
            """
            CREATE TABLE T (A INTEGER PRIMARY KEY, B TEXT, C TIMESTAMP, D BLOB);
            INSERT INTO T VALUES (1, 'Grüße 🧀', 7, x'00ff'), (2, NULL, NULL, NULL), (-3, '', 0.25, x'')
            """)
    }

    private func expectAgreement(_ sql: String) throws {
        let statement = try connection.prepare(sql)
        var layout: RowValues.Layout?
        while try statement.step() {
            let values = RowValues(layout ?? RowValues.Layout(statement))
            layout = layout ?? RowValues.Layout(statement)
            for column in 0..<Int32(statement.columnCount) {
                #expect(values.isNull(column) == statement.isNull(column))
                #expect(values.isReal(column) == (statement.type(column) == .real))
                #expect(values.integer(column) == statement.integer(column))
                #expect(values.real(column) == statement.real(column))
                #expect(values.blob(column).map(Array.init) == statement.blob(column).map(Array.init))
                #expect(values.text(column).map(Array.init) == statement.text(column).map(Array.init))
            }
        }
        #expect(layout != nil)
    }

    @Test func `the values of a row are those of its columns`() throws {
        try expectAgreement("SELECT A, B, C, D FROM T")
    }

    @Test func `they are so in the order of an index, through a join and from a subquery`() throws {
        try connection.execute("CREATE INDEX I ON T (C)")
        try expectAgreement("SELECT B, A, C FROM T ORDER BY C DESC")
        try expectAgreement("SELECT t0.B, t1.D, t0.A FROM T t0 LEFT JOIN T t1 ON t1.A = t0.A + 1 ORDER BY t1.B")
        try expectAgreement("SELECT D, C, 'constant' FROM (SELECT * FROM T LIMIT 2)")
        try expectAgreement("SELECT A, B FROM T UNION ALL SELECT 5, NULL UNION ALL SELECT A, D FROM T")
    }

    @Test func `a single column needs no neighbours`() throws {
        try expectAgreement("SELECT B FROM T")
    }
}
