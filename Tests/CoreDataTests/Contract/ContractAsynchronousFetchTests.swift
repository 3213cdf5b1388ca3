import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractAsynchronousFetchTests {
    private func filled(_ kind: StoreKind, _ count: Int) throws -> ShopStack {
        let stack = try ShopStack(kind)
        try stack.work { context in
            for number in 0..<count { context.add("\(number)").count = Int32(number) }
            try context.save()
        }
        return stack
    }

    private func request(_ limit: Int = 0) -> NSFetchRequest<ShopItem> {
        let request = NSFetchRequest<ShopItem>(entityName: "Item")
        request.sortDescriptors = [NSSortDescriptor(key: "count", ascending: true)]
        request.fetchLimit = limit
        return request
    }

    /// What a fetch has ended with, seen on the context's queue.
    private struct Ending: Sendable {
        var counts: [Int32]?
        var wasOnQueue = false
        var hadResultAtOnce = true
        var errorCode: Int?
        var total: Int64?
        var completed: Int64?
    }

    private func run(
        _ context: NSManagedObjectContext, _ request: NSFetchRequest<ShopItem>, withProgress: Bool = false,
        cancelling: Bool = false
    ) async throws -> Ending {
        // Used on the context's queue alone.
        nonisolated(unsafe) let request = request
        return try await withCheckedThrowingContinuation { continuation in
            context.perform {
                do {
                    nonisolated(unsafe) var ending = Ending()
                    let asynchronous = NSAsynchronousFetchRequest(fetchRequest: request) { result in
                        ending.wasOnQueue = context.queue.isCurrent
                        ending.counts = result.finalResult?.map(\.count)
                        ending.errorCode = (result.operationError as? NSError)?.code
                        ending.total = result.progress?.totalUnitCount
                        ending.completed = result.progress?.completedUnitCount
                        continuation.resume(returning: ending)
                    }
                    let parent = withProgress ? Progress(totalUnitCount: 1) : nil
                    parent?.becomeCurrent(withPendingUnitCount: 1)
                    let result = try context.execute(asynchronous) as? NSAsynchronousFetchResult<ShopItem>
                    parent?.resignCurrent()
                    ending.hadResultAtOnce = result?.finalResult != nil
                    #expect((result?.progress != nil) == withProgress)
                    #expect(result?.managedObjectContext === context && result?.fetchRequest === asynchronous)
                    if cancelling { result?.cancel() }
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
    }

    @Test("9.20 An asynchronous fetch answers later, on the context's queue", arguments: StoreKind.allCases)
    func answersLater(_ kind: StoreKind) async throws {
        let stack = try filled(kind, 10_000)
        let context = stack.context()
        let ending = try await run(context, request())
        #expect(ending.counts == Array(0..<10_000))
        #expect(ending.wasOnQueue && !ending.hadResultAtOnce && ending.total == nil)
        let limited = try await run(context, request(3))
        #expect(limited.counts == [0, 1, 2])
    }

    @Test("9.20 Under a current progress an asynchronous fetch tells how far it has come")
    func progress() async throws {
        let stack = try filled(.file, 3_000)
        let ending = try await run(stack.context(), request(), withProgress: true)
        #expect(ending.counts == Array(0..<3_000))
        #expect(ending.total == 3_000 && ending.completed == 3_000)
    }

    @Test("9.20 A cancelled fetch has no result", arguments: StoreKind.allCases)
    func cancelled(_ kind: StoreKind) async throws {
        let stack = try filled(kind, 100)
        for withProgress in [false, true] {
            let ending = try await run(stack.context(), request(), withProgress: withProgress, cancelling: true)
            #expect(ending.counts == nil && ending.errorCode == NSUserCancelledError)
        }
    }

    @Test("9.20 Pending changes count in an asynchronous fetch", arguments: StoreKind.allCases)
    func pending(_ kind: StoreKind) async throws {
        let stack = try filled(kind, 5)
        let context = stack.context()
        // The items are held, or their changes would be.
        try context.performAndWait {
            let items = try context.items(sort: "count")
            items[0].count = 9
            context.delete(items[1])
            context.add("new").count = 3
        }
        let ending = try await run(context, request())
        #expect(ending.counts == [2, 3, 3, 4, 9])
        let limited = try await run(context, request(2))
        #expect(limited.counts == [2, 3])
    }

    @Test("9.25 execute takes requests of all kinds, and a fetch request executes itself inside of perform")
    func executing() throws {
        let stack = try filled(.file, 3)
        try stack.work { context in
            let result = try context.execute(request()) as? NSAsynchronousFetchResult<ShopItem>
            #expect(result?.finalResult?.map(\.count) == [0, 1, 2])
            try #expect(request().execute().map(\.count) == [0, 1, 2])
            let update = NSBatchUpdateRequest(entityName: "Item")
            update.propertiesToUpdate = ["count": 7]
            #expect((try context.execute(update) as? NSBatchUpdateResult)?.result as? Bool == true)
            try stack.work { other in try #expect(request().execute().first?.managedObjectContext === other) }
        }
    }

    @Test(
        "9.25 A coordinator executes requests with a context, whose pending changes do not count",
        arguments: StoreKind.allCases)
    func executingByCoordinator(_ kind: StoreKind) throws {
        let stack = try filled(kind, 3)
        try stack.work { context in
            context.add("pending").count = 9
            let items = try stack.coordinator.execute(request(), with: context) as? [ShopItem]
            #expect(items?.map(\.count) == [0, 1, 2])
            #expect(items?.allSatisfy { $0.managedObjectContext === context } == true)
            let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Item")
            ids.resultType = .managedObjectIDResultType
            ids.sortDescriptors = request().sortDescriptors
            #expect(try stack.coordinator.execute(ids, with: context) as? [NSManagedObjectID] == items?.map(\.objectID))
            let count = NSFetchRequest<NSNumber>(entityName: "Item")
            count.resultType = .countResultType
            #expect(try stack.coordinator.execute(count, with: context) as? [NSNumber] == [3])
            let dictionaries = NSFetchRequest<NSDictionary>(entityName: "Item")
            dictionaries.resultType = .dictionaryResultType
            dictionaries.propertiesToFetch = ["count"]
            #expect((try stack.coordinator.execute(dictionaries, with: context) as? [NSDictionary])?.count == 3)
        }
    }

    @Test("14.1 A coordinator executes batch requests") func batchesByCoordinator() throws {
        let stack = try filled(.file, 3)
        try stack.work { context in
            let delete = NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Item"))
            delete.resultType = .resultTypeCount
            let result = try stack.coordinator.execute(delete, with: context) as? NSBatchDeleteResult
            #expect(result?.result as? Int == 3)
        }
    }
}
