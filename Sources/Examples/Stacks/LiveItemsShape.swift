import CoreData
import Foundation

/// A list of items, newest first, that follows its context; the part of a list view that is not a view.
final class ItemsViewModel: NSObject, NSFetchedResultsControllerDelegate {
    private let context: NSManagedObjectContext
    private let controller: NSFetchedResultsController<Item>
    private(set) var items: [Item] = []
    private(set) var changes: [NSFetchedResultsChangeType] = []

    init(context: NSManagedObjectContext) {
        self.context = context
        let request: NSFetchRequest<Item> = Item.fetchRequest()
        request.sortDescriptors = [NSSortDescriptor(keyPath: \Item.timestamp, ascending: false)]
        controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        super.init()
        controller.delegate = self
        search(since: nil)
    }

    func addItem(at timestamp: Date) {
        let newItem = Item(context: context)
        newItem.timestamp = timestamp
        save()
    }

    func deleteItems(offsets: IndexSet) {
        offsets.map { items[$0] }.forEach(context.delete)
        save()
    }

    func search(since date: Date?) {
        controller.fetchRequest.predicate = date.map { NSPredicate(format: "timestamp > %@", $0 as CVarArg) }
        do {
            try controller.performFetch()
        } catch {
            print("Failed to fetch:", error)
        }
        items = controller.fetchedObjects ?? []
    }

    func controller(
        _ controller: NSFetchedResultsController<NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        changes.append(type)
    }

    func controllerDidChangeContent(_ controller: NSFetchedResultsController<NSFetchRequestResult>) {
        items = self.controller.fetchedObjects ?? []
    }

    private func save() {
        guard context.hasChanges else { return }
        do {
            try context.save()
        } catch {
            context.rollback()
        }
    }
}

enum LiveItemsShape {
    static func run() throws {
        let controller = PersistenceController(inMemory: true)
        let list = ItemsViewModel(context: controller.container.viewContext)
        let start = Date(timeIntervalSinceReferenceDate: 700_000_000)
        for hour in [2, 0, 3, 1] { list.addItem(at: start.addingTimeInterval(Double(hour) * 3600)) }
        try expect(list.items.count == 4, "four items are in the list without another fetch")
        try expect(list.changes == [.insert, .insert, .insert, .insert], "the list was told of each")
        let times = list.items.map { $0.timestamp!.timeIntervalSince(start) / 3600 }
        try expect(times == [3, 2, 1, 0], "the newest comes first: \(times)")
        list.search(since: start.addingTimeInterval(3600))
        try expect(list.items.count == 2, "two are later than one o'clock")
        list.search(since: nil)
        list.deleteItems(offsets: [0, 3])
        try expect(list.items.map { $0.timestamp!.timeIntervalSince(start) / 3600 } == [2, 1], "the ends are gone")
    }
}
