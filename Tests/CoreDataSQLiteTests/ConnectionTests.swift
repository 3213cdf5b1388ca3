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

    @Test func `functions and collations that are offered come at the first statement that names one, once`() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        var asked = 0
        connection.addNamesWhenAsked { connection in
            asked += 1
            try connection.addFunction("twice", arguments: 1) { $0.answer(.integer(2 * $0.integer(0))) }
            try connection.addCollation("length") { $0.count - $1.count }
        }
        try connection.execute(
            """
            CREATE TABLE T (A, B); CREATE TRIGGER doubled AFTER INSERT ON T BEGIN UPDATE T SET B = twice(A); END;
            -- Nothing has called it yet.
            """)
        #expect(asked == 0)
        // The statement before is not run again, and that in the trigger finds the function.
        try connection.execute(
            "CREATE TABLE U (A); INSERT INTO T (A) VALUES (21); INSERT INTO U VALUES ('ccc'), ('a');")
        #expect(asked == 1)
        #expect(try connection.value("SELECT twice(B) FROM T") == .integer(84))
        #expect(try connection.rows("SELECT A FROM U ORDER BY A COLLATE length") { $0.string(0) } == ["a", "ccc"])
        #expect(asked == 1)
        #expect(throws: SQLiteError.self) { try connection.execute("SELECT 1; SELECT thrice(1)") }
    }

    @Test func `an index over an offered function can be read, checked and rebuilt by others`()
        throws
    {
        let file = try ScratchFile()
        func open() throws -> Connection {
            let connection = try Connection(path: file.path, access: .create)
            connection.addNamesWhenAsked { connection in
                try connection.addFunction("twice", arguments: 1) { $0.answer(.integer(2 * $0.integer(0))) }
                try connection.addCollation("length") { $0.count - $1.count }
            }
            return connection
        }
        try open().execute(
            """
            CREATE TABLE T (A, B); CREATE INDEX I ON T (A) WHERE twice(A) > 2; CREATE INDEX J ON T (B COLLATE length);
            INSERT INTO T VALUES (1, 'ccc'), (2, 'a')
            """)
        for statement in ["PRAGMA integrity_check", "VACUUM", "REINDEX", "ANALYZE", "INSERT INTO T VALUES (3, 'bb')"] {
            try open().execute(statement)
        }
        let last = try open()
        #expect(try last.value("PRAGMA integrity_check") == .text("ok"))
        #expect(try last.rows("SELECT B FROM T ORDER BY B COLLATE length") { $0.string(0) } == ["a", "bb", "ccc"])
    }

    @Test func `a collation orders the rows`() throws {
        let connection = try Connection(path: ":memory:", access: .create)
        try connection.addCollation("length") { $0.count - $1.count }
        try connection.execute("CREATE TABLE T (A); INSERT INTO T VALUES ('ccc'), ('a'), ('bb')")
        let rows = try connection.rows("SELECT A FROM T ORDER BY A COLLATE length") { $0.string(0) }
        #expect(rows == ["a", "bb", "ccc"])
    }
}
