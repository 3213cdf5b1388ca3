import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

@Suite struct StoreHistoryTests {
    private let stack: Stack

    init() throws { stack = try Stack(options: Stack.history) }

    private func transactions(after token: NSPersistentHistoryToken?) throws -> [NSPersistentHistoryTransaction] {
        let context = stack.context()
        return try context.performAndWait {
            let result = try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: token))
            return try #require((result as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction])
        }
    }

    @Test func `one save is one transaction with its changes`() throws {
        #expect(try transactions(after: nil).isEmpty)
        let start = try #require(stack.coordinator.currentPersistentHistoryToken(fromStores: nil))
        try stack.save("me") { context in
            context.name = "import"
            _ = context.make("Item", ["title": "a"])
            _ = context.make("Photo", ["name": "b"])
        }
        try stack.save { context in
            try context.all("Item")[0].setValue("c", forKey: "title")
            context.delete(try context.all("Photo")[0])
        }
        let found = try transactions(after: start)
        #expect(found.map(\.transactionNumber) == [1, 2])
        #expect(found.map(\.author) == ["me", nil])
        #expect(found.map(\.contextName) == ["import", nil])
        #expect(found[0].processID == ProcessInfo.processInfo.processName)
        #expect(found[0].storeID == stack.store.identifier)
        #expect(found[0].changes?.map(\.changeType) == [.insert, .insert])
        #expect(found[0].changes?.map(\.changedObjectID.entity.name) == ["Item", "Photo"])
        #expect(found[1].changes?.map(\.changeType) == [.update, .delete])
        #expect(found[1].changes?[0].updatedProperties?.map(\.name) == ["title"])
        #expect(try transactions(after: found[0].token).map(\.transactionNumber) == [2])
        #expect(try transactions(after: found[1].token).isEmpty)
        #expect(stack.coordinator.currentPersistentHistoryToken(fromStores: nil) == found[1].token)
    }

    @Test func `the rows lie in the file as Apple writes them`() throws {
        try stack.save("me") { _ = $0.make("Item", ["title": "a"]) }
        try stack.save("me") { context in try context.all("Item")[0].setValue("b", forKey: "title") }
        let changes = try stack.rows(
            "SELECT Z_PK, Z_ENT, Z_OPT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS FROM ACHANGE")
        // Columns of an item: list, then done extra identifier link quantity timestamp title weight, then media and tags.
        #expect(
            changes == [
                [.integer(1), .integer(16001), .null, .integer(0), .integer(1), .integer(1), .integer(1), .null],
                [
                    .integer(2), .integer(16001), .null, .integer(1), .integer(1), .integer(1), .integer(2),
                    .blob([0b0000_0001, 0]),
                ],
            ])
        let strings = try stack.rows("SELECT ZNAME FROM ATRANSACTIONSTRING WHERE ZNAME = 'me'")
        #expect(strings.count == 1)
        #expect(
            try stack.rows("SELECT Z_ENT, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT IN (16001, 16002) ORDER BY 1")
                == [[.integer(16001), .integer(2)], [.integer(16002), .integer(2)]])
    }

    @Test func `a transaction's notification merges it into another coordinator's context`() throws {
        let other = try Stack(stack.fixture, options: Stack.history)
        let context = other.context()
        try stack.save { context in
            for title in ["a", "b"] { _ = context.make("Item", ["title": title]) }
        }
        try context.performAndWait {
            let items = try context.all("Item", sort: "title")
            #expect(items.map { $0.value(forKey: "title") as? String } == ["a", "b"])
            try stack.save { remote in
                let items = try remote.all("Item", sort: "title")
                items[0].setValue("a2", forKey: "title")
                remote.delete(items[1])
                _ = remote.make("Item", ["title": "new"])
            }
            let token = NSPersistentHistoryToken([stack.store.identifier: 1])
            for transaction in try transactions(after: token) {
                context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
            }
            #expect(items[0].value(forKey: "title") as? String == "a2")
            #expect(items[1].isDeleted)
            #expect(try context.all("Item").count == 2)
        }
    }

    @Test func `old history can be deleted, and a token before it has expired`() throws {
        for title in ["a", "b", "c"] { try stack.save { _ = $0.make("Item", ["title": title]) } }
        let all = try transactions(after: nil)
        let context = stack.context()
        try context.performAndWait {
            let result = try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: all[1]))
            #expect((result as? NSPersistentHistoryResult)?.result as? Bool == true)
        }
        #expect(try transactions(after: nil).map(\.transactionNumber) == [2, 3])
        #expect(try transactions(after: all[0].token).map(\.transactionNumber) == [2, 3])
        try context.performAndWait {
            _ = try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: Date.distantFuture))
        }
        #expect(try transactions(after: nil).isEmpty)
        let error = #expect(throws: NSError.self) { try transactions(after: all[0].token) }
        #expect(error?.code == NSPersistentHistoryTokenExpiredError)
        #expect(try transactions(after: all[2].token).isEmpty)
    }

    @Test func `a batch that does nothing leaves no gap that looks like deleted history`() throws {
        for title in ["a", "b"] { try stack.save { _ = $0.make("Item", ["title": title]) } }
        let token = try #require(transactions(after: nil).last?.token)
        let context = stack.context()
        try context.performAndWait {
            _ = try context.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: Date.distantFuture))
            let nothing = NSFetchRequest<any NSFetchRequestResult>(entityName: "Item")
            nothing.predicate = NSPredicate(value: false)
            try context.execute(NSBatchDeleteRequest(fetchRequest: nothing))
        }
        try stack.save { _ = $0.make("Item", ["title": "c"]) }
        #expect(try transactions(after: token).map(\.transactionNumber) == [3])
    }

    @Test(arguments: ["ACHANGE", "ATRANSACTION", "ATRANSACTIONSTRING", ""])
    func `a part of the history that is not there is made anew`(table: String) throws {
        let fixture = try StoreFixture()
        let before = try Stack(fixture, options: Stack.history)
        try before.save { _ = $0.make("Item", ["title": "a"]) }
        try before.coordinator.remove(before.store)
        try fixture.connection().execute(
            table.isEmpty ? "DELETE FROM Z_PRIMARYKEY WHERE Z_ENT > 16000" : "DROP TABLE \(table)")
        let after = try Stack(fixture, options: Stack.history)
        try after.save { _ = $0.make("Item", ["title": "b"]) }
        let count = try after.rows("SELECT count(*) FROM ATRANSACTION t JOIN ACHANGE c ON c.ZTRANSACTIONID = t.Z_PK")
        #expect(count == [[.integer(table.isEmpty || table == "ATRANSACTIONSTRING" ? 2 : 1)]])
    }

    @Test func `a token survives archiving`() throws {
        let token = NSPersistentHistoryToken(["A": 5, "B": 7])
        let data = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
        let copy = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSPersistentHistoryToken.self, from: data)
        #expect(copy == token)
    }

    @Test func `every coordinator of the file hears of a save`() async throws {
        let other = try Stack(stack.fixture, options: Stack.history)
        let heard = [stack, other].map { Heard.stream(of: $0.coordinator) }
        try stack.save { _ = $0.make("Item", ["title": "a"]) }
        for notifications in heard {
            var iterator = notifications.makeAsyncIterator()
            let first = try #require(await iterator.next())
            #expect(first.uuid == stack.store.identifier)
            #expect(first.url == stack.fixture.url)
            #expect(first.token == NSPersistentHistoryToken([stack.store.identifier: 1]))
        }
    }

    @Test func `reading wakes nobody`() async throws {
        try stack.save { _ = $0.make("Item", ["title": "a"]) }
        let asked = Recorder()
        let path = stack.fixture.url.path
        let watch = RemoteChangeWatch(
            [path + "-wal"],
            newest: {
                asked.add("asked"); return 1
            }, post: { _ in })
        let reader = stack.context()
        for _ in 0..<20 { _ = try reader.performAndWait { try reader.all("Item").count } }
        // A write afterwards is the first thing that is heard.
        let before = asked.texts.count
        #expect(before == 1)
        try stack.save { _ = $0.make("Item", ["title": "b"]) }
        while asked.texts.count == before { await Task.yield() }
        watch.close()
    }
}

/// What a notification said, fit to cross between tasks.
private struct Heard: Sendable {
    let uuid: String?
    let url: URL?
    let token: NSPersistentHistoryToken?

    static func stream(of coordinator: NSPersistentStoreCoordinator) -> AsyncStream<Heard> {
        let (stream, continuation) = AsyncStream.makeStream(of: Heard.self)
        // Listens for as long as the process runs: the coordinator is this test's own.
        _ = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreRemoteChange, object: coordinator, queue: nil
        ) { continuation.yield(Heard($0)) }
        return stream
    }

    init(_ notification: Notification) {
        uuid = notification.userInfo?[NSStoreUUIDKey] as? String
        url = notification.userInfo?[NSPersistentStoreURLKey] as? URL
        token = notification.userInfo?[NSPersistentHistoryTokenKey] as? NSPersistentHistoryToken
    }
}
