import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractQueueTests {
    private struct Failure: Error {}

    private final class Order: @unchecked Sendable {
        // Sendable: written on one context's queue.
        var numbers: [Int] = []
    }

    /// The form without `async`, which an asynchronous function cannot call by itself.
    private func queue(_ context: NSManagedObjectContext, _ block: @escaping @Sendable () -> Void) {
        context.perform(block)
    }

    @Test(
        "8.16 perform answers results and errors; an enqueued block waits its turn, an immediate one runs at once on the queue",
        .timeLimit(.minutes(15))
    )
    func forms() async throws {
        let stack = try ShopStack(.null)
        let context = stack.context()
        let title = try await context.perform {
            context.add("A")
            return try context.titles()
        }
        #expect(title == ["A"])
        await #expect(throws: Failure.self) { try await context.perform(schedule: .enqueued) { throw Failure() } }
        let order = Order()
        queue(context) { order.numbers.append(1) }
        await context.perform(schedule: .enqueued) { order.numbers.append(2) }
        queue(context) { order.numbers.append(3) }
        await context.perform(schedule: .immediate) { order.numbers.append(4) }
        #expect(order.numbers == [1, 2, 3, 4])
        withExtendedLifetime(stack) {}
    }

    @MainActor
    @Test(
        "8.16 On the queue already, immediate comes before what is queued, enqueued after it", .timeLimit(.minutes(15)))
    func onQueue() async throws {
        let context = NSManagedObjectContext(.mainQueue)
        let order = Order()
        queue(context) { order.numbers.append(2) }
        await context.perform(schedule: .immediate) { order.numbers.append(1) }
        #expect(order.numbers.first == 1)
        await context.perform(schedule: .enqueued) { order.numbers.append(3) }
        #expect(order.numbers == [1, 2, 3])
    }

    /// The form without `async`, which an asynchronous function cannot call by itself.
    private func queue(_ coordinator: NSPersistentStoreCoordinator, _ block: @escaping @Sendable () -> Void) {
        coordinator.perform(block)
    }

    @Test(
        "8.17 A coordinator's blocks run one after the other, and hand results and errors on", .timeLimit(.minutes(15)))
    func coordinatorBlocks() async throws {
        let stack = try ShopStack(.null)
        let coordinator = stack.coordinator
        let order = Order()
        for number in 0..<50 { queue(coordinator) { order.numbers.append(number) } }
        let nested = coordinator.performAndWait { coordinator.performAndWait { order.numbers.count } }
        #expect(nested == 50)
        let stores = await coordinator.perform { coordinator.persistentStores.count }
        #expect(stores == 1)
        #expect(throws: Failure.self) { try coordinator.performAndWait { throw Failure() } }
        await #expect(throws: Failure.self) { try await coordinator.perform { throw Failure() } }
        #expect(order.numbers == Array(0..<50))
    }

    @Test("8.17 One context's work is serial, that of two runs side by side", .timeLimit(.minutes(15)))
    func serial() async throws {
        let stack = try ShopStack(.null)
        let (one, other) = (stack.context(), stack.context())
        let order = Order()
        for number in 0..<100 { queue(one) { order.numbers.append(number) } }
        await one.perform(schedule: .enqueued) {}
        #expect(order.numbers == Array(0..<100))
        // Each waits for the other: neither could alone.
        let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        queue(one) {
            first.signal()
            second.wait()
        }
        await other.perform(schedule: .enqueued) {
            second.signal()
            first.wait()
        }
        await one.perform(schedule: .enqueued) {}
    }

    @MainActor
    @Test("8.17 The main queue's context works where the main queue does", .timeLimit(.minutes(15)))
    func mainQueue() async {
        let context = NSManagedObjectContext(.mainQueue)
        let isMain = await context.perform(schedule: .enqueued) {
            dispatchPrecondition(condition: .onQueue(.main))
            return true
        }
        #expect(isMain)
    }

    @Test("8.19 Name, author, userInfo and merge policy are a context's own; conflicts are errors by default")
    func settings() throws {
        let stack = try ShopStack(.null)
        let (one, other) = (stack.context(), stack.context())
        one.name = "import"
        one.transactionAuthor = "me"
        one.userInfo["key"] = 7
        one.mergePolicy = NSOverwriteMergePolicy
        #expect(one.name == "import" && one.transactionAuthor == "me" && one.userInfo["key"] as? Int == 7)
        #expect(other.name == nil && other.transactionAuthor == nil && other.userInfo.count == 0)
        #expect((one.mergePolicy as? NSMergePolicy) === NSMergePolicy.overwrite)
        #expect((other.mergePolicy as? NSMergePolicy) === NSMergePolicy.error)
    }

    #if compiler(>=6.2)
        @Test(
            "8.18 With concurrency debugging, use of a context or object off its queue ends the program, naming both queues"
        )
        func debugging() async {
            let context = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                setenv("com_apple_CoreData_ConcurrencyDebug", "1", 1)
                let stack = try ShopStack(.null)
                let context = stack.context()
                context.name = "import"
                _ = try context.items()
            }
            #expect(LastWords(context).tell("CoreData concurrency violation"))
            #expect(LastWords(context).tell("'import'"))
            let object = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                setenv("com_apple_CoreData_ConcurrencyDebug", "1", 1)
                let stack = try ShopStack(.null)
                let context = stack.context()
                let item = context.performAndWait { UnsafeTransfer(context.add("A")) }.value
                DispatchQueue(label: "elsewhere").sync { _ = item.title }
            }
            #expect(LastWords(object).tell("CoreData concurrency violation"))
            #expect(LastWords(object).tell("elsewhere") && LastWords(object).tell("NSManagedObjectContext"))
            await #expect(processExitsWith: .success) {
                setenv("com_apple_CoreData_ConcurrencyDebug", "1", 1)
                let stack = try ShopStack(.null)
                let context = stack.context()
                try context.performAndWait {
                    context.add("A").count = 2
                    try context.save()
                }
            }
        }
    #endif
}
