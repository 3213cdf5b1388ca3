import CoreData
import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractHistoryTests {
    private typealias Request = NSPersistentHistoryChangeRequest

    @Test("13.1 Nothing is recorded unless it is asked for; a save is one transaction, and so is a batch")
    func recording() throws {
        for options in [nil, [NSPersistentHistoryTrackingKey: false]] as [[AnyHashable: Any]?] {
            let plain = try ShopStack(.file, options: options)
            try plain.save { $0.add("A") }
            let url = try #require(plain.store.url)
            let tables = try Connection(path: url.path, access: .readOnly).value(
                "SELECT count(*) FROM sqlite_master WHERE name IN ('ACHANGE', 'ATRANSACTION')")
            #expect(tables == .integer(0) && plain.token == nil)
            let error = #expect(throws: NSError.self) { try plain.transactions() }
            #expect(error?.code == NSPersistentStoreUnsupportedRequestTypeError)
        }
        let stack = try ShopHistory.stack()
        try stack.save { context in
            for title in ["A", "B", "C"] { context.add(title) }
        }
        try stack.work { context in
            _ = try context.execute(Batch.insert(["D", "E"]))
            let update = NSBatchUpdateRequest(entityName: "Item")
            update.propertiesToUpdate = ["count": 3]
            _ = try context.execute(update)
            _ = try context.execute(NSBatchDeleteRequest(fetchRequest: Batch.search("Item", "title == 'A'")))
        }
        let found = try stack.transactions()
        #expect(found.map { $0.changes?.count } == [3, 2, 5, 1])
        #expect(found.map { Set($0.changes?.map(\.changeType) ?? []) } == [[.insert], [.insert], [.update], [.delete]])
    }

    @Test(
        "13.2 After no token comes everything, of a new store nothing, and nothing after the present one",
        arguments: ShopHistory.kinds)
    func afterToken(_ kind: StoreKind) throws {
        let stack = try ShopHistory.stack(kind)
        try #expect(stack.transactions().isEmpty)
        for title in ["A", "B"] { try stack.save { $0.add(title) } }
        try #expect(stack.transactions().count == 2)
        try #expect(stack.transactions(.fetchHistory(after: stack.token)).isEmpty)
    }

    @Test("13.3 A new store has a token; two coordinators of a file have the same, which grows with each save")
    func currentToken() throws {
        let stack = try ShopHistory.stack()
        let other = NSPersistentStoreCoordinator(managedObjectModel: ShopHistory.model())
        try other.addPersistentStore(type: .sqlite, at: try #require(stack.store.url), options: ShopHistory.options)
        defer { for store in other.persistentStores { try? other.remove(store) } }
        var seen: Set<NSPersistentHistoryToken> = []
        for number in 0..<3 {
            let token = try #require(stack.token)
            #expect(token == other.currentPersistentHistoryToken(fromStores: other.persistentStores))
            #expect(token.numbers.values.map { $0 } == [Int64(number)] && seen.insert(token).inserted)
            try stack.save { $0.add("item \(number)") }
        }
    }

    @Test(
        "13.4 The oldest comes first, after a date, a token or a transaction", arguments: ShopHistory.kinds)
    func order(_ kind: StoreKind) throws {
        let stack = try ShopHistory.stack(kind)
        for title in ["A", "B", "C"] { try stack.save { $0.add(title) } }
        let all = try stack.transactions()
        #expect(all.map(\.transactionNumber) == [1, 2, 3] && all.map(\.timestamp) == all.map(\.timestamp).sorted())
        let requests: [Request] = [
            .fetchHistory(after: all[0].token), .fetchHistory(after: all[0]), .fetchHistory(after: all[1].timestamp),
        ]
        for request in requests { try #expect(stack.transactions(request).map(\.transactionNumber) == [2, 3]) }
        try #expect(stack.transactions(.fetchHistory(after: Date.distantPast)).count == 3)
        try #expect(stack.transactions(.fetchHistory(after: Date.distantFuture)).isEmpty)
        try #expect(stack.transactions(.fetchHistory(after: NSPersistentHistoryTransaction?.none)).count == 3)
    }

    @Test("13.5 Six kinds of results, of which transactions with their changes are the default")
    func resultTypes() throws {
        let numbers: [NSPersistentHistoryResultType] = [
            .statusOnly, .objectIDs, .count, .transactionsOnly, .changesOnly, .transactionsAndChanges,
        ]
        #expect(numbers.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
        let stack = try ShopHistory.stack()
        let item = try stack.save { $0.add("A") }
        try stack.save { context in
            try context.items()[0].title = "A2"
            context.add("B")
        }
        let request = Request.fetchHistory(after: NSPersistentHistoryToken?.none)
        #expect(request.resultType == .transactionsAndChanges)
        try #expect(stack.transactions(request).map { $0.changes?.count } == [1, 2])
        request.resultType = .transactionsOnly
        try #expect(stack.transactions(request).map { $0.changes == nil } == [true, true])
        request.resultType = .changesOnly
        let changes: [NSPersistentHistoryChange] = try stack.answer(request)
        #expect(changes.map(\.changeType) == [.insert, .insert, .update])
        request.resultType = .objectIDs
        let ids: [NSManagedObjectID] = try stack.answer(request)
        #expect(ids.count == 2 && ids[0] == item.objectID)
        request.resultType = .count
        try #expect(stack.answer(request, Int.self) == 2)
        request.resultType = .statusOnly
        try #expect(stack.answer(request, Bool.self))
    }

    @Test("13.6 A transaction tells when, who, in which context, program, process and store, and what")
    func transaction() throws {
        let stack = try ShopHistory.stack()
        let before = Date()
        try stack.save("me", name: "import") { $0.add("A") }
        let found = try #require(stack.transactions().first)
        #expect(found.timestamp >= before && found.timestamp <= Date())
        #expect(found.author == "me" && found.contextName == "import")
        #expect(found.processID == ProcessInfo.processInfo.processName && !found.bundleID.isEmpty)
        #expect(found.storeID == stack.store.identifier && found.transactionNumber == 1)
        #expect(found.token == stack.token && found.changes?.count == 1)
        #expect(found.changes?.first?.transaction === found)
    }

    @Test("13.7 A context without an author leaves none; what it is called during the save is what counts")
    func authors() throws {
        let stack = try ShopHistory.stack()
        try stack.save { $0.add("A") }
        try stack.save("outer") { context in
            context.performAndWait {
                let before = context.transactionAuthor
                context.transactionAuthor = "nested"
                context.add("B")
                context.transactionAuthor = before
            }
        }
        try #expect(stack.transactions().map(\.author) == [nil, "outer"])
        try #expect(stack.transactions().map(\.contextName) == [nil, nil])
    }

    @Test("13.8 A change tells which object, what became of it, and what was changed")
    func change() throws {
        #expect(NSPersistentHistoryChangeType.insert.rawValue == 0)
        #expect(NSPersistentHistoryChangeType.update.rawValue == 1)
        #expect(NSPersistentHistoryChangeType.delete.rawValue == 2)
        let stack = try ShopHistory.stack()
        let (item, list) = try stack.save { context in (context.add("A"), ShopList(context: context)) }
        try stack.save { context in
            let item = try context.items()[0]
            item.title = "A2"
            item.list = try context.existingObject(with: list.objectID) as? ShopList
        }
        try stack.save { context in context.delete(try context.items()[0]) }
        let changes = try stack.transactions().flatMap { $0.changes ?? [] }
        #expect(Set(changes.map(\.changeID)).count == changes.count)
        let own = changes.filter { $0.changedObjectID == item.objectID }
        #expect(own.map(\.changeType) == [.insert, .update, .delete])
        #expect(own.map { $0.updatedProperties.map { Set($0.map(\.name)) } } == [nil, ["title", "list"], nil])
        #expect(own.map { $0.tombstone == nil } == [true, true, false])
    }

    @Test("13.9 A tombstone has the attributes that are to be kept, and no other", arguments: ShopHistory.kinds)
    func tombstone(_ kind: StoreKind) throws {
        let stack = try ShopHistory.stack(kind)
        try stack.save { context in
            let item = context.add("A")
            (item.count, item.done) = (7, true)
            ShopTag(context: context).name = "tag"
        }
        try stack.save { context in
            context.delete(try context.items()[0])
            for tag in try context.fetch(NSFetchRequest<ShopTag>(entityName: "Tag")) { context.delete(tag) }
        }
        let deletions = try stack.transactions().flatMap { $0.changes ?? [] }.filter { $0.changeType == .delete }
        let item = try #require(deletions.first { $0.changedObjectID.entity.name == "Item" }?.tombstone)
        #expect(item.count == 2 && item["title"] as? String == "A" && item["count"] as? Int == 7)
        #expect(deletions.count == 2 && deletions.contains { $0.tombstone == nil })
    }

    @Test("13.10 A transaction's notification updates a context that has the objects, and tells of each kind of change")
    func merging() throws {
        let stack = try ShopHistory.stack()
        try stack.save { context in
            for title in ["A", "B"] { context.add(title) }
        }
        let reader = stack.context()
        let items = try reader.checked {
            let items = try reader.items()
            #expect(items.map(\.title) == ["A", "B"])
            return items
        }
        let token = stack.token
        try stack.save { context in
            let items = try context.items()
            items[0].title = "A2"
            context.delete(items[1])
            context.add("C")
        }
        let transactions = try stack.transactions(.fetchHistory(after: token))
        try reader.checked {
            let posts = reader.posts(.NSManagedObjectContextObjectsDidChange) {
                for transaction in transactions {
                    reader.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
                }
            }
            func objects(_ key: String) -> [NSManagedObject] {
                posts.flatMap { Array($0[key] as? Set<NSManagedObject> ?? []) }
            }
            #expect(objects(NSInsertedObjectsKey).map { $0.value(forKey: "title") as? String } == ["C"])
            #expect(objects(NSRefreshedObjectsKey) == [items[0]] && objects(NSDeletedObjectsKey) == [items[1]])
            try #expect(reader.titles() == ["A2", "C"])
        }
    }

    @Test("13.11 Deleting before a transaction leaves it and what came after", arguments: ShopHistory.kinds)
    func deletingBeforeTransaction(_ kind: StoreKind) throws {
        for (at, left) in [(0, 2), (1, 1)] {
            let stack = try ShopHistory.stack(kind)
            for title in ["A", "B"] { try stack.save { $0.add(title) } }
            let request = Request.deleteHistory(before: try stack.transactions()[at])
            #expect(request.resultType == .statusOnly)
            try #expect(stack.answer(request, Bool.self))
            try #expect(stack.transactions().count == left)
            let changes: [NSPersistentHistoryChange] = try {
                let all = Request.fetchHistory(after: NSPersistentHistoryToken?.none)
                all.resultType = .changesOnly
                return try stack.answer(all)
            }()
            #expect(changes.count == left)
        }
    }

    @Test("13.12 History is deleted before a date or token; what comes after a deleted one is 134301")
    func deleting() throws {
        let stack = try ShopHistory.stack()
        for title in ["A", "B", "C"] { try stack.save { $0.add(title) } }
        let all = try stack.transactions()
        try #expect(stack.answer(.deleteHistory(before: all[1].token), Bool.self))
        try #expect(stack.transactions().map(\.transactionNumber) == [2, 3])
        // Nothing is missing after it.
        try #expect(stack.transactions(.fetchHistory(after: all[0].token)).count == 2)
        try #expect(stack.answer(.deleteHistory(before: Date.distantFuture), Bool.self))
        try #expect(stack.transactions().isEmpty)
        for request in [Request.fetchHistory(after: all[0].token), .fetchHistory(after: all[1])] {
            let error = #expect(throws: NSError.self) { try stack.transactions(request) }
            #expect(error?.domain == NSCocoaErrorDomain && error?.code == 134301)
            #expect(error?.code == NSPersistentHistoryTokenExpiredError)
        }
        try #expect(stack.transactions(.fetchHistory(after: all[2].token)).isEmpty)
        try stack.save { $0.add("D") }
        try #expect(stack.transactions(.fetchHistory(after: all[2].token)).map(\.transactionNumber) == [4])
    }

    @Test("13.18 A token survives an archive, and is equal to its copies")
    func archiving() throws {
        let stack = try ShopHistory.stack()
        try stack.save { $0.add("A") }
        let token = try #require(stack.token)
        let data = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
        let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSPersistentHistoryToken.self, from: data)
        #expect(NSPersistentHistoryToken.supportsSecureCoding && read == token && read?.hash == token.hash)
        try stack.save { $0.add("B") }
        #expect(stack.token != token)
        try #expect(stack.transactions(.fetchHistory(after: read)).map(\.transactionNumber) == [2])
    }

    @Test("13.19 Every coordinator of the file is told of a save and of a batch, its own too, with token, UUID and URL")
    func remoteChanges() async throws {
        let stack = try ShopHistory.stack()
        let url = try #require(stack.store.url)
        let other = NSPersistentStoreCoordinator(managedObjectModel: ShopHistory.model())
        let added = try other.addPersistentStore(type: .sqlite, at: url, options: ShopHistory.options)
        defer { try? other.remove(added) }
        let heard = [stack.coordinator, other].map(RemoteChange.stream)
        try stack.save { $0.add("A") }
        for changes in heard { try await RemoteChange.expect(1, in: changes, stack.store) }
        try stack.work { _ = try $0.execute(Batch.insert(["B"])) }
        for changes in heard { try await RemoteChange.expect(2, in: changes, stack.store) }
    }

    /// Each with the text that Apple's framework writes to the standard error, which `StoreOpeningTests` leave alone.
    @Test("13.20 A store with history that is opened without is read only")
    func withoutTracking() throws {
        let stack = try ShopHistory.stack()
        try stack.save { $0.add("A") }
        let other = NSPersistentStoreCoordinator(managedObjectModel: ShopHistory.model())
        let store = try other.addPersistentStore(type: .sqlite, at: try #require(stack.store.url))
        defer { try? other.remove(store) }
        #expect(store.isReadOnly)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = other
        try context.performAndWait {
            try #expect(context.titles() == ["A"])
            context.add("B")
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == CocoaError.Code.fileWriteNoPermission.rawValue)
        }
    }

    @Test("13.22 The notification of a transaction is that of a save, with IDs")
    func notification() throws {
        let stack = try ShopHistory.stack()
        let item = try stack.save { $0.add("A") }
        let notification = try #require(stack.transactions().first).objectIDNotification()
        #expect(notification.name == NSManagedObjectContext.didSaveObjectIDsNotification)
        let inserted = notification.userInfo?[NSManagedObjectContext.NotificationKey.insertedObjectIDs.rawValue]
        #expect(inserted as? Set<NSManagedObjectID> == [item.objectID])
    }

    @Test("13.23 The token of no stores in particular is that of all; of one it is that one's")
    func tokenOfStores() throws {
        let stack = try ShopHistory.stack()
        let url = URL(fileURLWithPath: "/dev/null")
        let second = try stack.coordinator.addPersistentStore(type: .sqlite, at: url, options: ShopHistory.options)
        try stack.save { $0.add("A") }
        let (one, two) = (try #require(stack.store.identifier), try #require(second.identifier))
        let all = [one: Int64(1), two: 0]
        #expect(stack.coordinator.currentPersistentHistoryToken(fromStores: nil)?.numbers == all)
        #expect(stack.coordinator.currentPersistentHistoryToken(fromStores: [])?.numbers == all)
        #expect(stack.coordinator.currentPersistentHistoryToken(fromStores: [stack.store])?.numbers == [one: 1])
        #expect(stack.coordinator.currentPersistentHistoryToken(fromStores: [second])?.numbers == [two: 0])
    }

    @Test("13.24 A token describes itself by store and number")
    func description() throws {
        let stack = try ShopHistory.stack()
        try stack.save { $0.add("A") }
        let text = try #require(stack.token).description
        #expect(text == "[\"\(stack.store.identifier ?? "")\": 1]")
    }
}

/// What a notification of a remote change said, fit to cross between tasks.
private struct RemoteChange: Sendable {
    let uuid: String?
    let url: URL?
    let token: NSPersistentHistoryToken?

    static func stream(of coordinator: NSPersistentStoreCoordinator) -> AsyncStream<RemoteChange> {
        #expect(Notification.Name.NSPersistentStoreRemoteChange.rawValue == "NSPersistentStoreRemoteChangeNotification")
        let (stream, continuation) = AsyncStream.makeStream(of: RemoteChange.self)
        // Listens for as long as the process runs: the coordinator is this test's own.
        _ = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreRemoteChange, object: coordinator, queue: nil
        ) { note in
            continuation.yield(
                RemoteChange(
                    uuid: note.userInfo?["NSStoreUUID"] as? String, url: note.userInfo?["storeURL"] as? URL,
                    token: note.userInfo?["historyToken"] as? NSPersistentHistoryToken))
        }
        return stream
    }

    /// Waits for the change that has the token of that transaction.
    static func expect(_ number: Int64, in changes: AsyncStream<RemoteChange>, _ store: NSPersistentStore) async throws
    {
        let token = NSPersistentHistoryToken([store.identifier: number])
        for await change in changes {
            #expect(change.uuid == store.identifier && change.url == store.url)
            if change.token == token { return }
        }
    }
}
