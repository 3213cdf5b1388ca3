import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractKeyValueTests {
    @Test("3.30 Properties are read and set by their names", arguments: StoreKind.allCases)
    func names(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let (list, item) = (ShopList(context: context), ShopItem(context: context))
            item.setValue("A", forKey: "title")
            item.setValue(7, forKey: "count")
            item.setValue(true, forKey: "done")
            item.setValue(list, forKey: "list")
            #expect(item.title == "A" && item.count == 7 && item.done && item.list === list)
            #expect(item.value(forKey: "title") as? String == "A" && item.value(forKey: "count") as? NSNumber == 7)
            #expect(item.value(forKey: "list") as? NSManagedObject === list && item.value(forKey: "price") == nil)
            item.setValue(nil, forKey: "list")
            #expect(item.list == nil)
            item.setValue("Food", forKeyPath: "title")
            item.list = list
            item.setValue("Drinks", forKeyPath: "list.name")
            #expect(item.title == "Food" && list.name == "Drinks")
        }
    }

    @Test("3.30 Key paths lead through relationships, with collection operators", arguments: StoreKind.allCases)
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

    @Test("3.30 Collection operators sum, average, find ends and distinct values", arguments: StoreKind.allCases)
    func operators(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let list = ShopList(context: context)
            for (title, count) in [("A", 2), ("B", 5), ("B", 5)] { context.add(title, to: list).count = Int32(count) }
            #expect(list.value(forKeyPath: "items.@avg.count") as? Int == 4)
            #expect(list.value(forKeyPath: "items.@min.count") as? Int == 2)
            let titles = list.value(forKeyPath: "items.@distinctUnionOfObjects.title") as? [String]
            #expect(titles?.sorted() == ["A", "B"])
        }
    }

    /// As NSObject's key-value coding does, and Core Data's guide says of scalar attributes: the class decides; what it inherits
    /// raises. A property of an object's type, or without one of its own, simply becomes nil.
    @Test("3.30 nil for a scalar property is handed to setNilValueForKey", arguments: StoreKind.allCases)
    func nilForScalar(_ kind: StoreKind) throws {
        try ShopStack(kind, ContractScalarThings.makeModel()).work { context in
            let thing = try #require(context.make("Item", ["title": "A", "count": 3]) as? ContractScalarThing)
            thing.insteadOfNil = ["count": -1]
            thing.setValue(nil, forKey: "count")
            #expect(thing.count == -1)
            thing.setValuesForKeys(["count": NSNull(), "title": NSNull()])
            #expect(thing.count == -1 && thing.title == nil)
            thing.setPrimitiveValue(nil, forKey: "count")
            #expect(thing.count == 0 && thing.value(forKey: "count") == nil)
            let plain = context.make("SpecialItem", ["count": 3])
            plain.setValue(nil, forKey: "count")
            #expect(plain.value(forKey: "count") == nil)
        }
    }
}
