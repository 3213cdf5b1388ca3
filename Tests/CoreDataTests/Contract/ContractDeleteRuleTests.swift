import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractDeleteRuleTests {
    /// A list with two saved items; the body has the list alone, its items not read.
    private func deleteList(
        _ kind: StoreKind, items rule: NSDeleteRule, list back: NSDeleteRule = .nullifyDeleteRule,
        _ body: (NSManagedObjectContext, ShopList) throws -> Void
    ) throws -> ShopStack {
        let stack = try ShopStack(kind, ShopModel.make(items: rule, list: back))
        let id = try stack.work { context in
            let list = ShopList(context: context)
            for title in ["A", "B"] { context.add(title, to: list) }
            try context.save()
            return list.objectID
        }
        try stack.work { context in
            let list = try #require(context.existingObject(with: id) as? ShopList)
            try body(context, list)
        }
        return stack
    }

    @Test("4.5 Nullify clears the other side, in rows that were never read", arguments: StoreKind.allCases)
    func nullify(_ kind: StoreKind) throws {
        let stack = try deleteList(kind, items: .nullifyDeleteRule) { context, list in
            context.delete(list)
            try context.save()
        }
        try stack.work { context in
            try #expect(context.items().map { $0.list == nil } == [true, true])
        }
    }

    @Test("4.6 Cascade deletes the others at the end of the event", arguments: StoreKind.allCases)
    func cascade(_ kind: StoreKind) throws {
        let stack = try deleteList(kind, items: .cascadeDeleteRule) { context, list in
            let unsaved = context.add("C", to: list)
            context.delete(list)
            #expect(context.deletedObjects.count == 1)
            context.processPendingChanges()
            #expect(context.deletedObjects.count == 3 && context.insertedObjects.isEmpty)
            #expect(unsaved.managedObjectContext == nil)
            #expect(list.calls == ["prepareForDeletion"])
            try context.save()
        }
        try stack.work { try #expect($0.items().isEmpty) }
    }

    @Test("A deletion that was taken back and made again applies its rules again", arguments: StoreKind.allCases)
    func again(_ kind: StoreKind) throws {
        let stack = try deleteList(kind, items: .cascadeDeleteRule) { context, list in
            context.delete(list)
            context.processPendingChanges()
            context.rollback()
            #expect(list.items?.count == 2 && context.deletedObjects.isEmpty)
            context.delete(list)
            try context.save()
        }
        try stack.work { try #expect($0.items().isEmpty) }
    }

    @Test("4.5 Cascade in a circle ends", arguments: StoreKind.allCases)
    func circle(_ kind: StoreKind) throws {
        let stack = try deleteList(kind, items: .cascadeDeleteRule, list: .cascadeDeleteRule) { context, _ in
            context.delete(try #require(context.items().first))
            try context.save()
        }
        try stack.work { context in
            try #expect(context.items().isEmpty)
            try #expect(context.count(for: NSFetchRequest<ShopList>(entityName: "List")) == 0)
        }
    }

    @Test("4.5 Deny throws 1600 until the relationship is empty", arguments: StoreKind.allCases)
    func deny(_ kind: StoreKind) throws {
        let stack = try deleteList(kind, items: .denyDeleteRule) { context, list in
            context.delete(list)
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSValidationRelationshipDeniedDeleteError)
            #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "items")
            #expect(error?.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === list)
            #expect(context.hasChanges && context.deletedObjects == [list])
            #expect(throws: NSError.self) { try context.save() }
            for item in try context.items() { context.delete(item) }
            try context.save()
        }
        try stack.work { try #expect($0.items().isEmpty) }
    }

    @Test("4.5 Cascade reaches rows of rows that were never read", arguments: StoreKind.allCases)
    func cascadeDown(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind, ShopModel.make(items: .cascadeDeleteRule))
        try stack.work { context in
            let item = context.add("A", to: ShopList(context: context))
            for _ in 0..<2 { ShopStep(context: context).item = item }
            try context.save()
        }
        try stack.work { context in
            context.delete(try #require(context.fetch(NSFetchRequest<ShopList>(entityName: "List")).first))
            try context.save()
        }
        try stack.work { context in
            for name in ["List", "Item", "Step"] { try #expect(context.all(name).isEmpty) }
        }
    }

    @Test(
        "4.5 No action leaves the other side alone, with the key of a row that is gone", arguments: StoreKind.allCases)
    func noAction(_ kind: StoreKind) throws {
        let stack = try deleteList(kind, items: .noActionDeleteRule) { context, list in
            context.delete(list)
            try context.save()
            #expect(context.updatedObjects.isEmpty)
        }
        try stack.work { context in
            let items = try context.items()
            #expect(items.map(\.title) == ["A", "B"])
            let list = try #require(items[0].list)
            #expect(list === items[1].list && list.name == nil && list.isDeleted)
            if let store = stack.store as? SQLiteStore {
                let keys = try store.connections.read {
                    try $0.connection.rows("SELECT ZLIST FROM ZITEM") { $0.integer(0) }
                }
                #expect(keys == [1, 1])
            }
        }
    }

    @Test("4.7 A cascade over an object that was never saved leaves no trace of it", arguments: StoreKind.allCases)
    func cascadeUnsaved(_ kind: StoreKind) throws {
        _ = try deleteList(kind, items: .cascadeDeleteRule) { context, list in
            let unsaved = context.add("C", to: list)
            context.delete(list)
            let changed = try context.posts(.NSManagedObjectContextObjectsDidChange) {
                let saved = try context.posts(.NSManagedObjectContextDidSave) { try context.save() }
                #expect(saved.count == 1 && (saved[0][NSInsertedObjectsKey] as? Set<NSManagedObject>)?.isEmpty ?? true)
                #expect((saved[0][NSDeletedObjectsKey] as? Set<NSManagedObject>)?.count == 3)
            }
            for post in changed {
                for case let objects as Set<NSManagedObject> in post.values { #expect(!objects.contains(unsaved)) }
            }
            #expect(unsaved.managedObjectContext == nil && !context.hasChanges)
            try #expect(context.items().isEmpty)
        }
    }

    @Test("4.9 What is deleted is gone from the relationships of what is left", arguments: StoreKind.allCases)
    func leavesRelationships(_ kind: StoreKind) throws {
        _ = try deleteList(kind, items: .nullifyDeleteRule) { context, list in
            let items = try context.items()
            #expect(list.items?.count == 2)
            context.delete(items[0])
            try context.save()
            #expect(list.items as? Set<NSManagedObject> == [items[1]])
            context.delete(list)
            try context.save()
            #expect(items[1].list == nil)
        }
    }

    @Test(
        "4.10 A denied deletion names relationship, object and members, and stays until a reset",
        arguments: StoreKind.allCases)
    func denied(_ kind: StoreKind) throws {
        _ = try deleteList(kind, items: .denyDeleteRule) { context, list in
            context.delete(list)
            for _ in 0..<2 {
                let error = #expect(throws: NSError.self) { try context.save() }
                #expect(error?.domain == NSCocoaErrorDomain && error?.code == 1600)
                #expect(
                    error.map { Set($0.userInfo.keys) } == [
                        NSLocalizedDescriptionKey, "NSValidationErrorKey", "NSValidationErrorObject",
                        "NSValidationErrorShouldAttemptRecoveryKey", "NSValidationErrorValue",
                    ])
                #expect(error?.userInfo["NSValidationErrorKey"] as? String == "items")
                #expect(error?.userInfo["NSValidationErrorObject"] as? NSManagedObject === list)
                #expect((error?.userInfo["NSValidationErrorValue"] as? NSSet)?.count == 2)
                #expect(context.hasChanges && context.deletedObjects == [list])
            }
            context.reset()
            #expect(!context.hasChanges)
            try context.save()
        }
    }

    @Test("4.11 Deny at the child's end blocks the child's deletion", arguments: StoreKind.allCases)
    func denyFromChild(_ kind: StoreKind) throws {
        _ = try deleteList(kind, items: .nullifyDeleteRule, list: .denyDeleteRule) { context, list in
            let item = try #require(context.items().first)
            context.delete(item)
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == 1600 && error?.userInfo[NSValidationKeyErrorKey] as? String == "list")
            context.rollback()
            item.list = nil
            context.delete(item)
            try context.save()
            #expect(list.items?.count == 1)
        }
    }

    @Test(
        "4.11 Cascade at the child's end deletes the parent, whose rule then clears the siblings",
        arguments: StoreKind.allCases)
    func cascadeFromChild(_ kind: StoreKind) throws {
        let stack = try deleteList(kind, items: .nullifyDeleteRule, list: .cascadeDeleteRule) { context, _ in
            context.delete(try #require(context.items("title == 'A'").first))
            try context.save()
        }
        try stack.work { context in
            let items = try context.items()
            #expect(items.map(\.title) == ["B"] && items.first?.list == nil)
            try #expect(context.all("List").isEmpty)
        }
    }

    @Test("4.12 Deny is judged by validateForDelete", arguments: StoreKind.allCases)
    func denyIsValidation(_ kind: StoreKind) throws {
        _ = try deleteList(kind, items: .denyDeleteRule) { context, list in
            let error = #expect(throws: NSError.self) { try list.validateForDelete() }
            #expect(error?.code == 1600)
            for item in try context.items() { item.list = nil }
            try list.validateForDelete()
        }
    }

    @Test("4.6 Without propagation at the end of events the rules wait for the save", arguments: StoreKind.allCases)
    func atSave(_ kind: StoreKind) throws {
        let stack = try deleteList(kind, items: .cascadeDeleteRule) { context, list in
            context.propagatesDeletesAtEndOfEvent = false
            context.delete(list)
            context.processPendingChanges()
            #expect(context.deletedObjects.count == 1)
            try context.save()
        }
        try stack.work { try #expect($0.items().isEmpty) }
    }
}
