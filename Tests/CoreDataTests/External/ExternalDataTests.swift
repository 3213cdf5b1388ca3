import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// Attributes of the model that allow external storage: long data have a file of their own beside the store.
@Suite struct ExternalDataTests {
    private let store = PhotoStore()

    @Test func `long data lie in a file that the row names, short ones in the row, and both are read`() throws {
        try store.with { context in
            context.add("long", photo: PhotoStore.long)
            context.add("short", photo: PhotoStore.short)
            context.add("none", photo: nil)
            context.add("empty", photo: Data())
            context.add("just", photo: Data(repeating: 1, count: ExternalFiles.longestInRow))
        }
        try store.checkFiles(1)
        let name = try #require(store.fileNames.first)
        #expect(UUID(uuidString: name)?.uuidString == name)
        let file = store.files.appendingPathComponent(name)
        try #expect(Data(contentsOf: file) == PhotoStore.long)
        for (url, mode) in [(file, 0o600), (store.files, 0o700), (store.files.deletingLastPathComponent(), 0o700)] {
            try #expect(FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int == mode)
        }
        let column = try Connection(path: store.url.path, access: .readWrite).value(
            "SELECT ZPHOTO FROM ZITEM WHERE ZTITLE = 'short'")
        #expect(column == .blob([1] + PhotoStore.short))
        let photos = try store.photos()
        #expect(photos["long"] == PhotoStore.long && photos["short"] == PhotoStore.short && photos["none"] == nil)
        #expect(photos["empty"] == Data() && photos["just"]?.count == ExternalFiles.longestInRow)
    }

