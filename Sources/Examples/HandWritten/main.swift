import CoreData
import Foundation

// Classes written by hand, with `@NSManaged` properties of every kind: set, saved, and read back through another context.

/// What was expected and not seen.
struct Unexpected: Error, CustomStringConvertible {
    let description: String
}

func expect(_ isTrue: Bool, _ what: @autoclosure () -> String) throws {
    if !isTrue { throw Unexpected(description: "not so: \(what())") }
}

func fill(_ item: Item) {
    item.bigNumber = .max
    item.boxedNumber = 12
    item.kind = .made
    item.isDone = true
    item.number = -3
    item.ratio = 0.25
    item.stars = 4.5
    item.weight = 1.5
    item.amount = Decimal(string: "12.50")
    item.price = NSDecimalNumber(string: "0.10")
    item.shout = "BREAD"
    item.due = Date(timeIntervalSinceReferenceDate: 1000)
    item.timestamp = Date(timeIntervalSinceReferenceDate: 2000)
    item.startedAt = 3000.5
    item.page = URL(string: "https://example.org/bread")
    item.photo = Data([1, 2, 3])
    item.details = ["flour": "rye"]
    item.words = ["brown", "bread"]
    (item.default, item.class, item.repeat, item.itemListItem) = ("d", "c", true, "i")
}

func checkDefaults(_ item: Item) throws {
    try expect(item.number == 7 && item.ratio == 0.5 && item.kind == .bought, "numbers begin with the model's values")
    try expect(item.title == "" && item.default == "none" && !item.repeat, "so do texts and flags")
    try expect(item.timestamp == Date(timeIntervalSinceReferenceDate: 60) && item.startedAt == 0, "and times")
    try expect(item.boxedNumber == nil && item.photo == nil && item.words == nil, "what has no default is nil")
    try expect(item.entries.isEmpty && item.list == nil, "and relationships are empty")
}

func checkValues(_ item: Item) throws {
    try expect(item.bigNumber == .max && item.number == -3 && item.kind == .made, "integers are read back")
    try expect(item.boxedNumber?.intValue == 12 && item.stars?.doubleValue == 4.5, "numbers as objects")
    try expect(item.ratio == 0.25 && item.weight == 1.5 && item.isDone, "fractions and flags")
    try expect(item.amount == Decimal(string: "12.5"), "a decimal: \(item.amount as Any)")
    try expect(item.price == NSDecimalNumber(string: "0.1"), "a decimal as an object: \(item.price as Any)")
    try expect(item.title == "bread" && item.shout == "BREAD", "text, also past the accessors")
    try expect(item.due?.timeIntervalSinceReferenceDate == 1000, "a date")
    try expect(
        item.timestamp.timeIntervalSinceReferenceDate == 2000 && item.startedAt == 3000.5, "dates that are there")
    try expect(
        item.identifier != nil && item.page?.host == "example.org" && item.photo?.count == 3, "what awoke with it")
    try expect(item.details == ["flour": "rye"] && item.words == ["brown", "bread"], "transformed values")
    try expect(item.default == "d" && item.class == "c" && item.repeat, "properties named as words of the language")
    try expect(item.itemListItem == "i", "and as classes are")
}

func checkRelationships(_ list: ItemList) throws {
    try expect(list.sortedItems.map(\.title) == ["bread", "wine"], "a set: \(list.sortedItems.map(\.title))")
    let entries = list.entries?.array as? [ListItem] ?? []
    try expect(entries.map(\.position) == [2, 0], "an ordered set: \(entries.map(\.position))")
    let bread = list.sortedItems[0]
    try expect(bread.entries.map(\.position) == [0] && entries[1].item === bread, "a Swift set, and back")
    try expect(bread.rivals?.first is Gift && bread.rivals?.first?.rivals == [bread], "a set that may be nil")
    try expect((bread.rivals?.first as? Gift)?.giver == "Ada", "a property of the class below")
    try expect(bread.value(forKeyPath: "list.name") as? String == "list", "values by key path")
}

