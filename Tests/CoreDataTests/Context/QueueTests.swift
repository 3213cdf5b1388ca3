import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct QueueTests {
    @Test("perform runs in order, and posts what it changed")
    func perform() async throws {
        let stack = try ShopStack(.memory)
        let context = stack.context()
        let counts = await withCheckedContinuation { (continuation: CheckedContinuation<Int, Never>) in
            let observer = NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
            ) {
                continuation.resume(
                    returning: ($0.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject>)?.count ?? 0)
            }
            context.perform {
                context.add("A")
                context.add("B")
            }
            context.performAndWait { NotificationCenter.default.removeObserver(observer) }
        }
        #expect(counts == 2)
        let titles = try await context.perform { try context.titles() }
        #expect(titles == ["A", "B"])
    }

    @Test("performAndWait nests, through other contexts as well")
    func nesting() throws {
        let stack = try ShopStack(.memory)
        let one = stack.context()
        let other = stack.context()
        let depth = one.performAndWait {
            other.performAndWait { one.performAndWait { other.performAndWait { 4 } } }
        }
        #expect(depth == 4)
    }

    @Test("Many contexts save to one store at the same time")
    func concurrency() async throws {
        let stack = try ShopStack(.memory)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<8 {
                group.addTask {
                    let context = stack.context()
                    for number in 0..<25 {
                        try await context.perform {
                            context.add("\(writer)-\(number)")
                            try context.save()
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        try stack.work { try #expect($0.items().count == 200) }
    }
}
