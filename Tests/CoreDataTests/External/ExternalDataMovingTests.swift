import CoreData
import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// Files beside a store when many rows change at once, and when the store is migrated, moved, replaced or destroyed.
@Suite struct ExternalDataMovingTests {
    private let store = PhotoStore()

    // MARK: Batches

    @Test func `a batch makes the files of new rows, and takes away those of rows that go or change`() throws {
        try store.with { context in
            let objects = (0..<4).map { ["title": "item \($0)", "photo": PhotoStore.long] as [String: Any] }
            try context.execute(NSBatchInsertRequest(entityName: "Item", objects: objects))
        }
        try store.checkFiles(4)
        try store.with { context in
            let update = NSBatchUpdateRequest(entityName: "Item")
            update.predicate = NSPredicate(format: "title == 'item 0'")
            update.propertiesToUpdate = ["photo": PhotoStore.other]
            try context.execute(update)
            update.predicate = NSPredicate(format: "title == 'item 1'")
            update.propertiesToUpdate = ["photo": NSExpression(forKeyPath: "photo"), "count": 5]
            try context.execute(update)
        }
        let expected = ["item 0": PhotoStore.other, "item 1": PhotoStore.long]
        try #expect(store.photos().filter { $0.key < "item 2" } == expected)
        try #expect(store.references() == store.fileNames)
        try store.with { context in
            try context.execute(NSBatchDeleteRequest(fetchRequest: Batch.search("Item", "title >= 'item 1'")))
        }
        try store.checkFiles(0)
        try #expect(store.photos() == ["item 0": PhotoStore.other])
    }

    @Test func `a batch that fails leaves no file`() throws {
        let model = PhotoStore.model()
        model.entitiesByName["Item"]?.uniquenessConstraints = [["title"]]
        try store.with(model) { context in
            let objects = ["a", "a"].map { ["title": $0, "photo": PhotoStore.long] as [String: Any] }
            #expect(throws: NSError.self) {
                try context.execute(NSBatchInsertRequest(entityName: "Item", objects: objects))
            }
            #expect(store.fileNames.isEmpty)
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try context.execute(NSBatchInsertRequest(entityName: "Item", objects: objects))
        }
        try store.checkFiles(1)
    }

    // MARK: Migration

    @Test(arguments: [true, false])
    func `a migration keeps the files of what stays, and takes those of what goes`(keeps: Bool) throws {
        try store.with { context in
            context.add("long", photo: PhotoStore.long)
            context.add("short", photo: PhotoStore.short)
        }
        let later = PhotoStore.model()
        let item = later.entitiesByName["Item"]
        if keeps {
            item?.attributesByName["title"]?.renamingIdentifier = "title"
            item?.attributesByName["title"]?.name = "heading"
            try store.with(later) { context throws in
                let items = try context.items("heading == 'long'", sort: "heading")
                #expect(items.first?.value(forKey: "photo") as? Data == PhotoStore.long)
            }
        } else {
            item?.properties.removeAll { $0.name == "photo" }
            try store.with(later) { context in try #expect(context.titles() == ["long", "short"]) }
        }
        #expect(store.fileNames.count == (keeps ? 1 : 0))
    }

    @Test func `data that may no longer lie in a file come into their row, and the other way round`() throws {
        try store.with { $0.add("long", photo: PhotoStore.long) }
        let inside = PhotoStore.model(isExternal: false)
        try #expect(store.photos(inside) == ["long": PhotoStore.long])
        try store.checkFiles(0)
        try #expect(store.photos() == ["long": PhotoStore.long])
        try store.with { try $0.items()[0].setValue(PhotoStore.other, forKey: "photo") }
        try store.checkFiles(1)
    }

    // MARK: Moving

    @Test func `a store that is moved takes its files along`() throws {
        try store.with { $0.add("long", photo: PhotoStore.long) }
        let target = PhotoStore()
        let coordinator = try store.open()
        let moved = try coordinator.migratePersistentStore(
            coordinator.persistentStores[0], to: target.url, options: nil, type: .sqlite)
        try coordinator.remove(moved)
        try #expect(target.photos() == ["long": PhotoStore.long])
        try target.checkFiles(1)
    }

    @Test func `a store that is replaced has the files of the other, and one that is destroyed has none`() throws {
        try store.with { $0.add("long", photo: PhotoStore.long) }
        let target = PhotoStore()
        try target.with { $0.add("own", photo: PhotoStore.other) }
        let reader = try target.open()
        try NSPersistentStoreCoordinator().replacePersistentStore(
            at: target.url, withPersistentStoreFrom: store.url, type: .sqlite)
        try #expect(target.photos() == ["long": PhotoStore.long])
        try target.checkFiles(1)
        for store in reader.persistentStores { try reader.remove(store) }
        try NSPersistentStoreCoordinator().destroyPersistentStore(at: target.url, type: .sqlite)
        #expect(target.fileNames.isEmpty)
        try store.checkFiles(1)
    }

    @Test func `a replacement that fails leaves the files as they were`() throws {
        try store.with { $0.add("long", photo: PhotoStore.long) }
        let folder = FaultyFolder()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: PhotoStore.model())
        let open = try coordinator.addPersistentStore(type: .sqlite, at: folder.store)
        let context = coordinator.newContext()
        try context.checked {
            context.add("own", photo: PhotoStore.other)
            try context.save()
        }
        let (error, _) = folder.meeting(.full, at: 1) {
            try NSPersistentStoreCoordinator().replacePersistentStore(
                at: folder.store, withPersistentStoreFrom: store.url, type: .sqlite)
        }
        #expect((error as? NSError)?.code == CocoaError.Code.fileWriteOutOfSpace.rawValue)
        try context.checked {
            context.refreshAllObjects()
            try #expect(context.items().map { $0.value(forKey: "photo") as? Data } == [PhotoStore.other])
        }
        try coordinator.remove(open)
    }

    @Test func `a file that no row leads to harms nothing`() throws {
        try store.with { $0.add("long", photo: PhotoStore.long) }
        try PhotoStore.other.write(to: store.files.appendingPathComponent(UUID().uuidString))
        try #expect(store.photos() == ["long": PhotoStore.long])
        try NSPersistentStoreCoordinator().destroyPersistentStore(at: store.url, type: .sqlite)
        #expect(store.fileNames.isEmpty)
    }
}
