import CoreData
import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractFaultingTests {
    @Test(
        "3.19 reset lets go of every object and all work, and posts the invalidation alone",
        arguments: StoreKind.allCases)
    func reset(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let (saved, deleted) = (context.add("A"), context.add("B"))
            try context.save()
            saved.title = "C"
            context.delete(deleted)
            let new = context.add("D")
            context.processPendingChanges()
            let posts = context.posts(.NSManagedObjectContextObjectsDidChange) { context.reset() }
            #expect(posts.count == 1 && posts.first.map { Set($0.keys) } == [NSInvalidatedAllObjectsKey])
            for object in [saved, deleted, new] {
                #expect(object.managedObjectContext == nil && object.isFault && !object.hasChanges)
            }
            #expect(!context.hasChanges && context.registeredObjects.isEmpty)
            try #expect(context.titles() == ["A", "B"])
        }
    }

    @Test(
        "3.20 rollback drops inserts, undoes deletes and reverts updates without asking the store",
        arguments: StoreKind.allCases)
    func rollback(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let list = ShopList(context: context)
            let (kept, deleted) = (context.add("A", to: list), context.add("B", to: list))
            try context.save()
            kept.title = "C"
            kept.list = nil
            context.delete(deleted)
            let new = context.add("D", to: list)
            try stack.work { other in
                let item = try #require(try other.items("title == 'A'").first)
                item.count = 9
                try other.save()
            }
            context.rollback()
            #expect(!context.hasChanges && new.managedObjectContext == nil && !deleted.isDeleted)
            #expect(kept.title == "A" && kept.list === list && kept.count == 1)
            #expect(list.items as? Set<NSManagedObject> == [kept, deleted])
            try context.save()
        }
        try stack.work { try #expect($0.titles() == ["A", "B"]) }
    }

    @Test(
        "3.21 refresh without changes makes a fault of the object, which reads the row again",
        arguments: StoreKind.allCases)
    func refreshDropping(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let item = context.add("A")
            try context.save()
            item.title = "B"
            item.setValue("good", forKey: "mood")
            context.refresh(item, mergeChanges: false)
            #expect(item.isFault && !item.hasChanges && !item.isUpdated)
            #expect(item.title == "A" && item.value(forKey: "mood") == nil && !item.isFault)
            let new = context.add("N")
            context.refresh(new, mergeChanges: false)
            #expect(new.isFault && new.isInserted)
            #expect(new.title == "N" && !new.isFault)
        }
    }

    @Test("3.22 refresh with changes puts them over the row's fresh values", arguments: StoreKind.allCases)
    func refreshMerging(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let item = context.add("A")
            try context.save()
            item.title = "mine"
            item.setValue("good", forKey: "mood")
            try stack.work { other in
                let item = try #require(try other.items().first)
                item.title = "theirs"
                item.count = 9
                try other.save()
            }
            context.refresh(item, mergeChanges: true)
            #expect(item.title == "mine" && item.count == 9 && item.isUpdated && !item.isFault)
            #expect(item.value(forKey: "mood") as? String == "good")
            #expect(Set(item.changedValues().keys) == ["title"])
            #expect(item.committedValues(forKeys: ["title"])["title"] as? String == "theirs")
            try context.save()
        }
        try stack.work { try #expect($0.titles() == ["mine"]) }
    }

    @Test(
        "3.23 refreshAllObjects makes faults of unchanged objects, and tells of all in one notification",
        arguments: StoreKind.allCases)
    func refreshAll(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let items = ["A", "B", "C"].map { context.add($0) }
            try context.save()
            items[0].title = "D"
            context.processPendingChanges()
            let registered = context.registeredObjects.count
            let posts = context.posts(.NSManagedObjectContextObjectsDidChange) { context.refreshAllObjects() }
            #expect(posts.count == 1)
            #expect((posts.first?[NSRefreshedObjectsKey] as? Set<NSManagedObject>)?.count == registered)
            #expect(!items[0].isFault && items[0].title == "D" && items[0].isUpdated)
            #expect(items[1].isFault && items[2].isFault)
        }
    }

    @Test("3.24 A fault reads the row cache; with a staleness interval of 0 the row")
    func staleness() throws {
        let stack = try ShopStack(.file)
        try stack.work { context in
            #expect(context.stalenessInterval < 0)
            let item = context.add("old")
            try context.save()
            // Any store's URL is there.
            let connection = try Connection(path: stack.store.url!.path, access: .readWrite, timeout: 5)
            try connection.execute("UPDATE ZITEM SET ZTITLE = 'new', Z_OPT = Z_OPT + 1")
            context.refresh(item, mergeChanges: false)
            #expect(item.title == "old")
            context.stalenessInterval = 0
            context.refresh(item, mergeChanges: false)
            #expect(item.title == "new")
        }
    }

    /// On Apple's framework the flag has never refreshed realised objects, and so it is here.
    @Test("3.25 Objects that are fetched again keep their values, whatever the request says")
    func refetched() throws {
        let stack = try ShopStack(.file)
        try stack.work { context in
            let item = context.add("old")
            try context.save()
            try stack.work { other in
                try #require(try other.items().first).title = "new"
                try other.save()
            }
            let request = NSFetchRequest<ShopItem>(entityName: "Item")
            #expect(!request.shouldRefreshRefetchedObjects)
            request.shouldRefreshRefetchedObjects = true
            try #expect(context.fetch(request).first === item)
            #expect(item.title == "old")
        }
    }

    @Test(
        "3.27 Reading a property fires a fault; asking for what the object is does not", arguments: StoreKind.allCases)
    func firing(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            context.add("A")
            try context.save()
        }
        try stack.work { context in
            let item = try #require(context.items().first)
            if !item.isFault { context.refresh(item, mergeChanges: false) }
            _ = (item.objectID, item.entity, item.managedObjectContext, item.description, item.hash)
            _ = (item.isInserted, item.isUpdated, item.isDeleted, item.hasChanges, item.faultingState)
            _ = item == context.object(with: item.objectID)
            #expect(item.isFault && item.description.contains("<fault>"))
            _ = item.count
            #expect(!item.isFault)
            context.refresh(item, mergeChanges: false)
            _ = item.value(forKey: "list")
            #expect(!item.isFault)
        }
    }

    @Test(
        "3.28 A relationship is a fault until it is read; its IDs are had without loading the targets",
        arguments: StoreKind.allCases)
    func relationshipFaults(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let list = ShopList(context: context)
            for title in ["A", "B"] { context.add(title, to: list) }
            try context.save()
        }
        try stack.work { context in
            let list = try #require(context.fetch(NSFetchRequest<ShopList>(entityName: "List")).first)
            let wasFault = list.isFault
            #expect(list.hasFault(forRelationshipNamed: "items") && list.isFault == wasFault)
            let ids = list.objectIDs(forRelationshipNamed: "items")
            #expect(ids.count == 2 && !list.isFault && ids.allSatisfy { !$0.isTemporaryID })
            #expect(ids.allSatisfy { context.registeredObject(for: $0)?.isFault ?? true })
            let items = try #require(list.items)
            #expect(items.count == 2 && !list.hasFault(forRelationshipNamed: "items"))
            context.refresh(list, mergeChanges: false)
            #expect(list.hasFault(forRelationshipNamed: "items"))
        }
    }

    @Test("3.29 Access that is announced fires the fault, with and without a key", arguments: StoreKind.allCases)
    func announcedAccess(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let item = context.add("A")
            try context.save()
            for key in [nil, "title"] {
                context.refresh(item, mergeChanges: false)
                #expect(item.isFault)
                item.willAccessValue(forKey: key)
                #expect(!item.isFault && item.primitiveValue(forKey: "title") as? String == "A")
                item.didAccessValue(forKey: key)
            }
        }
    }

    @Test(
        "3.31 Hooks of refaulting and deletion come once, and one tells of values from a snapshot",
        arguments: StoreKind.allCases)
    func hooks(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind, ShopModel.noting())
        try stack.work { context in
            let item = context.note("A")
            try context.save()
            item.hooks = []
            context.refresh(item, mergeChanges: false)
            #expect(item.hooks == ["willTurnIntoFault", "didTurnIntoFault"])
            _ = item.title
            item.title = "B"
            item.hooks = []
            context.rollback()
            #expect(item.hooks == ["awakeFromSnapshotEvents"] && item.snapshotEvents == [.rollback])
            try stack.work { other in
                try #require(try other.items().first).title = "C"
                try other.save()
            }
            (item.hooks, item.snapshotEvents) = ([], [])
            context.refresh(item, mergeChanges: true)
            #expect(item.title == "C" && item.snapshotEvents == [.refresh])
            item.hooks = []
            context.delete(item)
            context.delete(item)
            #expect(item.hooks == ["prepareForDeletion"])
            try context.save()
            #expect(item.hooks.filter { $0 == "prepareForDeletion" }.count == 1)
        }
    }

    @Test("3.31 A merge tells an object of its new values", arguments: StoreKind.allCases)
    func hooksOfMerge(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind, ShopModel.noting())
        try stack.work { context in
            let item = context.note("A")
            try context.save()
            let other = stack.context()
            let posts = try other.performAndWait {
                try other.posts(.NSManagedObjectContextDidSave) {
                    try #require(try other.items().first).title = "B"
                    try other.save()
                }
            }
            context.mergeChanges(
                fromContextDidSave: Notification(
                    name: .NSManagedObjectContextDidSave, object: other, userInfo: posts.first))
            #expect(item.title == "B" && item.snapshotEvents == [.refresh])
        }
    }

    @Test(
        "3.32 Objects are equal to themselves alone, IDs to those of their URI; a fault's description says so",
        arguments: StoreKind.allCases)
    func identity(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let item = context.add("A")
            try context.save()
            try stack.work { other in
                let twin = try #require(try other.items().first)
                if !twin.isFault { other.refresh(twin, mergeChanges: false) }
                #expect(twin != item && twin == twin && twin.objectID == item.objectID)
                #expect(
                    twin.objectID.hash == item.objectID.hash && twin.description.contains("<fault>") && twin.isFault)
            }
            let uri = item.objectID.uriRepresentation()
            #expect(stack.coordinator.managedObjectID(forURIRepresentation: uri) == item.objectID)
            #expect(!item.description.contains("<fault>") && item.description.contains("title = A"))
        }
    }

    @Test("3.36 An object that a reset left behind can be accessed: it is no fault then", arguments: StoreKind.allCases)
    func orphan(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let item = context.add("A")
            try context.save()
            context.reset()
            #expect(item.isFault)
            item.willAccessValue(forKey: nil)
            #expect(!item.isFault && item.title == nil && item.managedObjectContext == nil)
        }
    }
}
