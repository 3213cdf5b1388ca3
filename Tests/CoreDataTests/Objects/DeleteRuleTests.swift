import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct DeleteRuleTests {
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

    @Test("Nullify clears the other side, in rows that were never read", arguments: StoreKind.allCases)
    func nullify(_ kind: StoreKind) throws {
        let stack = try deleteList(kind, items: .nullifyDeleteRule) { context, list in
            context.delete(list)
            try context.save()
        }
        try stack.work { context in
            try #expect(context.items().map { $0.list == nil } == [true, true])
        }
    }

    @Test("Cascade deletes the others at the end of the event", arguments: StoreKind.allCases)
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

    @Test("Cascade in a circle ends", arguments: StoreKind.allCases)
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

    @Test("Deny throws 1600 until the relationship is empty", arguments: StoreKind.allCases)
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

    @Test("No action leaves the other side alone", arguments: StoreKind.allCases)
    func noAction(_ kind: StoreKind) throws {
        let stack = try deleteList(kind, items: .noActionDeleteRule) { context, list in
            context.delete(list)
            try context.save()
            #expect(context.updatedObjects.isEmpty)
        }
        try stack.work { try #expect($0.titles() == ["A", "B"]) }
    }

    @Test("Without propagation at the end of events the rules wait for the save", arguments: StoreKind.allCases)
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
