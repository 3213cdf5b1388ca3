import Testing

@testable import CoreDataSQLite

@Suite struct BoundValuesTests {
    @Test("The values that are bound are found in the text that SQLite makes with them")
    func values() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        var found: [[String]] = []
        connection.log(explaining: false) { event in
            if case .started(_, let values) = event { found.append(values().map { "\($0.number)=\($0.value)" }) }
        }
        let sql = "SELECT '?' || ?2, ? - -?1, \"?\", -1.5e-3 FROM (SELECT ?4 AS \"?\", ?5) WHERE ?1 IS NOT 'it''s ?'"
        let statement = try connection.prepare(sql)
        statement.bind([.real(-1.5), .text("it's \"?\" é''"), .null, .blob([0, 255]), .integer(.min)])
        while try statement.step() {}
        #expect(
            found == [["0=-1.5", "1=\"it's \"?\" é''\"", "2=NULL", "3=<00ff>", "4=-9223372036854775808"]])
    }

    @Test("Of a statement that has ended is told what it took, how many rows came, and the last number")
    func ended() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        var told: [String] = []
        connection.log(explaining: false) { event in
            guard case .ended(let sql, let seconds, let inAll, let rows, let last) = event else { return }
            told.append("\(sql) \(rows) \(last)")
            #expect(seconds >= 0 && inAll >= seconds)
        }
        _ = try connection.rows("SELECT value FROM json_each('[3, 7]')") { $0.integer(0) }
        #expect(told == ["SELECT value FROM json_each('[3, 7]') 2 7"])
    }
}
