import CoreData
import Foundation

/// The stack as it was set up before there were containers: a compiled model from the bundle, a coordinator, a store, a
/// context.
final class HandmadeStack {
    let managedObjectModel: NSManagedObjectModel
    let persistentStoreCoordinator: NSPersistentStoreCoordinator
    let managedObjectContext: NSManagedObjectContext

    init(storeURL: URL) throws {
        guard let modelURL = Bundle.main.url(forResource: "Items", withExtension: "momd"),
            let model = NSManagedObjectModel(contentsOf: modelURL)
        else { throw Unexpected(description: "Items.momd is not beside the program") }
        managedObjectModel = model
        persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let options = [
            NSMigratePersistentStoresAutomaticallyOption: true,
            NSInferMappingModelAutomaticallyOption: true,
        ]
        _ = try persistentStoreCoordinator.addPersistentStore(type: .sqlite, at: storeURL, options: options)
        managedObjectContext = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        managedObjectContext.persistentStoreCoordinator = persistentStoreCoordinator
    }
}

enum StackByHandShape {
    static func run() throws {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("Hand.sqlite")
            let stack = try HandmadeStack(storeURL: file)
            let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: stack.managedObjectContext)
            item.setValue("by key", forKey: "title")
            try stack.managedObjectContext.save()

            let again = try HandmadeStack(storeURL: file)
            let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
            request.predicate = NSPredicate(format: "title BEGINSWITH[cd] %@", "BY")
            let found = try again.managedObjectContext.fetch(request)
            try expect(found.count == 1, "another stack finds the item")
            try expect(found.first?.value(forKey: "title") as? String == "by key", "and its title")
            try expect(found.first is Item, "as an object of the generated class")
            let uri = item.objectID.uriRepresentation()
            let id = again.persistentStoreCoordinator.managedObjectID(forURIRepresentation: uri)
            try expect(id == found.first?.objectID, "its URI names it there as well")
        }
    }
}
