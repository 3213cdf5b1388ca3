import CoreData
import Foundation

/// A container of one's own: history and remote changes on, background contexts named.
final class ItemsContainer: NSPersistentContainer, @unchecked Sendable {
    static let shared = ItemsContainer(name: "Items")

    private override init(name: String, managedObjectModel model: NSManagedObjectModel) {
        super.init(name: name, managedObjectModel: model)
        guard let description = persistentStoreDescriptions.first else {
            fatalError("Failed to retrieve a persistent store description.")
        }
        description.url = FileManager.default.temporaryDirectory
            .appendingPathComponent("stacks-\(UUID().uuidString).sqlite")
        description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
        description.setOption(true as NSNumber, forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey)
        loadPersistentStores { _, error in
            if let error = error as NSError? {
                fatalError("Unresolved error \(error), \(error.userInfo)")
            }
        }
        viewContext.name = "viewContext"
        viewContext.transactionAuthor = "app"
        viewContext.automaticallyMergesChangesFromParent = true
        viewContext.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
    }

    convenience init(name: String) {
        guard let model = NSManagedObjectModel.mergedModel(from: nil) else { fatalError("no model") }
        self.init(name: name, managedObjectModel: model)
    }

    override func newBackgroundContext() -> NSManagedObjectContext {
        let context = super.newBackgroundContext()
        context.name = "import"
        context.transactionAuthor = "import"
        context.mergePolicy = NSMergeByPropertyStoreTrumpMergePolicy
        context.automaticallyMergesChangesFromParent = true
        return context
    }
}

enum ContainerSubclassShape {
    static func run() throws {
        let container = ItemsContainer.shared
        let url = container.persistentStoreDescriptions.first!.url!
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + suffix) } }
        let background = container.newBackgroundContext()
        try expect(background.transactionAuthor == "import", "the overridden method made the context")
        var thrown: Error?
        background.performAndWait {
            for number in 1...3 { Item(context: background).title = "item \(number)" }
            do { try background.save() } catch { thrown = error }
        }
        if let thrown { throw thrown }
        try serveMainQueue {
            let request: NSFetchRequest<Item> = Item.fetchRequest()
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            let titles = try container.viewContext.fetch(request).compactMap(\.title)
            try expect(titles == ["item 1", "item 2", "item 3"], "the view context sees the import: \(titles)")
        }
    }
}
