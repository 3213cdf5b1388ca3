import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ParentContextTests {
    private func child(of parent: NSManagedObjectContext) -> NSManagedObjectContext {
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = parent
        return child
    }

    @Test("A child's save goes one level up; the root's save reaches the store", arguments: StoreKind.allCases)
    func levels(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { parent in
            let child = child(of: parent)
            let id = try child.checked {
                let list = ShopList(context: child)
                list.name = "Food"
                let item = child.add("Milk", to: list)
                #expect(parent.insertedObjects.isEmpty)
                try child.save()
                #expect(!child.hasChanges && item.objectID.isTemporaryID)
                return item.objectID
            }
            #expect(parent.hasChanges && parent.insertedObjects.count == 2)
            let item = try #require(parent.object(with: id) as? ShopItem)
            #expect(item.title == "Milk" && item.list?.name == "Food" && item.list?.items?.count == 1)
            let before = try stack.work { try $0.items() }
            #expect(before.isEmpty)
            try parent.save()
            #expect(!parent.hasChanges && !item.objectID.isTemporaryID)
        }
        try stack.work { try #expect($0.titles() == ["Milk"]) }
    }

    @Test("A child goes on reading what it has saved to its parent", arguments: StoreKind.allCases)
    func afterSaving(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { parent in
            let (food, tools) = (ShopList(context: parent), ShopList(context: parent))
            (food.name, tools.name) = ("Food", "Tools")
            for number in 0..<600 {
                let item = parent.add(String(format: "%03d", number), to: food)
                item.count = Int32(number)
            }
            try parent.save()
            let child = child(of: parent)
            let toolsID = tools.objectID
            try child.checked {
                let items = try child.items()
                let tools = try #require(child.object(with: toolsID) as? ShopList)
                for item in items { item.count += 1 }
                items[7].title = "a title that takes more than fifteen bytes"
                items[8].list = tools
                items[9].list = nil
                items[10].title = nil
                try child.save()
                #expect(!child.hasChanges && items.allSatisfy { !$0.isFault && !$0.hasChanges })
                #expect(items.map(\.count) == (1...600).map(Int32.init))
                #expect(items[7].title == "a title that takes more than fifteen bytes" && items[10].title == nil)
                #expect(items[8].list === tools && items[9].list == nil && items[11].list?.name == "Food")
                #expect(items[7].committedValues(forKeys: ["count"])["count"] as? Int32 == 8)
                items[7].count = 99
                child.rollback()
                #expect(items[7].count == 8)
                items[7].count = 50
                try child.save()
                child.refreshAllObjects()
                #expect(items[7].count == 50 && items[8].list === tools)
            }
            try #expect(parent.items("count == 50").count == 2)
            try parent.save()
        }
        try stack.work { context in
            try #expect(context.items("list.name == 'Tools'").map(\.count) == [9])
            try #expect(context.items("list == nil").count == 1)
        }
    }

    @Test("A child sees its parent's unsaved objects and edits, and pushes its own", arguments: StoreKind.allCases)
    func unsaved(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { parent in
            let list = ShopList(context: parent)
            let items = ["A", "B"].map { parent.add($0, to: list) }
            try parent.save()
            items[0].title = "changed"
            parent.add("new", to: list)
            parent.delete(items[1])
            let child = child(of: parent)
            let listID = list.objectID
            try child.checked {
                try #expect(child.titles() == ["changed", "new"])
                let list = try #require(child.existingObject(with: listID) as? ShopList)
                #expect(list.items?.count == 2)
                let items = try child.items("title == 'new'")
                #expect(items.first?.list === list)
                items.first?.title = "edited"
                try child.save()
            }
            try #expect(parent.titles() == ["changed", "edited"])
            try parent.save()
        }
        try stack.work { try #expect($0.titles() == ["changed", "edited"]) }
    }

    @Test("A child's deletes and many-to-many changes arrive in the parent", arguments: StoreKind.allCases)
    func deletes(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { parent in
            let item = parent.add("A")
            let other = parent.add("B")
            let tag = ShopTag(context: parent)
            item.tags = NSSet(array: [tag])
            try parent.save()
            let child = child(of: parent)
            try child.checked {
                let items = try child.items()
                let tag = try #require(items[0].tags?.anyObject() as? ShopTag)
                items[1].tags = NSSet(array: [tag])
                child.delete(items[0])
                try child.save()
            }
            #expect(item.isDeleted && other.tags?.count == 1)
            try parent.save()
        }
        try stack.work { context in
            let items = try context.items()
            #expect(items.map(\.title) == ["B"] && items[0].tags?.count == 1)
        }
    }
}
