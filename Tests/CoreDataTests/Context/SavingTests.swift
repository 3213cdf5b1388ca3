import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct SavingTests {
    @Test("What willSave changes is saved, and it is called again for what it dirtied", arguments: StoreKind.allCases)
    func willSave(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let item = context.add("A")
            item.inWillSave = { if $0.count < 4 { $0.count += 1 } }
            try context.save()
            #expect(!context.hasChanges)
        }
        try stack.work { try #expect($0.items().first?.count == 4) }
    }

    @Test("A primitive value alone is no change; between willChange and didChange it is", arguments: StoreKind.allCases)
    func primitives(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let item = context.add("A")
            try context.save()
            item.setPrimitiveValue("B", forKey: "title")
            #expect(item.title == "B" && !item.isUpdated && item.changedValues().isEmpty)
            item.willChangeValue(forKey: "title")
            item.setPrimitiveValue("C", forKey: "title")
            item.didChangeValue(forKey: "title")
            #expect(item.isUpdated && item.changedValues()["title"] as? String == "C")
            try context.save()
        }
        try stack.work { try #expect($0.titles() == ["C"]) }
    }

    @Test("refresh drops changes, or keeps them over fresh values", arguments: StoreKind.allCases)
    func refresh(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let item = context.add("A")
            try context.save()
            try stack.work { other in
                try #require(other.items().first).count = 9
                try other.save()
            }
            item.title = "mine"
            context.refresh(item, mergeChanges: true)
            #expect(item.title == "mine" && item.count == 9 && item.isUpdated)
            context.refresh(item, mergeChanges: false)
            #expect(item.isFault && item.calls.contains("didTurnIntoFault"))
            #expect(item.title == "A" && !context.hasChanges)
            item.title = "mine"
            let other = context.add("new")
            context.processPendingChanges()
            let posts = context.posts(.NSManagedObjectContextObjectsDidChange) { context.refreshAllObjects() }
            #expect((posts.last?[NSRefreshedObjectsKey] as? Set<NSManagedObject>)?.count == 2)
            #expect(item.title == "mine" && other.title == "new")
        }
    }
}
