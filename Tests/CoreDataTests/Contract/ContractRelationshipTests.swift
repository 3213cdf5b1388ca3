import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractRelationshipTests {
    @Test(
        "4.1 Setting one side sets the other, and moving takes the object out of its former owner",
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

    @Test("4.2 Mutable sets change the relationship, both ends of it", arguments: StoreKind.allCases)
    func mutableSets(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let list = ShopList(context: context)
            let items = ["A", "B", "C"].map { context.add($0) }
            try context.save()
            let set = list.mutableSetValue(forKey: "items")
            set.add(items[0])
            set.addObjects(from: [items[1], items[2]])
            #expect(list.isUpdated && items.allSatisfy { $0.isUpdated && $0.list === list } && set.count == 3)
            #expect(Set(list.changedValues().keys) == ["items"])
            set.remove(items[0])
            #expect(items[0].list == nil && list.items?.count == 2)
            set.removeAllObjects()
            #expect(items.allSatisfy { $0.list == nil })
            let steps = (0..<3).map { number in
                let step = ShopStep(context: context)
                step.text = "\(number)"
                return step
            }
            let ordered = items[0].mutableOrderedSetValue(forKey: "steps")
            ordered.add(steps[0])
            ordered.insert(steps[1], at: 0)
            ordered.replaceObject(at: 1, with: steps[2])
            #expect(items[0].steps?.array as? [ShopStep] == [steps[1], steps[2]])
            #expect(steps.map { $0.item === items[0] } == [false, true, true])
            try context.save()
        }
        try stack.work { context in
            let item = try #require(context.items("title == 'A'").first)
            #expect((item.steps?.array as? [ShopStep])?.map(\.text) == ["1", "2"])
        }
    }

    @Test("4.3 An ordered relationship keeps its order through changes, save and reload", arguments: StoreKind.allCases)
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

    @Test("4.8 Many to many: both sides agree after a reload", arguments: StoreKind.allCases)
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
}
