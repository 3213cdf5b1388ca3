import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// A disk without room, on a small file system of the test's own.
@Suite(.enabled(if: SmallDisk.isAllowed, "file systems may not be mounted here")) struct FullDiskTests {
    private let disk: SmallDisk
    private var url: URL { disk.url.appendingPathComponent("Shop.sqlite") }

    init() throws { disk = try SmallDisk() }

    private func open(
        _ mode: String = "wal", _ model: NSManagedObjectModel = ShopModel.make()
    ) throws -> NSPersistentStoreCoordinator {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        var options = MigratedStore.options
        options[NSPersistentHistoryTrackingKey] = true
        options[NSSQLitePragmasOption] = ["journal_mode": mode]
        try coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
        return coordinator
    }

    private func close(_ coordinator: NSPersistentStoreCoordinator) throws {
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }

    private func expectFull(_ error: NSError?, sqlite: Int? = 13) {
        #expect(error?.domain == NSCocoaErrorDomain && error?.code == CocoaError.Code.fileWriteOutOfSpace.rawValue)
        #expect((error?.userInfo[NSSQLiteErrorDomain] as? NSNumber)?.intValue == sqlite, "\(error?.userInfo ?? [:])")
    }

    private func checkFile(_ count: Int64) throws {
        let connection = try Connection(path: url.path, access: .readWrite, timeout: 1)
        try #expect(connection.value("PRAGMA integrity_check") == .text("ok"))
        try #expect(connection.value("SELECT count(*) FROM ZITEM") == .integer(count))
    }

    @Test(arguments: ["wal", "delete"])
    func `a save fails, keeps what is pending, and succeeds once there is room`(mode: String) throws {
        let coordinator = try open(mode)
        let context = coordinator.newContext()
        try context.checked {
            let first = context.add("first")
            try context.save()
            disk.fill()
            for number in 0..<300 { context.add("item \(number) " + String(repeating: "x", count: 500)) }
            first.title = "changed"
            for _ in 0..<2 { expectFull(#expect(throws: NSError.self) { try context.save() }) }
            #expect(context.insertedObjects.count == 300 && context.updatedObjects == [first])
            #expect(first.title == "changed")
            // What is there can be read all the time.
            let other = coordinator.newContext()
            try other.checked { try #expect(other.titles() == ["first"]) }
            disk.makeRoom()
            try checkFile(1)
            try context.save()
        }
        try checkFile(301)
        try close(coordinator)
        try checkFile(301)
    }

    @Test func `a batch fails as a whole`() throws {
        let coordinator = try open()
        let context = coordinator.newContext()
        let objects = (0..<400).map { ["title": "item \($0) " + String(repeating: "x", count: 500)] }
        try context.checked {
            disk.fill()
            let request = NSBatchInsertRequest(entityName: "Item", objects: objects)
            expectFull(#expect(throws: NSError.self) { try context.execute(request) })
            disk.makeRoom()
            try checkFile(0)
            try context.execute(NSBatchInsertRequest(entityName: "Item", objects: objects))
        }
        try close(coordinator)
        try checkFile(400)
    }

    @Test func `a store cannot be made, and nothing is in the way later`() throws {
        disk.fill()
        let error = #expect(throws: NSError.self) { try open() }
        #expect(error?.domain == NSCocoaErrorDomain && error?.code == CocoaError.Code.fileWriteOutOfSpace.rawValue)
        disk.makeRoom()
        try close(open())
        try checkFile(0)
    }

    @Test func `a migration leaves the store as it was`() throws {
        let coordinator = try open()
        let context = coordinator.newContext()
        try context.checked {
            for number in 0..<500 { context.add("item \(number) " + String(repeating: "x", count: 300)) }
            try context.save()
        }
        try close(coordinator)
        // Room for the index of the log, in memory that is shared.
        disk.fill(besides: 64 * 1024)
        func later() -> NSManagedObjectModel {
            let model = ShopModel.make()
            model.entitiesByName["Item"]?.properties.removeAll { $0.name == "weight" }
            return model
        }
        expectFull(#expect(throws: NSError.self) { try open("wal", later()) })
        disk.makeRoom()
        try checkFile(500)
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
        #expect(ShopModel.make().isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata))
        try close(open("wal", later()))
        try checkFile(500)
    }
}