    @Test func `a store in memory has all in its rows`() throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: PhotoStore.model())
        try coordinator.addPersistentStore(type: .sqlite, at: URL(fileURLWithPath: "/dev/null"))
        let context = coordinator.newContext()
        try context.checked {
            let item = context.add("long", photo: PhotoStore.long)
            try context.save()
            context.refreshAllObjects()
            #expect(item.value(forKey: "photo") as? Data == PhotoStore.long)
        }
    }

    @Test(arguments: [PhotoStore.other, PhotoStore.short, nil])
    func `other data take the file's place once they are saved`(data: Data?) throws {
        try store.with { $0.add("item", photo: PhotoStore.long) }
        let before = store.fileNames
        try store.with { context in
            let item = try context.items()[0]
            item.setValue(data, forKey: "photo")
            #expect(store.fileNames == before)
        }
        try store.checkFiles(data == PhotoStore.other ? 1 : 0)
        #expect(store.fileNames.isDisjoint(with: before))
        try #expect(store.photos()["item"] == data)
        try store.with { try $0.items()[0].setValue(PhotoStore.long, forKey: "photo") }
        try store.checkFiles(1)
        // What else is changed leaves the file alone.
        let names = store.fileNames
        try store.with { try $0.items()[0].title = "renamed" }
        #expect(store.fileNames == names)
        try #expect(store.photos() == ["renamed": PhotoStore.long])
    }

    @Test func `the file of a deleted row goes after the save, and stays if that is rolled back`() throws {
        try store.with { context in
            for title in ["a", "b"] { context.add(title, photo: PhotoStore.long) }
        }
        try store.with { context in
            context.delete(try context.items()[0])
            context.rollback()
        }
        try store.checkFiles(2)
        try store.with { context in
            context.delete(try context.items()[0])
            #expect(store.fileNames.count == 2)
        }
        try store.checkFiles(1)
        try #expect(store.photos() == ["b": PhotoStore.long])
    }

    @Test func `a save that is refused leaves no file, and takes none away`() throws {
        let model = PhotoStore.model(uniqueNames: true)
        try store.with(model) { context in
            ShopTag(context: context).name = "taken"
            context.add("old", photo: PhotoStore.long)
        }
        let before = store.fileNames
        let coordinator = try store.open(model)
        defer { for store in coordinator.persistentStores { try? coordinator.remove(store) } }
        let context = coordinator.newContext()
        try context.checked {
            ShopTag(context: context).name = "taken"
            context.add("new", photo: PhotoStore.long)
            let old = try context.items("title == 'old'")[0]
            old.setValue(PhotoStore.other, forKey: "photo")
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSManagedObjectConstraintMergeError)
            #expect(store.fileNames == before)
            context.mergePolicy = NSMergePolicy.rollback
            try context.save()
            #expect(old.value(forKey: "photo") as? Data == PhotoStore.other)
        }
        try store.checkFiles(2)
    }

    @Test func `a file that cannot be written fails the save, which can be done later`() throws {
        let support = store.files.deletingLastPathComponent()
        try store.with { $0.add("old") }
        try Data().write(to: support)
        let coordinator = try store.open()
        defer { for store in coordinator.persistentStores { try? coordinator.remove(store) } }
        let context = coordinator.newContext()
        try context.checked {
            let item = context.add("new", photo: PhotoStore.long)
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.domain == NSCocoaErrorDomain && error?.code == CocoaError.Code.fileWriteUnknown.rawValue)
            #expect((error?.userInfo[NSUnderlyingErrorKey] as? NSError)?.code == Int(ENOTDIR))
            #expect(context.insertedObjects == [item] && item.value(forKey: "photo") as? Data == PhotoStore.long)
            try FileManager.default.removeItem(at: support)
            try context.save()
        }
        try store.checkFiles(1)
    }

    @Test func `what fails on the way leaves no file, and what fails at its end no row without one`() throws {
        let folder = FaultyFolder()
        func open() throws -> NSPersistentStoreCoordinator {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: PhotoStore.model())
            try coordinator.addPersistentStore(type: .sqlite, at: folder.store, options: FaultScenario.options("wal"))
            return coordinator
        }
        let coordinator = try open()
        let context = coordinator.newContext()
        for fault in Fault.writes {
            for number in 1...6 {
                try context.checked {
                    context.add("\(fault.testDescription) \(number)", photo: PhotoStore.long)
                    let (error, _) = folder.meeting(fault, at: number) { try context.save() }
                    if error != nil { try context.save() }
                }
            }
        }
        for store in coordinator.persistentStores { try coordinator.remove(store) }
        let again = try open().newContext()
        try again.checked {
            let items = try again.items()
            #expect(items.count == 6 * Fault.writes.count)
            for item in items {
                #expect(item.value(forKey: "photo") as? Data == PhotoStore.long, "\(item.title ?? "")")
            }
        }
    }

    @Test func `a predicate and a dictionary see the data, wherever they lie`() throws {
        let coordinator = try store.open()
        defer { for store in coordinator.persistentStores { try? coordinator.remove(store) } }
        let context = coordinator.newContext()
        try context.checked {
            let photos = ["long": PhotoStore.long, "other": PhotoStore.other, "short": PhotoStore.short]
            for (title, photo) in photos { context.add(title, photo: photo) }
            context.add("none", photo: nil)
            func found(_ format: String, _ arguments: Any...) throws -> [String?] {
                let request = NSFetchRequest<ShopItem>(entityName: "Item")
                request.predicate = NSPredicate(format: format, argumentArray: arguments)
                request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
                return try context.fetch(request).map(\.title)
            }
            for _ in 0..<2 {
                try #expect(found("photo == %@", PhotoStore.long) == ["long"])
                try #expect(found("photo == %@", PhotoStore.short) == ["short"])
                try #expect(found("photo IN %@", [PhotoStore.other, PhotoStore.short]) == ["other", "short"])
                try #expect(found("photo == nil") == ["none"])
                try #expect(found("photo != nil") == ["long", "other", "short"])
                try context.save()
            }
            try #expect(found("photo != %@", PhotoStore.long) == ["other", "short"])
            let request = NSFetchRequest<NSDictionary>(entityName: "Item")
            request.resultType = .dictionaryResultType
            request.propertiesToFetch = ["title", "photo"]
            for row in try context.fetch(request) {
                #expect(row["photo"] as? Data == photos[row["title"] as? String ?? ""])
            }
        }
    }

    @Test func `an older state of the store keeps its files`() throws {
        try store.with { $0.add("item", photo: PhotoStore.long) }
        let coordinator = try store.open()
        let pinned = coordinator.newContext()
        let context = coordinator.newContext()
        try pinned.performAndWait { try pinned.setQueryGenerationFrom(.current) }
        try pinned.performAndWait { try #expect(pinned.count(for: NSFetchRequest<ShopItem>(entityName: "Item")) == 1) }
        try context.checked {
            context.delete(try context.items()[0])
            try context.save()
        }
        try pinned.performAndWait {
            try #expect(pinned.items()[0].value(forKey: "photo") as? Data == PhotoStore.long)
            try pinned.setQueryGenerationFrom(nil)
        }
        for store in coordinator.persistentStores { try coordinator.remove(store) }
        try store.checkFiles(0)
    }
}
