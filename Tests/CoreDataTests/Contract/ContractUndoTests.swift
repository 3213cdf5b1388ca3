import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractUndoTests {
    /// A context with an undo manager in which each call of `processPendingChanges` is one step.
    private func undoable(
        _ kind: StoreKind, _ model: NSManagedObjectModel = ShopModel.make(),
        _ body: (NSManagedObjectContext, UndoManager) throws -> Void
    ) throws {
        try ShopStack(kind, model).work { context in
            let manager = UndoManager()
            context.undoManager = manager
            try body(context, manager)
            // The manager goes before the stack.
            context.undoManager = nil
        }
    }

    private func holds(_ members: NSSet?, _ objects: [NSManagedObject]) -> Bool { members == NSSet(array: objects) }

    @Test("7.1 There is an undo manager, and no context has one unless it is set")
    func none() throws {
        let stack = try ShopStack(.memory)
        #expect(stack.context().undoManager == nil)
        #expect(NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType).undoManager == nil)
        #expect(NSPersistentContainer(name: "Shop", managedObjectModel: stack.model).viewContext.undoManager == nil)
        stack.work { context in
            let manager = UndoManager()
            context.undoManager = manager
            #expect(context.undoManager === manager && !manager.canUndo && !manager.canRedo)
            #expect(context.child().undoManager == nil)
        }
    }

    @Test(
        "7.2 Undo removes the last group of inserts, redo brings it back, rollback ends both",
        arguments: StoreKind.allCases)
    func insertions(_ kind: StoreKind) throws {
        try undoable(kind) { context, manager in
            context.step { context.add("A") }
            let objects = context.step { [context.add("B"), context.add("C")] }
            let id = objects[0].objectID
            try #expect(context.titles() == ["A", "B", "C"])
            context.undo()
            try #expect(context.titles() == ["A"])
            #expect(context.insertedObjects.count == 1 && objects[0].managedObjectContext == nil)
            context.redo()
            try #expect(context.titles() == ["A", "B", "C"])
            #expect(context.insertedObjects.count == 3 && objects[0].isInserted && objects[0].objectID == id)
            #expect(context.object(with: id) === objects[0])
            context.undo()
            context.undo()
            #expect(!context.hasChanges && !manager.canUndo && manager.canRedo)
            context.redo()
            try context.save()
            try #expect(context.titles() == ["A"])
            context.rollback()
            context.redo()
            context.undo()
            #expect(!manager.canUndo && !manager.canRedo && !context.hasChanges)
            try #expect(context.titles() == ["A"])
        }
    }

    @Test("7.3 Without an undo manager undo and redo do nothing, and rollback works", arguments: StoreKind.allCases)
    func without(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            context.add("A")
            context.undo()
            context.redo()
            #expect(context.insertedObjects.count == 1)
            context.rollback()
            #expect(!context.hasChanges)
            try #expect(context.titles().isEmpty)
        }
    }

    @Test(
        "7.4 What is done while registration is off stays; the steps before it can still be undone",
        arguments: StoreKind.allCases)
    func unrecorded(_ kind: StoreKind) throws {
        try undoable(kind) { context, manager in
            context.step { context.add("A") }
            context.processPendingChanges()
            manager.disableUndoRegistration()
            let item = context.add("B")
            context.processPendingChanges()
            manager.enableUndoRegistration()
            context.undo()
            try #expect(context.titles() == ["B"])
            #expect(!manager.canUndo)
            context.step { item.title = "C" }
            context.undo()
            #expect(item.title == "B" && item.isInserted)
        }
    }

    @Test("7.4 Changes of one group are undone together", arguments: StoreKind.allCases)
    func groups(_ kind: StoreKind) throws {
        try undoable(kind) { context, manager in
            let item = context.step { context.add("A") }
            context.step {
                item.title = "B"
                context.processPendingChanges()
                item.title = "C"
                context.processPendingChanges()
                manager.beginUndoGrouping()
                item.count = 7
                manager.endUndoGrouping()
                manager.setActionName("Renaming")
            }
            #expect(manager.undoMenuItemTitle == "Undo Renaming")
            context.undo()
            #expect(item.title == "A" && item.count == 1 && manager.redoActionName == "Renaming")
            context.redo()
            #expect(item.title == "C" && item.count == 7)
        }
    }

    @Test("7.5 Undo of an update restores values, saved in between or not", arguments: StoreKind.allCases)
    func updates(_ kind: StoreKind) throws {
        try undoable(kind) { context, manager in
            let item = context.step { context.add("A") }
            try context.save()
            context.step {
                item.title = "B"
                item.setValue("merry", forKey: "mood")
            }
            context.step {
                item.title = nil
                item.price = 3
            }
            context.undo()
            #expect(item.title == "B" && item.price == nil && item.value(forKey: "mood") as? String == "merry")
            context.undo()
            #expect(item.title == "A" && item.value(forKey: "mood") == nil && !context.hasChanges)
            context.redo()
            context.redo()
            #expect(item.title == nil && item.price == 3 && item.isUpdated)
            try context.save()
            context.refresh(item, mergeChanges: false)
            context.undo()
            #expect(item.title == "B" && item.isUpdated)
            try context.save()
            context.reset()
            #expect(!manager.canUndo && !manager.canRedo)
            try #expect(context.titles() == ["B"])
        }
    }

    @Test("7.5 Undo of an update restores relationships of every kind", arguments: StoreKind.allCases)
    func relationships(_ kind: StoreKind) throws {
        try undoable(kind) { context, manager in
            manager.beginUndoGrouping()
            let (one, two) = (ShopList(context: context), ShopList(context: context))
            let (item, other) = (context.add("A"), context.add("B"))
            item.list = one
            let tags = (0..<3).map { _ in ShopTag(context: context) }
            let steps = (0..<3).map { _ in ShopStep(context: context) }
            item.tags = NSSet(array: Array(tags[0...1]))
            item.steps = NSOrderedSet(array: steps)
            try context.save()
            manager.endUndoGrouping()
            context.step {
                item.list = two
                other.list = one
                item.tags = NSSet(array: Array(tags[1...2]))
                item.steps = NSOrderedSet(array: [steps[2], steps[0]])
            }
            context.step { item.steps = NSOrderedSet(array: [steps[0], steps[2]]) }
            let isLater = {
                item.list === two && holds(one.items, [other]) && holds(two.items, [item])
                    && holds(item.tags, [tags[1], tags[2]]) && holds(tags[0].items, []) && holds(tags[2].items, [item])
                    && item.steps == NSOrderedSet(array: [steps[0], steps[2]]) && steps[1].item == nil
            }
            let isEarlier = {
                item.list === one && holds(one.items, [item]) && holds(two.items, []) && other.list == nil
                    && holds(item.tags, [tags[0], tags[1]]) && holds(tags[0].items, [item]) && holds(tags[2].items, [])
                    && item.steps == NSOrderedSet(array: steps) && steps[1].item === item
            }
            #expect(isLater())
            context.undo()
            #expect(item.steps == NSOrderedSet(array: [steps[2], steps[0]]))
            context.undo()
            #expect(isEarlier())
            context.redo()
            context.redo()
            #expect(isLater() && context.checkInvariants().isEmpty)
            try context.save()
            context.undo()
            context.undo()
            #expect(isEarlier() && context.checkInvariants().isEmpty)
            try context.save()
            context.refreshAllObjects()
            #expect(isEarlier())
        }
    }

    @Test(
        "7.5 Undo of a deletion revives the object with what the delete rules took", arguments: StoreKind.allCases,
        [false, true])
    func deletions(_ kind: StoreKind, isSaved: Bool) throws {
        try undoable(kind, ShopModel.make(items: .cascadeDeleteRule)) { context, manager in
            manager.beginUndoGrouping()
            let list = ShopList(context: context)
            list.name = "Shop"
            let items = ["A", "B"].map { context.add($0, to: list) }
            let tag = ShopTag(context: context)
            let step = ShopStep(context: context)
            items[0].tags = NSSet(array: [tag])
            items[1].steps = NSOrderedSet(array: [step])
            try context.save()
            manager.endUndoGrouping()
            context.step { items[0].title = "C" }
            context.step { context.delete(list) }
            #expect(context.deletedObjects.count == 4 && holds(tag.items, []))
            if isSaved { try context.save() }
            context.undo()
            #expect(context.deletedObjects.isEmpty && !list.isDeleted && !items[0].isDeleted)
            #expect(list.managedObjectContext === context && list.name == "Shop" && list.items == NSSet(array: items))
            #expect(items[0].title == "C" && holds(items[0].tags, [tag]) && holds(tag.items, [items[0]]))
            #expect(items[1].steps?.array.first as? ShopStep === step && step.item === items[1])
            #expect(context.checkInvariants().isEmpty)
            context.undo()
            #expect(items[0].title == "A")
            context.redo()
            try context.save()
            try #expect(context.titles() == ["B", "C"])
            context.redo()
            try context.save()
            try #expect(context.titles().isEmpty && holds(tag.items, []))
            context.undo()
            try context.save()
            context.refreshAllObjects()
            try #expect(
                context.titles() == ["B", "C"] && list.items == NSSet(array: items) && holds(items[0].tags, [tag]))
            #expect(manager.canUndo)
        }
    }

    @Test("7.5 An insertion that was saved can be undone and done again", arguments: StoreKind.allCases)
    func savedInsertions(_ kind: StoreKind) throws {
        try undoable(kind) { context, _ in
            let list = context.step { ShopList(context: context) }
            let item = context.step { context.add("A", to: list) }
            try context.save()
            context.undo()
            #expect(item.isDeleted && holds(list.items, []) && !list.isDeleted)
            context.redo()
            #expect(!item.isDeleted && holds(list.items, [item]) && !context.hasChanges)
            context.undo()
            try context.save()
            try #expect(context.titles().isEmpty && item.managedObjectContext == nil)
            context.redo()
            #expect(item.isInserted && item.title == "A" && item.list === list && holds(list.items, [item]))
            try context.save()
            context.refreshAllObjects()
            try #expect(context.titles() == ["A"] && item.list === list)
        }
    }

    @Test("7.6 Undo and redo go past custom setters, and tell the object", arguments: StoreKind.allCases)
    func setters(_ kind: StoreKind) throws {
        try undoable(kind, ShopModel.noting()) { context, _ in
            let item = context.step { context.note("A") }
            let setter = CountingSetter()
            context.step { setter.set("B", of: item) }
            #expect(setter.calls == 1 && item.title == "B")
            context.undo()
            context.redo()
            #expect(setter.calls == 1 && item.title == "B")
            #expect(item.snapshotEvents == [.undoUpdate, .undoUpdate])
            context.undo()
            context.undo()
            #expect(item.snapshotEvents.last == .undoInsertion)
            context.redo()
            #expect(item.snapshotEvents.last == .undoDeletion && item.title == "A")
        }
    }

    @Test("3.33 Redo of an insertion does not awaken the object again", arguments: StoreKind.allCases)
    func awaking(_ kind: StoreKind) throws {
        try undoable(kind, ShopModel.noting()) { context, _ in
            let item = context.step { context.note("A") }
            context.undo()
            context.redo()
            #expect(item.isInserted && item.hooks.filter { $0 == "awakeFromInsert" }.count == 1)
            try context.save()
            context.undo()
            try context.save()
            context.redo()
            #expect(item.isInserted && item.hooks.filter { $0 == "awakeFromInsert" }.count == 1)
        }
    }

    @Test("7.7 Changes are handed over when pending changes are processed", arguments: StoreKind.allCases)
    func processing(_ kind: StoreKind) throws {
        try undoable(kind) { context, manager in
            let item = context.add("A")
            #expect(!manager.canUndo)
            context.processPendingChanges()
            #expect(manager.canUndo && manager.groupingLevel == 1)
            context.undo()
            #expect(item.managedObjectContext == nil && manager.canRedo)
            // A group that is nested or ends, and who asks for redo, have what is pending handed over.
            context.add("B")
            #expect(!manager.canRedo && manager.canUndo)
            context.undo()
            #expect(!manager.canUndo)
        }
    }
}

/// Stands for a setter that a class has written by hand.
private final class CountingSetter {
    private(set) var calls = 0

    func set(_ title: String, of item: ShopItem) {
        calls += 1
        item.title = title
    }
}

extension NSManagedObjectContext {
    /// Runs the body as one step of undo.
    @discardableResult
    fileprivate func step<Result>(_ body: () throws -> Result) rethrows -> Result {
        undoManager?.beginUndoGrouping()
        defer { undoManager?.endUndoGrouping() }
        return try body()
    }
}
