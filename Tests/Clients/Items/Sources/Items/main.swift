import CoreData

/// Writes items, reads them back through a second context, and prints what it finds.
let container = NSPersistentContainer(name: "Items")
container.persistentStoreDescriptions = [
    NSPersistentStoreDescription(url: URL(fileURLWithPath: CommandLine.arguments[1]))
]
container.loadPersistentStores { _, error in
    if let error { fatalError("\(error)") }
}

let context = container.viewContext
let shelf = Shelf(context: context)
for hour in 0..<5 {
    let item = Item(context: context)
    item.timestamp = Date(timeIntervalSinceReferenceDate: Double(hour) * 3600)
    shelf.addToItems(item)
}
shelf.insertIntoItems(Item(context: context), at: 0)
let note = Note(context: context)
note.write("milk", at: Date(timeIntervalSinceReferenceDate: 7))
note.shelf = shelf
try context.save()

let reader = container.newBackgroundContext()
try reader.performAndWait {
    let request: NSFetchRequest<Item> = Item.fetchRequest()
    request.sortDescriptors = [NSSortDescriptor(keyPath: \Item.timestamp, ascending: false)]
    request.predicate = NSPredicate(format: "timestamp > %@", Date(timeIntervalSinceReferenceDate: 3600) as CVarArg)
    let items = try reader.fetch(request)
    print("items", items.map { Int($0.timestamp?.timeIntervalSinceReferenceDate ?? -1) / 3600 })
    let named = NSFetchRequest<Item>(entityName: "Item")
    named.sortDescriptors = [NSSortDescriptor(keyPath: \Item.shelf?.name, ascending: true)]
    print("sorted by", named.sortDescriptors?.first?.key ?? "nothing")
    let shelf = try reader.fetch(NSFetchRequest<Shelf>(entityName: "Shelf")).first
    let ordered = shelf?.items?.array as? [Item] ?? []
    print("shelf", shelf?.name ?? "none", shelf?.quietName ?? "none", ordered.map { $0.timestamp == nil })
    let notes = shelf?.notes?.allObjects as? [Note] ?? []
    print("notes", notes.map(\.dated), notes.first?.shelf === shelf)
}
