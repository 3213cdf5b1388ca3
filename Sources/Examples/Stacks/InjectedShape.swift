import CoreData
import Foundation

/// A stack that is told what to stand on: tests hand in memory, the program a file.
final class InjectedStack {
    let container: NSPersistentContainer

    init(model: NSManagedObjectModel, description: NSPersistentStoreDescription) throws {
        container = NSPersistentContainer(name: "Items", managedObjectModel: model)
        container.persistentStoreDescriptions = [description]
        var failure: Error?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
    }
}

/// Works on the context that it is given, whatever is behind it.
struct ItemStore {
    let context: NSManagedObjectContext

    func add(_ title: String) throws {
        Item(context: context).title = title
        try context.save()
    }

    func titles() throws -> [String] {
        let request: NSFetchRequest<Item> = Item.fetchRequest()
        request.sortDescriptors = [NSSortDescriptor(keyPath: \Item.title, ascending: true)]
        return try context.fetch(request).compactMap(\.title)
    }
}

enum InjectedShape {
    static func run() throws {
        guard let model = NSManagedObjectModel.mergedModel(from: nil) else { throw Unexpected(description: "no model") }
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("Elsewhere/Custom.sqlite")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            for type in [NSInMemoryStoreType, NSSQLiteStoreType] {
                let description = NSPersistentStoreDescription()
                description.type = type
                description.url = type == NSSQLiteStoreType ? file : nil
                let stack = try InjectedStack(model: model, description: description)
                let store = ItemStore(context: stack.container.viewContext)
                try store.add("pear")
                try store.add("apple")
                try expect(try store.titles() == ["apple", "pear"], "the items of a store of type \(type)")
            }
            try expect(FileManager.default.fileExists(atPath: file.path), "the custom URL was used")
        }
        let standard = NSPersistentContainer(name: "Items", managedObjectModel: model)
        let expected = NSPersistentContainer.defaultDirectoryURL().appendingPathComponent("Items.sqlite")
        try expect(
            standard.persistentStoreDescriptions.first?.url?.path == expected.path,
            "without a URL the store stands in the default folder")
    }
}
