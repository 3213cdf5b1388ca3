import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct RelationshipTests {
    @Test(
        "Setting one side sets the other, and moving takes the object out of its former owner",
        arguments: StoreKind.allCases)
    func inverses(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let first = ShopList(context: context)
            let second = ShopList(context: context)
            let item = context.add("Milk", to: first)
            #expect(first.items == NSSet(array: [item]))
            try context.save()
            item.list = second
            #expect(first.items == NSSet(array: []) && second.items == NSSet(array: [item]))
            #expect(first.isUpdated && second.isUpdated && item.isUpdated)
            first.mutableSetValue(forKey: "items").add(item)
            #expect(item.list === first && second.items?.count == 0)
            first.name = "first"
            try context.save()
        }
        try stack.work { context in
            let item = try #require(context.items().first)
            #expect(item.list?.name == "first" && item.list?.items == NSSet(array: [item]))
            item.list = nil
            try context.save()
        }
        try stack.work { try #expect($0.items().first?.list == nil) }
    }

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

    @Test("Many to many: both sides agree after a reload", arguments: StoreKind.allCases)
    func manyToMany(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let tags = ["red", "blue"].map { name in
                let tag = ShopTag(context: context)
                tag.name = name
                return tag
            }
            let item = context.add("A")
            item.tags = NSSet(array: tags)
            context.add("B").tags = NSSet(array: [tags[0]])
            #expect(tags[0].items?.count == 2)
            try context.save()
        }
        try stack.work { context in
            let items = try context.items()
            #expect(items.map { $0.tags?.count } == [2, 1])
            let red = try #require(items[1].tags?.anyObject() as? ShopTag)
            #expect(red.name == "red" && red.items == NSSet(array: items))
            red.mutableSetValue(forKey: "items").remove(items[0])
            #expect(items[0].tags?.count == 1)
            try context.save()
        }
        try stack.work { context in
            let items = try context.items()
            #expect(items.map { $0.tags?.count } == [1, 1])
            #expect((items[0].tags?.anyObject() as? ShopTag)?.name == "blue")
        }
    }

    @Test("An ordered relationship keeps its order through changes, save and reload", arguments: StoreKind.allCases)
    func ordered(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        func texts(_ item: ShopItem) -> [String] { (item.steps?.array as? [ShopStep] ?? []).map { $0.text ?? "" } }
        try stack.work { context in
            let item = context.add("A")
            let steps = ["1", "2", "3"].map { text in
                let step = ShopStep(context: context)
                step.text = text
                return step
            }
            item.steps = NSOrderedSet(array: steps)
            item.mutableOrderedSetValue(forKey: "steps").insert(
                {
                    let step = ShopStep(context: context)
                    step.text = "0"
                    return step
                }(), at: 0)
            #expect(texts(item) == ["0", "1", "2", "3"] && steps[0].item === item)
            try context.save()
        }
        try stack.work { context in
            let item = try #require(context.items().first)
            #expect(texts(item) == ["0", "1", "2", "3"])
            item.mutableOrderedSetValue(forKey: "steps").moveObjects(at: IndexSet(integer: 3), to: 0)
            #expect(item.isUpdated && texts(item) == ["3", "0", "1", "2"])
            try context.save()
        }
        try stack.work { context in
            let item = try #require(context.items().first)
            #expect(texts(item) == ["3", "0", "1", "2"])
            item.mutableOrderedSetValue(forKey: "steps").removeObject(at: 1)
            try context.save()
        }
        try stack.work { context in
            let item = try #require(context.items().first)
            #expect(texts(item) == ["3", "1", "2"])
        }
    }

    @Test("Key paths lead through relationships, with collection operators", arguments: StoreKind.allCases)
    func keyPaths(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let list = ShopList(context: context)
            list.name = "Food"
            for (title, count) in [("A", 2), ("B", 5)] { context.add(title, to: list).count = Int32(count) }
            let item = try #require(context.insertedObjects.first { $0 is ShopItem } as? ShopItem)
            #expect(item.value(forKeyPath: "list.name") as? String == "Food")
            #expect(list.value(forKeyPath: "items.@count") as? Int == 2)
            #expect(list.value(forKeyPath: "items.@sum.count") as? Int == 7)
            #expect(list.value(forKeyPath: "items.@max.count") as? Int == 5)
            #expect(list.value(forKeyPath: "items.title") as? NSSet == NSSet(array: ["A", "B"]))
        }
    }
}
