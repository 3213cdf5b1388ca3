import Foundation
import Testing

@testable import CoreData

/// A page of the file that cannot be read: the objects on it read as nil, are told of once, and are never written.
@Suite struct UnreadablePageTests {
    /// A store of a list and its items, of which the page that holds one item is damaged.
    private struct Damaged {
        let stack: Stack
        let item: NSManagedObjectID
        let healthy: NSManagedObjectID
        let list: NSManagedObjectID
        let bytes: Data

        init() throws {
            let fixture = try StoreFixture()
            var uris: [URL] = []
            try Stack(fixture).save { context in
                let list = context.make("ItemList", ["name": "Groceries"])
                let items = (0..<2_000).map { number in
                    let title = "item \(number) " + String(repeating: "x", count: 60)
                    return context.make("Item", ["title": title, "list": list])
                }
                try context.obtainPermanentIDs(for: items + [list])
                uris = [items[1_000], items[3], list].map { $0.objectID.uriRepresentation() }
            }
            var bytes = try Data(contentsOf: fixture.url)
            let text = try #require(bytes.range(of: Data("item 1000 ".utf8)))
            let page = text.lowerBound / 4096 * 4096
            bytes.replaceSubrange(page..<page + 4096, with: Data(repeating: 0xA5, count: 4096))
            try bytes.write(to: fixture.url)
            self.bytes = bytes
            let stack = try Stack(fixture)
            self.stack = stack
            let ids = try uris.map { try #require(stack.coordinator.managedObjectID(forURIRepresentation: $0)) }
            (item, healthy, list) = (ids[0], ids[1], ids[2])
        }
    }

    private func expectCorrupt(_ error: any Error) {
        #expect(((error as NSError).userInfo[NSSQLiteErrorDomain] as? NSNumber)?.intValue == 11, "\(error)")
    }

    @Test("a fault that cannot be read stays one, reads as nil, and is told of once until it is refreshed")
    func fault() throws {
        let damaged = try Damaged()
        try damaged.stack.context().checked {
            let context = $0
            let object = context.object(with: damaged.item)
            let told = context.posts(NSManagedObjectContext.didFailToReadObjectsNotification) {
                #expect(object.value(forKey: "title") == nil)
                #expect(object.value(forKey: "list") == nil)
                #expect((object.value(forKey: "tags") as? NSSet)?.count == 0)
            }
            #expect(told.count == 1 && object.isFault && !object.isDeleted && !context.hasChanges)
            #expect(told.first?[NSAffectedObjectsErrorKey] as? [NSManagedObject] == [object])
            expectCorrupt(try #require(told.first?[NSUnderlyingErrorKey] as? NSError))
            let title = context.object(with: damaged.healthy).value(forKey: "title") as? String
            #expect(title?.hasPrefix("item 3 ") == true)
            context.refresh(object, mergeChanges: false)
            let again = context.posts(NSManagedObjectContext.didFailToReadObjectsNotification) {
                #expect(object.value(forKey: "title") == nil)
            }
            #expect(again.count == 1)
            let error = try #require(throws: NSError.self) { try context.existingObject(with: damaged.item) }
            expectCorrupt(error)
        }
    }

    @Test("neither an edit nor a deletion of it is saved; the file stays as it is, and what is pending stays pending")
    func saving() throws {
        let damaged = try Damaged()
        try damaged.stack.context().checked {
            let context = $0
            let (object, list) = (context.object(with: damaged.item), context.object(with: damaged.list))
            let changes: [() -> Void] = [
                { object.setValue("other", forKey: "title") }, { context.delete(object) }, { context.delete(list) },
            ]
            for change in changes {
                change()
                let pending = context.updatedObjects.union(context.deletedObjects)
                expectCorrupt(try #require(throws: NSError.self) { try context.save() })
                #expect(context.updatedObjects.union(context.deletedObjects) == pending && !pending.isEmpty)
                context.rollback()
                #expect(!context.hasChanges)
            }
            #expect(try Data(contentsOf: damaged.stack.fixture.url) == damaged.bytes)
            context.object(with: damaged.healthy).setValue("other", forKey: "title")
            try context.save()
        }
    }

    @Test("a child context is told as well, and saves nothing of it to its parent")
    func child() throws {
        let damaged = try Damaged()
        let parent = damaged.stack.context()
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = parent
        try child.checked {
            let context = $0
            let (object, list) = (context.object(with: damaged.item), context.object(with: damaged.list))
            let told = context.posts(NSManagedObjectContext.didFailToReadObjectsNotification) {
                #expect(object.value(forKey: "title") == nil && !object.isDeleted)
                #expect((list.value(forKey: "items") as? NSOrderedSet)?.count == 0)
            }
            #expect(told.count == 2)
            object.setValue("other", forKey: "title")
            expectCorrupt(try #require(throws: NSError.self) { try context.save() })
        }
        parent.performAndWait { #expect(!parent.hasChanges) }
    }
}

extension NSManagedObjectContext {
    fileprivate func checked(_ body: (NSManagedObjectContext) throws -> Void) rethrows {
        try checked { try body(self) }
    }
}
