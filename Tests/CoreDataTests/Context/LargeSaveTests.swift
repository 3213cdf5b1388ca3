import Foundation
import Testing

@testable import CoreData

@Suite("A save of many objects") struct LargeSaveTests {
    /// Numbers of objects changed and deleted: few, and so many that their IDs are made while the store writes.
    @Test(
        "tells the IDs of all that it changed and deleted", arguments: [(30, 10), (2_500, 700), (0, 2_200), (2_200, 0)])
    func tells(changed: Int, deleted: Int) throws {
        let stack = try ShopStack(.null)
        let context = stack.context()
        try context.performAndWait {
            let items = (0..<changed + deleted).map { context.add("\($0)") }
            try context.save()
            // One ID is known before, the others are made for the notification.
            let first = items[0].objectID
            for item in items[..<changed] { item.setValue("new", forKey: "title") }
            for item in items[changed...] { context.delete(item) }
            nonisolated(unsafe) var told: [AnyHashable: Any] = [:]
            let observer = NotificationCenter.default.addObserver(
                forName: NSManagedObjectContext.didSaveObjectIDsNotification, object: context, queue: nil
            ) { told = $0.userInfo ?? [:] }
            defer { NotificationCenter.default.removeObserver(observer) }
            let ids = items.map { NSManagedObjectID(home: $0.home, key: $0.key) }
            try context.save()
            let updated = try #require(told["updated_objectIDs"] as? Set<NSManagedObjectID>)
            let gone = try #require(told["deleted_objectIDs"] as? Set<NSManagedObjectID>)
            #expect(updated == Set(ids[..<changed]) && gone == Set(ids[changed...]))
            #expect((changed > 0 ? updated : gone).contains { $0 === first })
        }
    }

    /// Few, and so many that their IDs are made while the rows are given out; of two entities, one of them with subentities.
    @Test("tells the IDs of all that it inserted", arguments: [40, 2_600])
    func inserted(count: Int) throws {
        let stack = try ShopStack(.file)
        let context = stack.context()
        try context.performAndWait {
            let list = ShopList(context: context)
            let items: [NSManagedObject] = (0..<count).map { number in
                number % 5 == 0 ? ShopOffer(context: context) : context.add("\(number)", to: list)
            }
            // Some have handed out a temporary ID before, some have a permanent one.
            let temporary = items[3].objectID
            try context.obtainPermanentIDs(for: [items[4], items[5]])
            let permanent = [items[4].objectID, items[5].objectID]
            let told = try context.posts(NSManagedObjectContext.didSaveObjectIDsNotification) { try context.save() }
            let inserted = try #require(told.first?["inserted_objectIDs"] as? Set<NSManagedObjectID>)
            let all = items + [list]
            #expect(inserted == Set(all.map(\.objectID)) && inserted.count == count + 1)
            #expect(!inserted.contains(temporary) && inserted.allSatisfy { !$0.isTemporaryID })
            #expect(permanent.allSatisfy { id in inserted.contains { $0 === id } })
            for id in inserted { try #expect(context.existingObject(with: id).objectID == id) }
            #expect(Set(inserted.map(\.entity.name)) == ["List", "Item", "Offer"])
        }
    }

    @Test("tells the objects that are left where a policy has taken some out")
    func resolves() throws {
        let stack = try ShopStack(.null)
        let (mine, other) = (stack.context(), stack.context())
        try mine.performAndWait {
            let items = (0..<2_100).map { mine.add("\($0)") }
            try mine.save()
            let id = items[7].objectID
            for item in items { item.setValue("mine", forKey: "title") }
            try other.performAndWait {
                other.object(with: id).setValue("other", forKey: "title")
                try other.save()
            }
            mine.mergePolicy = NSMergePolicy.rollback
            nonisolated(unsafe) var told: [AnyHashable: Any] = [:]
            let observer = NotificationCenter.default.addObserver(
                forName: NSManagedObjectContext.didSaveObjectIDsNotification, object: mine, queue: nil
            ) { told = $0.userInfo ?? [:] }
            defer { NotificationCenter.default.removeObserver(observer) }
            try mine.save()
            let updated = try #require(told["updated_objectIDs"] as? Set<NSManagedObjectID>)
            #expect(updated.count == 2_099 && !updated.contains(id))
        }
    }
}
