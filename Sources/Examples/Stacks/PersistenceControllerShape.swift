import CoreData
import Foundation

/// The controller of Xcode's template, with an in-memory store for previews and a helper for background work.
struct PersistenceController {
    static let shared = PersistenceController()

    static let preview: PersistenceController = {
        let result = PersistenceController(inMemory: true)
        let viewContext = result.container.viewContext
        for hour in 0..<5 {
            let newItem = Item(context: viewContext)
            newItem.timestamp = Date(timeIntervalSinceNow: TimeInterval(-hour * 3600))
        }
        do {
            try viewContext.save()
        } catch {
            let nsError = error as NSError
            fatalError("Unresolved error \(nsError), \(nsError.userInfo)")
        }
        return result
    }()

    let container: NSPersistentContainer

    init(inMemory: Bool = false) {
        container = NSPersistentContainer(name: "Items")
        if inMemory {
            container.persistentStoreDescriptions.first!.url = URL(fileURLWithPath: "/dev/null")
        }
        container.loadPersistentStores(completionHandler: { (storeDescription, error) in
            if let error = error as NSError? {
                fatalError("Unresolved error \(error), \(error.userInfo)")
            }
        })
        container.viewContext.automaticallyMergesChangesFromParent = true
        container.viewContext.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
    }

    func performBackgroundTask(_ block: @escaping (NSManagedObjectContext) throws -> Void) {
        container.performBackgroundTask { context in
            context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
            do {
                try block(context)
                if context.hasChanges { try context.save() }
            } catch {
                print("Background task failed:", error)
            }
        }
    }
}

enum PersistenceControllerShape {
    static func run() throws {
        let controller = PersistenceController.preview
        let context = controller.container.viewContext
        let request: NSFetchRequest<Item> = Item.fetchRequest()
        request.sortDescriptors = [NSSortDescriptor(keyPath: \Item.timestamp, ascending: false)]
        let items = try context.fetch(request)
        try expect(items.count == 5, "the preview has five items")
        let gap = items[0].timestamp!.timeIntervalSince(items[1].timestamp!)
        try expect(abs(gap - 3600) < 1, "an hour apart, the newest first")

        // What a background task saves arrives in the view context.
        let id = items[4].objectID
        controller.performBackgroundTask { context in
            let item = try context.existingObject(with: id) as! Item
            item.title = "changed behind"
            Item(context: context).title = "added behind"
        }
        try serveMainQueue {
            while try items[4].title != "changed behind" || context.count(for: request) != 6 {
                await Task.yield()
            }
        }
        try expect(items[4].title == "changed behind", "the view context has the change")
    }
}
