import CoreData
import SundryKit

/// Hears of changes that a live result of items does not tell of: a category gets another name, a shelf another place, an item
/// another price.
@MainActor
final class ShelfListener {
    enum News { case items, shelves }

    // Set once, and read again only when nobody else has this object any more.
    private nonisolated(unsafe) var observer: (any NSObjectProtocol)?

    init(of context: NSManagedObjectContext, _ hear: @escaping @MainActor (News) -> Void) {
        observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
        ) { change in
            var isAboutShelves = false
            for key in [NSInsertedObjectsKey, NSUpdatedObjectsKey, NSRefreshedObjectsKey, NSDeletedObjectsKey] {
                guard let objects = change.userInfo?[key] as? Set<NSManagedObject> else { continue }
                isAboutShelves = objects.contains { $0 is Category || $0 is Aisle || $0 is Shop }
                if isAboutShelves { break }
            }
            let news: News = isAboutShelves ? .shelves : .items
            MainActor.assumeIsolated { hear(news) }
        }
    }

    deinit {
        if let observer { NotificationCenter.default.removeObserver(observer) }
    }
}