/// What each policy leaves of a name that two contexts have changed.
func checkMergePolicies(_ list: ItemList, in container: NSPersistentContainer) throws {
    let context = container.viewContext
    let policies: [(NSMergePolicy, name: String)] = [
        (NSMergeByPropertyStoreTrumpMergePolicy, "theirs"), (NSMergeByPropertyObjectTrumpMergePolicy, "mine"),
        (NSRollbackMergePolicy, "theirs"), (NSOverwriteMergePolicy, "mine"),
    ]
    for (policy, name) in policies {
        try makeConflict(list, in: container)
        context.mergePolicy = policy
        try context.save()
        try expect(list.name == name, "\(policy.mergeType) leaves the name \(name), not \(list.name)")
    }
    try makeConflict(list, in: container)
    context.mergePolicy = NSErrorMergePolicy
    do {
        try context.save()
    } catch let error as NSError where error.code == NSManagedObjectMergeError {
        return context.rollback()
    }
    throw Unexpected(description: "a conflict went through")
}

/// Another context saves one name, and this one has another by then.
func makeConflict(_ list: ItemList, in container: NSPersistentContainer) throws {
    list.name = "before"
    container.viewContext.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
    try container.viewContext.save()
    let id = list.objectID
    let other = container.newBackgroundContext()
    try other.performAndWait {
        (try other.existingObject(with: id) as! ItemList).name = "theirs"
        try other.save()
    }
    list.name = "mine"
}

func run() throws {
    let container = NSPersistentContainer(name: "HandWritten")
    container.persistentStoreDescriptions.first!.url = URL(fileURLWithPath: "/dev/null")
    var failure: Error?
    container.loadPersistentStores { _, error in failure = error }
    if let failure { throw failure }
    let context = container.viewContext

    let item = Item(context: context)
    try checkDefaults(item)
    fill(item)
    try checkValues(item)
    let gift = Gift(context: context)
    (gift.title, gift.giver) = ("wine", "Ada")
    item.rivals = [gift]
    let list = ItemList(context: context)
    list.addToItems(NSSet(array: [item, gift]))
    list.addToEntries(NSOrderedSet(array: [ListItem(item, at: 0, in: context), ListItem(gift, at: 1, in: context)]))
    list.replaceEntries(at: 1, with: ListItem(gift, at: 2, in: context))
    let last = list.entries![1] as! ListItem
    list.removeFromEntries(at: 1)
    list.insertIntoEntries(last, at: 0)
    try expect(item.changedValues()["title"] as? String == "bread", "setters are tracked")
    try context.save()

    let other = container.newBackgroundContext()
    let id = list.objectID
    try other.performAndWait {
        let list = try other.existingObject(with: id) as! ItemList
        try checkRelationships(list)
        try checkValues(list.sortedItems[0])
        let request: NSFetchRequest<Item> = Item.fetchRequest()
        request.predicate = NSPredicate(format: "%K == YES AND list.name == %@", "repeat", "list")
        try expect(try other.fetch(request).map(\.title) == ["bread"], "a predicate on a word of the language")
        request.predicate = nil
        request.sortDescriptors = [NSSortDescriptor(keyPath: \Item.default, ascending: true)]
        try expect(try other.fetch(request).map(\.title) == ["bread", "wine"], "sorted by such a key path")
        try expect(try other.count(for: Gift.fetchRequest() as NSFetchRequest<Gift>) == 1, "the class below is counted")
        list.sortedItems[0].entries = []
        list.removeFromItems(list.sortedItems[1])
        try expect(list.items?.count == 1, "a set is one smaller")
    }
    try checkMergePolicies(list, in: container)
}

do {
    try run()
    print("handwritten: ok")
} catch {
    print("handwritten: \(error)")
    exit(1)
}
