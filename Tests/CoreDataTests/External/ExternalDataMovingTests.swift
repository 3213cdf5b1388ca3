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

    // MARK: Other processes, and what is out of reach

    /// What another process does that sets other data: a new file, a row of a newer version, and the old file is gone.
    private func replaceElsewhere(_ context: NSManagedObjectContext) throws {
        let name = "01234567-89AB-4CDE-8F01-23456789ABCD"
        let former = try store.references()
        try PhotoStore.other.write(to: store.files.appendingPathComponent(name))
        let connection = try Connection(path: store.url.path, access: .readWrite)
        try connection.run(
            "UPDATE ZITEM SET ZPHOTO = ?, Z_OPT = Z_OPT + 1", [.blob([2] + Array(name.utf8) + [0])])
        for name in former { try FileManager.default.removeItem(at: store.files.appendingPathComponent(name)) }
    }

    @Test func `data that another process has replaced are not overwritten by what is not known any more`() throws {
        try store.with { $0.add("a", photo: PhotoStore.long) }
        try store.with { context in
            let item = try #require(context.items().first)
            _ = item.title
            try replaceElsewhere(context)
            item.title = "b"
            context.mergePolicy = NSMergePolicy.overwrite
            try context.save()
        }
        try #expect(store.photos() == ["b": PhotoStore.other])
        try store.checkFiles(1)
    }

    @Test func `a migration fails, and leaves all as it is, while the files it is to read are away`() throws {
        try store.with { $0.add("a", photo: PhotoStore.long) }
        let away = store.folder.url.appendingPathComponent("away")
        try FileManager.default.moveItem(at: store.files, to: away)
        let later = PhotoStore.model(isExternal: false)
        let error = #expect(throws: NSError.self) { try store.with(later) { _ in } }
        #expect(error?.domain == NSCocoaErrorDomain && error?.code == NSMigrationError, "\(String(describing: error))")
        try FileManager.default.moveItem(at: away, to: store.files)
        try #expect(store.photos(later) == ["a": PhotoStore.long])
    }

    @Test func `a copy that was broken off is made whole the next time`() throws {
        try store.with { $0.add("a", photo: PhotoStore.long) }
        let copy = PhotoStore()
        let name = try #require(store.fileNames.first)
        try FileManager.default.createDirectory(at: copy.files, withIntermediateDirectories: true)
        try Data([1, 2, 3]).write(to: copy.files.appendingPathComponent(name + ".part"))
        try NSPersistentStoreCoordinator.backUpPersistentStore(at: store.url, to: copy.url)
        try #expect(copy.photos() == ["a": PhotoStore.long])
        #expect(copy.fileNames == [name])
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
