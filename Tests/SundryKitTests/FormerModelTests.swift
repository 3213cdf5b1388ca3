import CoreData
import CoreDataModelCompiler
import Foundation
import Testing

@testable import SundryKit

/// Stores of the first release.
@MainActor @Suite struct FormerModelTests {
    private let folder: TemporaryFolder
    private let former: NSManagedObjectModel

    init() throws {
        folder = try TemporaryFolder()
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Resources/Sundry.xcdatamodeld").path
        former = try #require(try ModelCompiler(path: path).managedObjectModel(version: "Sundry"))
        for entity in former.entities { entity.managedObjectClassName = "NSManagedObject" }
    }

    /// Opens the store as the first release did.
    private func open() throws -> NSManagedObjectContext {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: former)
        try coordinator.addPersistentStore(
            type: .sqlite, at: folder.store, options: [NSPersistentHistoryTrackingKey: true])
        let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    private func close(_ context: NSManagedObjectContext) throws {
        for store in context.persistentStoreCoordinator?.persistentStores ?? [] {
            try context.persistentStoreCoordinator?.remove(store)
        }
    }

    private func make(items: Int = 2) throws -> NSManagedObjectContext {
        let context = try open()
        let list = NSEntityDescription.insertNewObject(forEntityName: "ItemList", into: context)
        for (key, value) in ["name": "Food", "foldedName": "food", "identifier": UUID(), "createdAt": Date()]
            as [String: Any]
        {
            list.setValue(value, forKey: key)
        }
        for number in 0..<items {
            let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
            let values: [String: Any] = [
                "title": "item \(number)", "identifier": UUID(), "list": list,
                "timestamp": Date(timeIntervalSinceReferenceDate: Double(number)),
            ]
            for (key, value) in values { item.setValue(value, forKey: key) }
        }
        try context.save()
        return context
    }

    @Test func `the first version of the model is the one that is known as former`() {
        #expect(SundryContainer.formerChecksums == [former.versionChecksum])
        #expect(SundryContainer.model.versionChecksum != former.versionChecksum)
    }

    @Test func `a store of the first release opens, with all that was in it, its UUID and its history`() throws {
        let context = try make()
        let identifier = context.persistentStoreCoordinator?.persistentStores[0].identifier
        try close(context)
        let stack = try loadedStack(folder.store)
        #expect(try titles(stack, list: "Food") == ["item 1", "item 0"])
        let list = try ItemList.named("Food", in: stack.viewContext)
        #expect(list.lastShownAt == nil)
        let store = stack.container.persistentStoreCoordinator.persistentStores[0]
        #expect(store.identifier == identifier)
        let result =
            try stack.viewContext.execute(
                NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?))
            as? NSPersistentHistoryResult
        #expect((result?.result as? [NSPersistentHistoryTransaction])?.isEmpty == false)
        try AddItem(titles: ["bread"], to: .list(list)).run(in: stack.viewContext)
        #expect(try titles(stack, list: "Food").count == 3)
        try stack.container.persistentStoreCoordinator.remove(store)
        #expect(try Checkup(of: .file(folder.store)).isSound)
    }

    @Test func `a window of the first release that is open meanwhile loses nothing and breaks nothing`() throws {
        let old = try make()
        let stack = try loadedStack(folder.store)
        try AddItem(titles: ["bread"], to: .list(ItemList.named("Food", in: stack.viewContext))).run(
            in: stack.viewContext)
        // It still shows what it showed, and is refused what it would write.
        let items = try old.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item"))
        items.first?.setValue("other", forKey: "title")
        #expect { try old.save() } throws: {
            ($0 as NSError).code == NSPersistentStoreOperationError
        }
        #expect(Problem(saving: CocoaError(.persistentStoreOperation)).sentence.contains("start again"))
        try close(old)
        #expect(try titles(stack, list: "Food").sorted() == ["bread", "item 0", "item 1"])
        try stack.container.persistentStoreCoordinator.remove(
            stack.container.persistentStoreCoordinator.persistentStores[0])
        #expect(try Checkup(of: .file(folder.store)).isSound)
    }

    @Test func `a damaged store of the first release is repaired, and updated on the way`() throws {
        let context = try make()
        let coordinator = try #require(context.persistentStoreCoordinator)
        let list = try #require(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "ItemList")).first)
        for item in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item")) {
            item.setValue(nil, forKey: "list")
        }
        context.delete(list)
        try context.save()
        for store in coordinator.persistentStores { try coordinator.remove(store) }
        // What only the program knows is seen once the store is of its model.
        #expect(try Checkup(of: .file(folder.store)).isSound)
        let recovery = try StoreRecovery(of: .file(folder.store))
        #expect(recovery.changes.map(\.kind) == ["itemWithoutList"] && recovery.kept != nil)
        #expect(try titles(loadedStack(folder.store), list: "Found again").count == 2)
    }

    @Test func `a store of a version that is not known is left alone`() throws {
        let model = try #require(former.copy() as? NSManagedObjectModel)
        let extra = NSAttributeDescription()
        (extra.name, extra.attributeType, extra.isOptional) = ("mood", .stringAttributeType, true)
        model.entitiesByName["Tag"]?.properties.append(extra)
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(
            type: .sqlite, at: folder.store, options: [NSPersistentHistoryTrackingKey: true])
        try coordinator.remove(store)
        let bytes = try Data(contentsOf: folder.store)
        #expect { try loadedStack(folder.store) } throws: { "\($0)".contains("another version of sundry") }
        #expect(try Data(contentsOf: folder.store) == bytes)
    }
}
