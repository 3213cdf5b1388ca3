import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ConflictTests {
    /// Two contexts edit one row: theirs (title and count) is saved first, ours (title and done) then, by a policy.
    private func collide(
        _ kind: StoreKind, _ policy: NSMergePolicy, _ after: (NSManagedObjectContext, ShopItem) throws -> Void
    ) throws -> ShopStack {
        let stack = try ShopStack(kind)
        let id = try stack.work { context in
            let item = context.add("old")
            try context.save()
            return item.objectID
        }
        try stack.work { context in
            context.mergePolicy = policy
            let item = try #require(context.existingObject(with: id) as? ShopItem)
            try stack.work { other in
                let theirs = try #require(other.existingObject(with: id) as? ShopItem)
                theirs.title = "theirs"
                theirs.count = 7
                try other.save()
            }
            item.title = "ours"
            item.done = true
            try after(context, item)
        }
        return stack
    }

    private func row(_ stack: ShopStack) throws -> String {
        try stack.work { context in
            try context.items().map { "\($0.title ?? "") \($0.count) \($0.done)" }.joined(separator: ", ")
        }
    }

    @Test("The default policy throws 133020 with the conflict, and keeps the changes", arguments: StoreKind.allCases)
    func error(_ kind: StoreKind) throws {
        let stack = try collide(kind, .error) { context, item in
            for _ in 0..<2 {
                let error = #expect(throws: NSError.self) { try context.save() }
                #expect(error?.domain == NSCocoaErrorDomain && error?.code == NSManagedObjectMergeError)
                let conflicts = error?.userInfo["conflictList"] as? [NSMergeConflict]
                #expect(conflicts?.count == 1 && conflicts?.first?.sourceObject === item)
                #expect(conflicts?.first?.oldVersionNumber == 1 && conflicts?.first?.newVersionNumber == 2)
                #expect(conflicts?.first?.cachedSnapshot?["title"] as? String == "old")
                #expect(conflicts?.first?.persistedSnapshot?["title"] as? String == "theirs")
                #expect(context.updatedObjects == [item] && item.title == "ours")
            }
        }
        #expect(try row(stack) == "theirs 7 false")
    }

    @Test("The other policies: who wins", arguments: StoreKind.allCases)
    func policies(_ kind: StoreKind) throws {
        for (policy, expected) in [
            (NSMergePolicy.mergeByPropertyObjectTrump, "ours 7 true"),
            (.mergeByPropertyStoreTrump, "theirs 7 true"), (.overwrite, "ours 1 true"), (.rollback, "theirs 7 false"),
        ] {
            let stack = try collide(kind, policy) { context, item in
                try context.save()
                #expect(!context.hasChanges)
                #expect("\(item.title ?? "") \(item.count) \(item.done)" == expected)
            }
            #expect(try row(stack) == expected)
        }
    }

    @Test(
        "An edit of a row deleted meanwhile: memory inserts it again, the store deletes the object",
        arguments: StoreKind.allCases)
    func deletedRow(_ kind: StoreKind) throws {
        for (policy, expected) in [
            (NSMergePolicy.mergeByPropertyObjectTrump, "ours 1 false"), (.overwrite, "ours 1 false"),
            (.mergeByPropertyStoreTrump, ""), (.rollback, ""),
        ] {
            let stack = try ShopStack(kind)
            try stack.work { context in
                context.mergePolicy = policy
                let item = context.add("old")
                try context.save()
                try stack.work { other in
                    other.delete(try #require(other.items().first))
                    try other.save()
                }
                item.title = "ours"
                try context.save()
                #expect(!context.hasChanges)
            }
            #expect(try row(stack) == expected)
        }
    }

    @Test(
        "A deletion of a row changed meanwhile: memory deletes it all the same, the store brings it back",
        arguments: StoreKind.allCases)
    func deletedObject(_ kind: StoreKind) throws {
        for (policy, expected) in [
            (NSMergePolicy.error, "theirs 7 false"), (.mergeByPropertyObjectTrump, ""), (.overwrite, ""),
            (.mergeByPropertyStoreTrump, "theirs 7 false"), (.rollback, "theirs 7 false"),
        ] {
            let stack = try collide(kind, policy) { context, item in
                context.delete(item)
                guard policy !== NSMergePolicy.error else {
                    let error = #expect(throws: NSError.self) { try context.save() }
                    #expect(error?.code == NSManagedObjectMergeError && context.deletedObjects == [item])
                    return
                }
                try context.save()
                #expect(!context.hasChanges && !item.isDeleted)
                #expect((item.managedObjectContext == nil) == expected.isEmpty)
                if !expected.isEmpty { #expect("\(item.title ?? "") \(item.count) \(item.done)" == expected) }
            }
            #expect(try row(stack) == expected)
        }
    }

    @Test("An object that a conflict brings back leads where the store says", arguments: StoreKind.allCases)
    func revivedRelationship(_ kind: StoreKind) throws {
        for policy in [NSMergePolicy.rollback, .mergeByPropertyStoreTrump] {
            let stack = try ShopStack(kind)
            try stack.work { context in
                context.mergePolicy = policy
                let lists = [ShopList(context: context), ShopList(context: context)]
                let item = context.add("old", to: lists[0])
                try context.save()
                let second = lists[1].objectID
                try stack.work { other in
                    try #require(other.items().first).list = other.object(with: second) as? ShopList
                    try other.save()
                }
                context.delete(item)
                try context.save()
                #expect(item.list === lists[1] && !context.hasChanges)
            }
        }
    }

    @Test("A policy of one's own is asked, and may leave the work to its superclass", arguments: StoreKind.allCases)
    func custom(_ kind: StoreKind) throws {
        final class Policy: NSMergePolicy, @unchecked Sendable {
            // Sendable: used on one context's queue.
            var asked = 0
            override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
                asked += list.count
                try super.resolve(optimisticLockingConflicts: list)
            }
        }
        let policy = Policy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
        let stack = try collide(kind, policy) { context, _ in try context.save() }
        #expect(policy.asked == 1)
        #expect(try row(stack) == "ours 7 true")
    }

    @Test("detectConflicts includes an object without changes", arguments: StoreKind.allCases)
    func detectConflicts(_ kind: StoreKind) throws {
        _ = try collide(kind, .error) { context, item in
            item.title = "old"
            item.done = false
            #expect(!item.hasPersistentChangedValues)
            context.detectConflicts(for: item)
            context.add("new")
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSManagedObjectMergeError)
        }
    }

    @Test("Unique values: the error names both, the other policies leave one row", arguments: [StoreKind.file, .null])
    func uniqueValues(_ kind: StoreKind) throws {
        for (policy, note) in [
            (NSMergePolicy.error, nil), (.mergeByPropertyObjectTrump, "new"), (.overwrite, "new"), (.rollback, "old"),
            (.mergeByPropertyStoreTrump, "old"),
        ] as [(NSMergePolicy, String?)] {
            let stack = try ShopStack(kind, ShopModel.make(uniqueNames: true))
            func tag(_ context: NSManagedObjectContext, _ title: String) -> ShopTag {
                let tag = ShopTag(context: context)
                tag.name = "red"
                tag.items = NSSet(array: [context.add(title)])
                return tag
            }
            try stack.work { context in
                _ = tag(context, "old")
                try context.save()
            }
            try stack.work { context in
                context.mergePolicy = policy
                let new = tag(context, "new")
                guard note != nil else {
                    let error = #expect(throws: NSError.self) { try context.save() }
                    #expect(error?.code == NSManagedObjectConstraintMergeError)
                    let conflict = (error?.userInfo["conflictList"] as? [NSConstraintConflict])?.first
                    #expect(conflict?.constraint == ["name"] && conflict?.conflictingObjects == [new])
                    #expect(conflict?.databaseObject != nil && context.insertedObjects.contains(new))
                    return
                }
                try context.save()
                #expect(!context.hasChanges)
            }
            try stack.work { context in
                let tags = try context.fetch(NSFetchRequest<ShopTag>(entityName: "Tag"))
                #expect(tags.map(\.name) == ["red"])
            }
        }
    }
}
