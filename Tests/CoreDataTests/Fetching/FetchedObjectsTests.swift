import CoreData
import Foundation
import Testing

@testable import CoreData

/// A fetch makes its objects in runs of rows; what stands in the way of a run must not show.
@Suite struct FetchedObjectsTests {
    private func stack(_ kind: StoreKind, count: Int) throws -> ShopStack {
        let stack = try ShopStack(kind)
        try stack.work { context in
            for number in 0..<count { context.add("\(number)").count = Int32(number) }
            try context.save()
        }
        return stack
    }

    private func items(_ context: NSManagedObjectContext, ascending: Bool) throws -> [ShopItem] {
        let request = NSFetchRequest<ShopItem>(entityName: "Item")
        request.sortDescriptors = [NSSortDescriptor(key: "count", ascending: ascending)]
        return try context.fetch(request)
    }

    @Test(
        "Objects in use, faults and rows not in memory are found in one fetch, in any order",
        arguments: StoreKind.allCases)
    func mixedRuns(_ kind: StoreKind) throws {
        let stack = try stack(kind, count: 600)
        // A store in memory leaves sorting to the context, which reads every object for it.
        let inUse = kind == .memory ? 30..<600 : Int32(30)..<150
        try stack.work { context in
            let held = try items(context, ascending: true).enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
            for item in held.prefix(50) { _ = item.title }
            for item in held.prefix(10) { context.refresh(item, mergeChanges: false) }
            try stack.work { other in
                for item in try items(other, ascending: true) where item.count % 2 == 0 { item.title = "new" }
                try other.save()
            }
            for ascending in [true, false] {
                let found = try items(context, ascending: ascending)
                #expect(found.map(\.count) == (ascending ? Array(0..<600) : (0..<600).reversed()))
                for item in found {
                    let isOld = item.count % 3 == 0 && inUse.contains(item.count)
                    if item.count % 3 == 0 { #expect(held[Int(item.count) / 3] === item) }
                    #expect(item.title == (item.count % 2 == 0 && !isOld ? "new" : "\(item.count)"))
                }
            }
        }
    }

    @Test("New faults among objects in use are loaded in full batches, and a fault alone is taken from memory")
    func batches() throws {
        let stack = try stack(.file, count: 600)
        let store = try #require(stack.store as? SQLiteStore)
        let request = NSFetchRequest<ShopItem>(entityName: "Item")
        request.sortDescriptors = [NSSortDescriptor(key: "count", ascending: true)]
        request.fetchBatchSize = 50
        try stack.work { context in
            let held = try items(context, ascending: true).filter { $0.count % 2 == 0 }
            let seen = Recorder()
            try store.trace { if $0.contains("FROM ZITEM") { seen.add($0) } }
            var found = try context.fetch(request)
            #expect(seen.texts.count == 1)
            #expect(found.filter { !$0.isFault } == held)
            #expect(found.map(\.title) == (0..<600).map { "\($0)" })
            #expect(seen.texts.count == 1 + 300 / 50)
            // Another context keeps the row of the one object that goes.
            try stack.work { other in
                let all = try items(other, ascending: true)
                found.removeLast()
                #expect(context.registeredObjects.count == 599)
                let last = try context.fetch(request).last
                let before = seen.texts.count
                #expect(last?.isFault == true && last?.title == "599")
                #expect(seen.texts.count == before)
                withExtendedLifetime(all) {}
            }
            try store.trace(nil)
        }
    }

    @Test("What fetched objects share goes with the last of them", arguments: [StoreKind.file, .null])
    func sharing(_ kind: StoreKind) throws {
        let stack = try stack(kind, count: 600)
        let cache = try #require(stack.store as? SQLiteStore).rowCache
        let root = try #require(stack.model.entitiesByName["Item"])
        weak var home: ObjectHome?
        try stack.work { context in
            do {
                let some = try items(context, ascending: true)
                let again = try items(context, ascending: false)
                home = some.first?.home
                #expect(some.count == again.count && cache.holdsRows(of: root))
            }
            #expect(!cache.holdsRows(of: root))
            #expect(context.registeredObjects.isEmpty)
        }
        #expect(home == nil)
    }
}
