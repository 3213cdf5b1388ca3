import CoreDataSQLite
import Testing

@Suite("An interruption")
struct InterruptionTests {
    @Test("ends a statement that runs, and leaves the connection as it was")
    func ends() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
        var looks = 0
        #expect {
            try connection.interruptible(when: {
                looks += 1
                return looks == 3
            }) { _ = try connection.value(endless) }
        } throws: { ($0 as? SQLiteError)?.code == 9 }
        #expect(looks == 3)
        #expect(try connection.value("SELECT 1") == .integer(1))
    }
}
