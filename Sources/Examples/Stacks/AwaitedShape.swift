import CoreData
import Foundation

extension NSPersistentContainer {
    /// Loads the stores and returns when they are there.
    func loadPersistentStores() async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, Error>) in
            loadPersistentStores { _, error in
                if let error {
                    continuation.resume(throwing: error)
                } else {
                    continuation.resume()
                }
            }
        }
    }
}

enum AwaitedShape {
    static func run() throws {
        try serveMainQueue {
            let container = NSPersistentContainer(name: "Items")
            container.persistentStoreDescriptions.first!.url = URL(fileURLWithPath: "/dev/null")
            try await container.loadPersistentStores()
            let count = try await container.performBackgroundTask { context in
                for number in 1...4 { Item(context: context).title = "item \(number)" }
                try context.save()
                return try context.count(for: Item.fetchRequest())
            }
            try expect(count == 4, "the task returned what it counted")
            let background = container.newBackgroundContext()
            let titles = try await background.perform {
                try background.fetch(Item.fetchRequest()).compactMap(\.title).sorted()
            }
            try expect(titles.first == "item 1", "a context's perform returns values")

            let broken = NSPersistentContainer(name: "Items")
            broken.persistentStoreDescriptions.first!.url = URL(fileURLWithPath: "/etc/passwd/Items.sqlite")
            do {
                try await broken.loadPersistentStores()
                throw Unexpected(description: "a store inside a file was opened")
            } catch let error as NSError {
                try expect(error.domain == NSCocoaErrorDomain, "the error is Cocoa's: \(error)")
            }
        }
    }
}
