import CoreData
import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractConflictTests {
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

    @Test(
        "12.2 The default policy throws 133020 with the conflict, and keeps the changes until they are dropped",
        arguments: StoreKind.allCases)
    func error(_ kind: StoreKind) throws {
        let stack = try collide(kind, .error) { context, item in
            for _ in 0..<2 {
                let error = #expect(throws: NSError.self) { try context.save() }
                #expect(error?.domain == NSCocoaErrorDomain && error?.code == NSManagedObjectMergeError)
                let conflicts = error?.userInfo["conflictList"] as? [NSMergeConflict]
                #expect(conflicts?.count == 1 && conflicts?.first?.sourceObject === item)
                #expect(conflicts?.first?.oldVersionNumber == 1 && conflicts?.first?.newVersionNumber == 2)
                #expect(error.map { Set($0.userInfo.keys) } == ["NSExceptionOmitCallstacks", "conflictList"])
                #expect(error?.localizedDescription == "Could not merge changes.")
                #expect(conflicts?.first?.objectSnapshot?["title"] as? String == "old")
                #expect(context.updatedObjects == [item] && item.title == "ours")
            }
            context.refresh(item, mergeChanges: false)
            item.done = true
            try context.save()
        }
        #expect(try row(stack) == "theirs 7 true")
    }

    @Test("12.3 The other policies: who wins", arguments: StoreKind.allCases)
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
        "12.6 An edit of a row deleted meanwhile: memory inserts it again, the store deletes the object",
        arguments: StoreKind.allCases)
    func deletedRow(_ kind: StoreKind) throws {
        for (policy, expected) in [
            (NSMergePolicy.mergeByPropertyObjectTrump, "ours 1 false"), (.overwrite, "ours 1 false"),
            (.mergeByPropertyStoreTrump, ""), (.rollback, ""),
        ] {
            let stack = try ShopStack(kind)
            try stack.work { context in
                let item = context.add("old")
                try context.save()
                try stack.work { other in
                    other.delete(try #require(other.items().first))
                    try other.save()
                }
                item.title = "ours"
                let error = #expect(throws: NSError.self) { try context.save() }
                #expect(error?.code == NSManagedObjectMergeError)
                context.mergePolicy = policy
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

    @Test(
        "12.11 A policy of one's own is asked, and may leave the work to its superclass", arguments: StoreKind.allCases)
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

    @Test("12.11 A policy of one's own may hand on conflicts that it makes", arguments: StoreKind.allCases)
    func remade(_ kind: StoreKind) throws {
        final class Policy: NSMergePolicy, @unchecked Sendable {
            // Sendable: used on one context's queue.
            override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
                let remade = list.map { conflict in
                    NSMergeConflict(
                        source: conflict.sourceObject, newVersion: conflict.newVersionNumber,
                        oldVersion: conflict.oldVersionNumber, cachedSnapshot: conflict.cachedSnapshot,
                        persistedSnapshot: conflict.persistedSnapshot)
                }
                #expect(remade.first?.description == list.first?.description)
                #expect(remade.first?.objectSnapshot?["title"] as? String == "old")
                try super.resolve(optimisticLockingConflicts: remade)
            }
        }
        let stack = try collide(kind, Policy(merge: .mergeByPropertyObjectTrumpMergePolicyType)) { context, _ in
            try context.save()
        }
        #expect(try row(stack) == "ours 7 true")
    }

    @Test("12.13 detectConflicts includes an object without changes", arguments: StoreKind.allCases)
    func detectConflicts(_ kind: StoreKind) throws {
        _ = try collide(kind, .error) { context, item in
            item.title = "old"
            item.done = false
            #expect(!item.hasPersistentChangedValues)
            context.detectConflicts(for: item)
            context.add("new")
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSManagedObjectMergeError)
            context.refresh(item, mergeChanges: false)
            context.detectConflicts(for: item)
            try context.save()
            item.title = "later"
            try context.save()
        }
    }

    @Test("12.1 A row has version 1, and one more with each save of it", arguments: [StoreKind.file, .null])
    func versions(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let item = context.add("A")
            try context.save()
            try #expect(version(of: "ZITEM", stack) == 1)
            for expected: Int64 in 2...3 {
                item.count += 1
                try context.save()
                try #expect(version(of: "ZITEM", stack) == expected)
            }
            context.add("B")
            try context.save()
            try #expect(version(of: "ZITEM", stack) == 3)
        }
    }

    private func version(of table: String, _ stack: ShopStack) throws -> Int64? {
        let store = try #require(stack.store as? SQLiteStore)
        return try store.connections.read { session in
            try session.connection.rows("SELECT Z_OPT FROM \(table) WHERE Z_PK = 1") { $0.integer(0) }.first
        }
    }

    @Test("12.4 Policies have Apple's numbers and names, new and old")
    func names() {
        let types: [NSMergePolicyType] = [
            .errorMergePolicyType, .mergeByPropertyStoreTrumpMergePolicyType,
            .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType, .rollbackMergePolicyType,
        ]
        #expect(types.map(\.rawValue) == [0, 1, 2, 3, 4])
        let policies: [NSMergePolicy] = [
            .error, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
        ]
        #expect(policies.map(\.mergeType) == types)
        let older = [
            NSErrorMergePolicy, NSMergeByPropertyStoreTrumpMergePolicy, NSMergeByPropertyObjectTrumpMergePolicy,
            NSOverwriteMergePolicy, NSRollbackMergePolicy,
        ]
        #expect(older.map(\.mergeType) == types)
    }

    /// The conflicts of a save that throws.
    private func conflicts(_ context: NSManagedObjectContext) -> [NSMergeConflict]? {
        let error = #expect(throws: NSError.self) { try context.save() }
        return error?.userInfo["conflictList"] as? [NSMergeConflict]
    }

    @Test(
        "12.5 A conflict tells object, versions and values: attributes and to-one relationships",
        arguments: StoreKind.allCases)
    func content(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let (list, item) = (ShopList(context: context), context.add("old"))
            item.list = list
            try context.save()
            try stack.work { other in
                try #require(other.items().first).title = "theirs"
                try other.save()
            }
            item.title = "ours"
            let conflict = try #require(conflicts(context)?.first)
            #expect(conflict.sourceObject === item && conflict.oldVersionNumber == 1 && conflict.newVersionNumber == 2)
            for snapshot in [conflict.objectSnapshot, conflict.cachedSnapshot] {
                #expect(snapshot?["list"] as? NSManagedObjectID == list.objectID && snapshot?["count"] as? Int == 1)
                #expect(snapshot?.keys.contains("tags") == false && snapshot?.keys.contains("steps") == false)
            }
            #expect(conflict.cachedSnapshot?["title"] as? String == "theirs")
            context.refresh(item, mergeChanges: false)
            try stack.work { other in
                other.delete(try #require(other.items().first))
                try other.save()
            }
            context.rollback()
        }
    }

    @Test(
        "12.5 A conflict with a row that is gone has the new version 0, told as deleted", arguments: StoreKind.allCases)
    func deleted(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let item = context.add("old")
            try context.save()
            try stack.work { other in
                other.delete(try #require(other.items().first))
                try other.save()
            }
            item.title = "ours"
            let conflict = try #require(conflicts(context)?.first)
            #expect(conflict.oldVersionNumber == 1 && conflict.newVersionNumber == 0)
            #expect(conflict.description.contains("<deleted>") && conflict.persistedSnapshot == nil)
            context.rollback()
        }
    }

    @Test("12.16 Between object and row cache, a conflict has both their values; between row cache and file, those")
    func snapshots() throws {
        let stack = try ShopStack(.file)
        try stack.work { context in
            let item = context.add("old")
            try context.save()
            try stack.work { other in
                try #require(other.items().first).title = "theirs"
                try other.save()
            }
            item.title = "ours"
            let inMemory = try #require(conflicts(context)?.first)
            #expect(inMemory.objectSnapshot?["title"] as? String == "old")
            #expect(inMemory.cachedSnapshot?["title"] as? String == "theirs" && inMemory.persistedSnapshot == nil)
            context.refresh(item, mergeChanges: false)
            #expect(item.title == "theirs")
            // Any store's URL is there.
            let connection = try Connection(path: stack.store.url!.path, access: .readWrite, timeout: 5)
            try connection.execute("UPDATE ZITEM SET ZTITLE = 'foreign', Z_OPT = Z_OPT + 1")
            item.title = "ours"
            let inFile = try #require(conflicts(context)?.first)
            #expect(inFile.objectSnapshot == nil && inFile.cachedSnapshot?["title"] as? String == "theirs")
            #expect(inFile.persistedSnapshot?["title"] as? String == "foreign")
            context.rollback()
        }
    }

    @Test("12.12 A relationship that is set counts for the version of its owner", arguments: [StoreKind.file, .null])
    func relationships(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let list = ShopList(context: context)
            try context.save()
            try stack.work { other in
                let theirs = try #require(other.fetch(NSFetchRequest<ShopList>(entityName: "List")).first)
                other.add("A", to: theirs)
                try other.save()
            }
            try #expect(version(of: "ZLIST", stack) == 2)
            list.name = "ours"
            #expect(conflicts(context)?.first?.sourceObject === list)
            context.rollback()
        }
    }

    @Test(
        "12.15 Where the store's values win, the row's version goes up all the same",
        arguments: [StoreKind.file, .null])
    func versionOfStoreTrump(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
            let item = context.add("old")
            try context.save()
            try stack.work { other in
                try #require(other.items().first).title = "theirs"
                try other.save()
            }
            try #expect(version(of: "ZITEM", stack) == 2)
            item.title = "ours"
            try context.save()
            #expect(item.title == "theirs" && !context.hasChanges)
            try #expect(version(of: "ZITEM", stack) == 3)
        }
    }
}
