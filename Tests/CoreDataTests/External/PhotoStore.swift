import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// A store of items whose photos may lie in files beside it.
final class PhotoStore {
    static let long = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) })
    static let other = Data(repeating: 9, count: 150_000)
    static let short = Data([2, 0, 7])

    let folder = ScratchFolder()
    var url: URL { folder.url.appendingPathComponent("Photos.sqlite") }
    var files: URL { folder.url.appendingPathComponent(".Photos_SUPPORT/_EXTERNAL_DATA") }

    static func model(isExternal: Bool = true, uniqueNames: Bool = false) -> NSManagedObjectModel {
        let model = ShopModel.make(uniqueNames: uniqueNames)
        model.entitiesByName["Item"]?.attributesByName["photo"]?.allowsExternalBinaryDataStorage = isExternal
        return model
    }

    func open(
        _ model: NSManagedObjectModel = PhotoStore.model(), options: [AnyHashable: Any] = MigratedStore.options
    ) throws -> NSPersistentStoreCoordinator {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
        return coordinator
    }

    /// Opens the store, runs `body` in a context on it, saves and closes.
    @discardableResult
    func with<Result>(
        _ model: NSManagedObjectModel = PhotoStore.model(), _ body: (NSManagedObjectContext) throws -> Result
    ) throws -> Result {
        let coordinator = try open(model)
        defer { for store in coordinator.persistentStores { try? coordinator.remove(store) } }
        let context = coordinator.newContext()
        return try context.checked {
            let result = try body(context)
            try context.save()
            return result
        }
    }

    /// The data of each item, as a stack that has read nothing yet sees them.
    func photos(_ model: NSManagedObjectModel = PhotoStore.model()) throws -> [String: Data] {
        try with(model) { context in
            var photos: [String: Data] = [:]
            for item in try context.items() { photos[item.title ?? ""] = item.value(forKey: "photo") as? Data }
            return photos
        }
    }

    var fileNames: Set<String> {
        Set((try? FileManager.default.contentsOfDirectory(atPath: files.path)) ?? [])
    }

    /// The files that rows lead to, read by SQLite alone.
    func references(_ url: URL? = nil) throws -> Set<String> {
        let connection = try Connection(path: (url ?? self.url).path, access: .readWrite)
        let columns = try connection.rows("SELECT ZPHOTO FROM ZITEM WHERE ZPHOTO IS NOT NULL") { $0.value(0) }
        var names: Set<String> = []
        for case .blob(let bytes) in columns where bytes.first == 2 {
            #expect(bytes.count == 38 && bytes.last == 0)
            #expect(names.insert(String(decoding: bytes[1..<37], as: UTF8.self)).inserted, "a file of two rows")
        }
        return names
    }

    /// Each file belongs to a row, and each row that has one finds it.
    func checkFiles(_ count: Int) throws {
        try #expect(references() == fileNames)
        #expect(fileNames.count == count)
    }
}

extension NSManagedObjectContext {
    @discardableResult
    func add(_ title: String, photo: Data?) -> ShopItem {
        let item = add(title)
        item.setValue(photo, forKey: "photo")
        return item
    }
}
