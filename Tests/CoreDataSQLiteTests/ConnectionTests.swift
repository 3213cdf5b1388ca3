import CoreDataSQLite
import Foundation
import Testing

@Suite struct ConnectionTests {
    private let file: ScratchFile

    init() throws { file = try ScratchFile() }

    @Test func `a missing file is made only where asked`() throws {
        #expect(throws: SQLiteError.self) { try Connection(path: file.path, access: .readWrite) }
        #expect(!FileManager.default.fileExists(atPath: file.path))
        let connection = try Connection(path: file.path, access: .create)
        try connection.execute("CREATE TABLE T (A)")
        #expect(FileManager.default.fileExists(atPath: file.path))
    }

    @Test func `a file that is no database is told apart`() throws {
        try Data(repeating: 65, count: 4096).write(to: URL(fileURLWithPath: file.path))
        let connection = try Connection(path: file.path, access: .readOnly)
        let error = #expect(throws: SQLiteError.self) { try connection.value("SELECT count(*) FROM sqlite_master") }
        #expect(error?.isNotADatabase == true)
    }

    @Test func `a transaction that throws leaves nothing`() throws {
        let connection = try Connection(path: file.path, access: .create)
        try connection.execute("CREATE TABLE T (A)")
        #expect(throws: CocoaError.self) {
            try connection.write {
                try connection.execute("INSERT INTO T VALUES (1)")
                throw CocoaError(.userCancelled)
            }
        }
        #expect(!connection.isInTransaction)
        #expect(try connection.value("SELECT count(*) FROM T") == .integer(0))
    }

    @Test func `a writer waits for another one and then fails as busy`() throws {
        let first = try Connection(path: file.path, access: .create)
        try first.execute("CREATE TABLE T (A)")
        let second = try Connection(path: file.path, access: .readWrite, timeout: 0.02)
        try first.execute("BEGIN IMMEDIATE")
        let error = #expect(throws: SQLiteError.self) { try second.write {} }
        #expect(error?.isBusy == true)
        try first.execute("COMMIT")
        try second.write { try second.execute("INSERT INTO T VALUES (1)") }
        #expect(try first.value("SELECT count(*) FROM T") == .integer(1))
    }

    @Test func `writers that wait all get their turn`() async throws {
        let path = file.path
        let first = try Connection(path: path, access: .create)
        try first.execute("PRAGMA journal_mode = WAL; CREATE TABLE T (A)")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let connection = try Connection(path: path, access: .readWrite)
                    for number in 0..<25 {
                        try connection.write {
                            try connection.run("INSERT INTO T VALUES (?)", [.integer(Int64(number))])
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try first.value("SELECT count(*) FROM T") == .integer(100))
    }

    @Test func `the trace names each statement as it starts`() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        var seen: [String] = []
        connection.trace { seen.append($0) }
        try connection.execute("CREATE TABLE T (A)")
        _ = try connection.value("SELECT ?", [.integer(1)])
        connection.trace(nil)
        try connection.execute("DROP TABLE T")
        #expect(seen == ["CREATE TABLE T (A)", "SELECT ?"])
    }

    @Test func `a custom function reads its arguments and keeps what it prepared`() throws {
        final class Pattern {
            let text: String
            init(_ text: String) { self.text = text }
        }
        let connection = try Connection(path: ":memory:", access: .create)
        var prepared = 0
        try connection.addFunction("holds", arguments: 2) { call in
            guard let text = call.string(0) else { return }
            let holds = call.withPrepared(1) {
                prepared += 1
                return Pattern(call.string(1) ?? "")
            } _: { pattern in
                text.contains(pattern.text)
            }
            call.answer(holds)
        }
        try connection.execute("CREATE TABLE T (A); INSERT INTO T VALUES ('bread'), ('butter'), (NULL)")
        let rows = try connection.rows("SELECT A FROM T WHERE holds(A, ?)", [.text("tt")]) { $0.string(0) }
        #expect(rows == ["butter"])
        #expect(prepared == 1)
    }

    @Test func `a collation orders the rows`() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        try connection.addCollation("length") { $0.count - $1.count }
        try connection.execute("CREATE TABLE T (A); INSERT INTO T VALUES ('ccc'), ('a'), ('bb')")
        let rows = try connection.rows("SELECT A FROM T ORDER BY A COLLATE length") { $0.string(0) }
        #expect(rows == ["a", "bb", "ccc"])
    }
}
