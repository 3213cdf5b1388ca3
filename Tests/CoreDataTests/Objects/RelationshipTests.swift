import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct RelationshipTests {
    @Test("What was set, or cleared, and saved is what the same context reads", arguments: StoreKind.allCases)
    func afterSaving(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let lists = [ShopList(context: context), ShopList(context: context)]
            let item = context.add("Milk", to: lists[0])
            for list in [lists[0], lists[1], nil] {
                item.list = list
                try context.save()
                #expect(item.list === list && !context.hasChanges)
                #expect(lists.map { $0.items?.count } == lists.map { $0 === list ? 1 : 0 })
            }
        }
    }

    @Test("A to-many relationship is read with the changes that were made before it was", arguments: StoreKind.allCases)
    func pendingBeforeReading(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        let id = try stack.work { context in
            let list = ShopList(context: context)
            for title in ["A", "B"] { context.add(title, to: list) }
            try context.save()
            return list.objectID
        }
        try stack.work { context in
            let list = try #require(context.object(with: id) as? ShopList)
            #expect(list.hasFault(forRelationshipNamed: "items"))
            let first = try #require(context.items().first)
            first.list = nil
            context.add("C", to: list)
            let titles = (list.items?.allObjects as? [ShopItem])?.map { $0.title ?? "" }.sorted()
            #expect(titles == ["B", "C"])
            #expect(!list.hasFault(forRelationshipNamed: "items"))
            try context.save()
            #expect(list.items?.count == 2)
        }
        try stack.work { context in
            let list = try #require(context.object(with: id) as? ShopList)
            #expect(Set(list.items as? Set<ShopItem> ?? []).map { $0.title ?? "" }.sorted() == ["B", "C"])
            #expect(list.objectIDs(forRelationshipNamed: "items").count == 2)
        }
    }

}
