import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractParentTests {
    @Test("8.1 A child's save goes one level up; the root's save reaches the store", arguments: StoreKind.allCases)
    func levels(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { root in
            let middle = root.child()
            let child = middle.child()
            try child.checked {
                child.add("Milk")
                try child.save()
                #expect(!child.hasChanges)
            }
            middle.checked { #expect(middle.hasChanges && middle.insertedObjects.count == 1) }
            #expect(!root.hasChanges)
            try middle.checked {
                try middle.save()
                #expect(!middle.hasChanges)
            }
            #expect(root.hasChanges)
            try stack.work { try #expect($0.items().isEmpty) }
            try root.save()
            #expect(!root.hasChanges)
            try stack.work { try #expect($0.titles() == ["Milk"]) }
        }
    }

    @Test(
        "8.2 A child sees what its parent has not saved, the parent nothing before the child saves",
        arguments: StoreKind.allCases)
    func visibility(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { parent in
            let items = ["A", "B"].map { parent.add($0) }
            try parent.save()
            items[0].title = "changed"
            parent.delete(items[1])
            parent.add("new")
            let child = parent.child()
            let id = items[0].objectID
            try child.checked {
                try #expect(child.titles() == ["changed", "new"])
                child.add("child's")
                child.object(with: id).setValue("child's edit", forKey: "title")
            }
            try #expect(parent.titles() == ["changed", "new"])
            try child.checked { try child.save() }
            try #expect(parent.titles() == ["child's", "child's edit", "new"])
        }
    }

    @Test(
        "8.3 A parent posts what each save of a child brought, and its own save the sum", arguments: StoreKind.allCases)
    func notifications(_ kind: StoreKind) throws {
        try ShopStack(kind).work { parent in
            let (edited, deleted) = (parent.add("E"), parent.add("D"))
            try parent.save()
            let ids = (edited.objectID, deleted.objectID)
            let child = parent.child()
            func counts(_ post: [AnyHashable: Any]) -> [Int] {
                [NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey].map {
                    (post[$0] as? Set<NSManagedObject>)?.count ?? 0
                }
            }
            func save(_ change: () throws -> Void) throws -> [[Int]] {
                try parent.posts(.NSManagedObjectContextObjectsDidChange) {
                    try child.checked {
                        try change()
                        try child.save()
                    }
                }.map(counts)
            }
            try #expect(save { for title in ["A", "B"] { child.add(title) } } == [[2, 0, 0]])
            try #expect(save { child.object(with: ids.0).setValue("F", forKey: "title") } == [[0, 1, 0]])
            try #expect(save { child.delete(child.object(with: ids.1)) } == [[0, 0, 1]])
            try #expect(save { child.add("C") } == [[1, 0, 0]])
            let saved = try parent.posts(.NSManagedObjectContextDidSave) { try parent.save() }
            #expect(saved.map(counts) == [[3, 1, 1]])
        }
    }

    @Test("8.4 Transient values go to the parent with the save", arguments: StoreKind.allCases)
    func transients(_ kind: StoreKind) throws {
        try ShopStack(kind).work { parent in
            let item = parent.add("A")
            try parent.save()
            let id = item.objectID
            let child = parent.child()
            try child.checked {
                child.object(with: id).setValue("good", forKey: "mood")
                try child.save()
            }
            #expect(item.value(forKey: "mood") as? String == "good")
        }
    }

    @Test(
        "8.5 A child's new object keeps its temporary ID until the root has saved, here and in the parent",
        arguments: StoreKind.allCases)
    func temporaryIDs(_ kind: StoreKind) throws {
        try ShopStack(kind).work { parent in
            let child = parent.child()
            let (id, held) = try child.checked {
                let item = child.add("A")
                let id = item.objectID
                try child.save()
                #expect(item.objectID == id && id.isTemporaryID)
                return (id, UnsafeTransfer(item))
            }
            let own = try #require(parent.registeredObject(for: id) as? ShopItem)
            #expect(own.objectID == id && own.title == "A" && own.isInserted)
            try parent.save()
            #expect(!own.objectID.isTemporaryID)
            withExtendedLifetime(held) {}
        }
    }

    @MainActor
    @Test("8.7 Parent and child may be on the main queue or on their own, and waiting nests")
    func queues() async throws {
        for isMainParent in [true, false] {
            let stack = try ShopStack(.null)
            let parent = NSManagedObjectContext(isMainParent ? .mainQueue : .privateQueue)
            parent.persistentStoreCoordinator = stack.coordinator
            let child = NSManagedObjectContext(isMainParent ? .privateQueue : .mainQueue)
            child.parent = parent
            try child.performAndWait {
                child.add("A")
                try child.save()
                try parent.performAndWait {
                    try parent.performAndWait { try parent.save() }
                    #expect(try child.performAndWait { try child.titles() } == ["A"])
                }
            }
            try stack.work { try #expect($0.titles() == ["A"]) }
        }
    }

    @Test(
        "8.8 A context that merges automatically shows what its coordinator's or parent's others saved, another does not",
        arguments: StoreKind.allCases)
    func automatic(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        for isChild in [false, true] {
            let parent = stack.context()
            let id = try parent.checked {
                let item = parent.add("A")
                try parent.save()
                return item.objectID
            }
            let contexts = (0..<2).map { _ in isChild ? parent.child() : stack.context() }
            var held: [UnsafeTransfer<ShopItem?>] = []
            for (number, context) in contexts.enumerated() {
                held.append(
                    try context.performAndWait {
                        context.automaticallyMergesChangesFromParent = number == 0
                        let item = try context.existingObject(with: id) as? ShopItem
                        #expect(item?.title == "A")
                        return UnsafeTransfer(item)
                    })
            }
            try parent.checked {
                parent.object(with: id).setValue("B", forKey: "title")
                try parent.save()
            }
            let titles = zip(contexts, held).map { context, item in
                context.performAndWait { item.value?.title }
            }
            #expect(titles == ["B", "A"])
            try parent.checked {
                parent.delete(parent.object(with: id))
                try parent.save()
            }
        }
    }
}
