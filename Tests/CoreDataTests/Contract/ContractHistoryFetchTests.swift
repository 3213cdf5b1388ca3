import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractHistoryFetchTests {
    private typealias Request = NSPersistentHistoryChangeRequest
    private typealias Transaction = NSPersistentHistoryTransaction
    private typealias Change = NSPersistentHistoryChange

    /// Three transactions: two items and an offer; a tag; an update of the tag and the deletion of an item.
    private struct Filled {
        let stack: ShopStack
        let items: [NSManagedObjectID]
        let offer: NSManagedObjectID
        let tag: NSManagedObjectID
        /// Before the first, and after each.
        var tokens: [NSPersistentHistoryToken] = []

        init(_ kind: StoreKind = .file) throws {
            let stack = try ShopHistory.stack(kind)
            self.stack = stack
            tokens.append(try #require(stack.token))
            let (items, offer) = try stack.save("one", name: "first") { context in
                let offer = ShopOffer(context: context)
                offer.title = "Offer"
                return (["A", "B"].map { context.add($0) }, offer)
            }
            tokens.append(try #require(stack.token))
            self.items = items.map(\.objectID)
            self.offer = offer.objectID
            let tag = try stack.save("two") { context in
                let tag = ShopTag(context: context)
                tag.name = "tag"
                return tag
            }
            tokens.append(try #require(stack.token))
            self.tag = tag.objectID
            try stack.save { context in
                (try context.existingObject(with: tag.objectID) as? ShopTag)?.name = "other"
                context.delete(try context.existingObject(with: items[1].objectID))
            }
            tokens.append(try #require(stack.token))
        }

        func numbers(_ format: String, _ arguments: any CVarArg...) throws -> [Int64] {
            let request = try #require(Transaction.fetchRequest)
            request.predicate = NSPredicate(format: format, argumentArray: arguments)
            return try stack.transactions(.fetchHistory(withFetch: request)).map(\.transactionNumber)
        }

        func changes(_ format: String, _ arguments: any CVarArg...) throws -> [NSManagedObjectID] {
            let request = try #require(Change.fetchRequest)
            request.predicate = NSPredicate(format: format, argumentArray: arguments)
            let found: [NSPersistentHistoryChange] = try stack.answer(.fetchHistory(withFetch: request))
            return found.map(\.changedObjectID)
        }
    }

    @Test("13.13 Transactions are picked by all that they tell of", arguments: ShopHistory.kinds)
    func transactions(_ kind: StoreKind) throws {
        let filled = try Filled(kind)
        let all = try filled.stack.transactions()
        try #expect(filled.numbers("author == 'one'") == [1])
        try #expect(filled.numbers("author IN %@", ["one", "two", "three"]) == [1, 2])
        // As everywhere in a SQLite store, nil is not unequal to anything.
        try #expect(filled.numbers("author != %@", "one") == [2])
        try #expect(filled.numbers("author != %@ OR author == nil", "one") == [2, 3])
        try #expect(filled.numbers("author BEGINSWITH[c] 'T'") == [2])
        try #expect(filled.numbers("contextName == 'first'") == [1])
        try #expect(filled.numbers("contextName == NULL") == [2, 3])
        try #expect(filled.numbers("processID == %@", ProcessInfo.processInfo.processName) == [1, 2, 3])
        try #expect(filled.numbers("bundleID == %@", all[0].bundleID) == [1, 2, 3])
        try #expect(filled.numbers("bundleID == 'com.example.other'").isEmpty)
        try #expect(filled.numbers("timestamp >= %@", all[1].timestamp) == [2, 3])
        try #expect(filled.numbers("timestamp < %@", all[1].timestamp) == [1])
        try #expect(filled.numbers("transactionNumber > 1 AND transactionNumber != 3") == [2])
        try #expect(filled.numbers("NOT (token == %@)", filled.tokens[2]) == [1, 3])
        try #expect(filled.numbers("token IN %@", [filled.tokens[1], filled.tokens[3]]) == [1, 3])
        try #expect(filled.numbers("TRUEPREDICATE") == [1, 2, 3])
    }

    @Test("13.13 Changes are picked by object, entity and kind", arguments: ShopHistory.kinds)
    func changes(_ kind: StoreKind) throws {
        let filled = try Filled(kind)
        let (a, b) = (filled.items[0], filled.items[1])
        try #expect(filled.changes("changedObjectID == %@", b) == [b, b])
        try #expect(filled.changes("%@ == changedObjectID AND changeType == 2", b) == [b])
        try #expect(Set(filled.changes("changedObjectID != %@", b)) == [a, filled.offer, filled.tag])
        try #expect(Set(filled.changes("changedObjectID IN %@", [a, filled.tag])) == [a, filled.tag])
        try #expect(filled.changes("NOT changedObjectID IN %@", [a, b, filled.offer, filled.tag]).isEmpty)
        try #expect(filled.changes("changeType == %d", NSPersistentHistoryChangeType.update.rawValue) == [filled.tag])
        try #expect(filled.changes("changedEntity == %@", filled.tag.entity) == [filled.tag, filled.tag])
        #expect(
            try filled.changes("changedEntity IN %@ AND changeType == 1", [a.entity, filled.tag.entity]).count == 1)
        try #expect(filled.changes("changeID > 3").count == 3)
    }

    @Test("13.13 A request for changes answers these; or transactions with them alone")
    func changesOfTransactions() throws {
        let filled = try Filled()
        let search = try Change.search("changedObjectID == %@", filled.items[1])
        let request = Request.fetchHistory(withFetch: search)
        #expect(request.fetchRequest === search && request.resultType == .changesOnly)
        request.resultType = .transactionsAndChanges
        let found = try filled.stack.transactions(request)
        #expect(found.map(\.transactionNumber) == [1, 3])
        #expect(found.map { $0.changes?.map(\.changedObjectID) } == [[filled.items[1]], [filled.items[1]]])
        request.resultType = .transactionsOnly
        try #expect(filled.stack.transactions(request).map(\.transactionNumber) == [1, 3])
        request.resultType = .count
        try #expect(filled.stack.answer(request, Int.self) == 2)
        request.resultType = .objectIDs
        try #expect(filled.stack.answer(request, [NSManagedObjectID].self) == [filled.items[1]])
        let ofTransactions = Request.fetchHistory(withFetch: try Transaction.search("author == 'one'"))
        #expect(ofTransactions.resultType == .transactionsAndChanges)
        try #expect(filled.stack.transactions(ofTransactions).map { $0.changes?.count } == [3])
        ofTransactions.resultType = .changesOnly
        try #expect(filled.stack.answer(ofTransactions, [NSPersistentHistoryChange].self).count == 3)
    }

    @Test("13.13 What is asked for comes in the order that is asked for, and all of it")
    func order() throws {
        let filled = try Filled()
        let search = try #require(Transaction.fetchRequest)
        search.sortDescriptors = [NSSortDescriptor(key: "timestamp", ascending: false)]
        (search.fetchLimit, search.fetchBatchSize) = (1, 1)
        let newestFirst = try filled.stack.transactions(.fetchHistory(withFetch: search))
        #expect(
            newestFirst.map(\.transactionNumber) == [3, 2, 1] && newestFirst.map { $0.changes?.count } == [2, 1, 3])
        let changes = try #require(Change.fetchRequest)
        changes.sortDescriptors = [NSSortDescriptor(key: "changeType", ascending: false)]
        let request = Request.fetchHistory(withFetch: changes)
        let types = try filled.stack.answer(request, [NSPersistentHistoryChange].self).map(\.changeType.rawValue)
        #expect(types == [2, 1, 0, 0, 0, 0])
    }

    @Test("13.14 Tokens of transactions that are there can be compared; another is 134301")
    func tokens() throws {
        let filled = try Filled()
        try #expect(filled.numbers("token == %@", filled.tokens[2]) == [2])
        try #expect(filled.numbers("token >= %@", filled.tokens[2]) == [2, 3])
        try #expect(filled.numbers("token <= %@", filled.tokens[2]) == [1, 2])
        try #expect(filled.numbers("%@ < token", filled.tokens[2]) == [3])
        try #expect(filled.numbers("token > %@ AND author != 'two'", filled.tokens[3]).isEmpty)
        let expired = #expect(throws: NSError.self) { try filled.numbers("token > %@", filled.tokens[0]) }
        #expect(expired?.domain == NSCocoaErrorDomain && expired?.code == 134301)
        try #expect(filled.stack.answer(.deleteHistory(before: filled.tokens[2]), Bool.self))
        #expect(throws: NSError.self) { try filled.numbers("token > %@", filled.tokens[1]) }
        try #expect(filled.numbers("token > %@", filled.tokens[2]) == [3])
    }

    @Test("13.15 An entity that is asked for does not stand for those that inherit from it")
    func entities() throws {
        let filled = try Filled()
        let (item, tag) = (filled.items[0].entity, filled.tag.entity)
        let inserted = "changeType == 0 AND (changedEntity == %@ OR changedEntity == %@)"
        try #expect(Set(filled.changes(inserted, item, tag)) == Set(filled.items + [filled.tag]))
        try #expect(filled.changes("changedEntity == %@", filled.offer.entity) == [filled.offer])
    }

    @Test("13.16 A fetch request narrows what comes after a token; IDs of another coordinator pick nothing")
    func narrowing() throws {
        let filled = try Filled()
        let request = Request.fetchHistory(after: filled.tokens[2])
        request.fetchRequest = try Change.search("changedObjectID == %@", filled.tag)
        request.resultType = .changesOnly
        try #expect(filled.stack.answer(request, [NSPersistentHistoryChange].self).map(\.changeType) == [.update])
        request.fetchRequest = try Change.search("changedEntity == %@", filled.items[0].entity)
        try #expect(filled.stack.answer(request, [NSPersistentHistoryChange].self).map(\.changeType) == [.delete])
        let others = Request.fetchHistory(after: filled.tokens[1])
        others.fetchRequest = try Transaction.search("author != %@", "me")
        try #expect(filled.stack.transactions(others).map(\.author) == ["two"])

        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ShopHistory.model())
        let url = try #require(filled.stack.store.url)
        let store = try coordinator.addPersistentStore(type: .sqlite, at: url, options: ShopHistory.options)
        defer { try? coordinator.remove(store) }
        let id = try #require(coordinator.managedObjectID(forURIRepresentation: filled.tag.uriRepresentation()))
        #expect(id == filled.tag)
        try #expect(filled.changes("changedObjectID == %@", id).isEmpty)
    }

    @Test("13.17 The entities that predicates name are there, with a context or without, and so are requests for them")
    func descriptions() throws {
        let context = try ShopHistory.stack().context()
        let transaction = try #require(Transaction.entityDescription(with: context))
        let change = try #require(Change.entityDescription(with: context))
        #expect(transaction.name == "Transaction" && change.name == "Change")
        #expect(Transaction.entityDescription === transaction && Change.entityDescription === change)
        #expect(Transaction.fetchRequest?.entity === transaction && Change.fetchRequest?.entity === change)
        #expect(
            Set(transaction.attributesByName.keys) == [
                "author", "bundleID", "contextName", "processID", "timestamp", "token", "transactionNumber",
            ])
        #expect(Set(change.attributesByName.keys).isSuperset(of: ["changedObjectID", "changedEntity", "changeType"]))
        #expect(Transaction.fetchRequest !== Transaction.fetchRequest)
    }

    @Test("13.21 With a request for an author's transactions only these are deleted", arguments: ShopHistory.kinds)
    func deleting(_ kind: StoreKind) throws {
        let filled = try Filled(kind)
        let request = Request.deleteHistory(before: Date.distantFuture)
        request.fetchRequest = try Transaction.search("author IN %@", ["one", "nobody"])
        try #expect(filled.stack.answer(request, Bool.self))
        try #expect(filled.stack.transactions().map(\.transactionNumber) == [2, 3])
        try #expect(filled.changes("changeType >= 0").count == 3)
        request.fetchRequest = try Change.search("changeType == 0")
        let error = #expect(throws: NSError.self) { try filled.stack.answer(request, Bool.self) }
        #expect(error?.code == NSPersistentStoreUnsupportedRequestTypeError)
        try #expect(filled.stack.transactions().count == 2)
    }
}
