import CoreData
import Foundation

/// A stack singleton whose container is made when it is first asked for.
final class CoreDataStack: ObservableStack {
    static let shared = CoreDataStack()

    lazy var persistentContainer: NSPersistentContainer = {
        let container = NSPersistentContainer(name: "Items")
        // An application leaves the description as it is; here each run has a file of its own.
        container.persistentStoreDescriptions.first?.url = storeURL
        container.loadPersistentStores { description, error in
            if let error = error as NSError? {
                fatalError("Failed to load \(description): \(error), \(error.userInfo)")
            }
        }
        return container
    }()

    var viewContext: NSManagedObjectContext { persistentContainer.viewContext }
    var storeURL = URL(fileURLWithPath: "/dev/null")

    private init() {}
}

/// Stands for `ObservableObject`, which is SwiftUI's.
protocol ObservableStack: AnyObject {}

extension CoreDataStack {
    func save() {
        guard viewContext.hasChanges else { return }
        do {
            try viewContext.save()
        } catch {
            print("Failed to save the context:", error.localizedDescription)
        }
    }

    func delete(item: Item) {
        viewContext.delete(item)
        save()
    }
}

enum LazyContainerShape {
    static func run() throws {
        try withTemporaryFolder { folder in
            let stack = CoreDataStack.shared
            stack.storeURL = folder.appendingPathComponent("Items.sqlite")
            let item = Item(context: stack.viewContext)
            item.timestamp = Date()
            try expect(stack.viewContext.hasChanges, "a new object is a change")
            stack.save()
            try expect(!stack.viewContext.hasChanges, "a save leaves no changes")
            try expect(!item.objectID.isTemporaryID, "a saved object has a permanent ID")
            try expect(try stack.viewContext.count(for: Item.fetchRequest()) == 1, "one item is there")
            stack.delete(item: item)
            try expect(try stack.viewContext.count(for: Item.fetchRequest()) == 0, "the item is gone")
            try expect(FileManager.default.fileExists(atPath: stack.storeURL.path), "the store is a file")
        }
    }
}
