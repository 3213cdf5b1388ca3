import Library

/// Uses classes of another module, whose accessors that module has.
let container = NSPersistentContainer(name: "Library")
container.persistentStoreDescriptions = [
    NSPersistentStoreDescription(url: URL(fileURLWithPath: CommandLine.arguments[1]))
]
container.loadPersistentStores { _, error in
    if let error { fatalError("\(error)") }
}

let context = container.viewContext
let shelf = BookShelf(context: context)
shelf.rename("by the door")
for title in ["Atlas", "Bestiary"] {
    let book = Book(context: context)
    (book.title, book.in, book.libraryBook) = (title, "paper", 2)
    shelf.addToBooks(book)
}
let comic = Comic(context: context)
(comic.title, comic.colours) = ("Krazy Kat", 2)
comic.shelf = shelf
let readers = ["Ida", "Jo"].map { name in
    let reader = ShelfReader(context: context)
    reader.self_ = name
    return reader
}
shelf.addToReaders(NSSet(array: readers))
shelf.readers.remove(readers[1])
let loan = Lending.Loan(context: context)
(loan.book, loan.default, loan.größe) = (comic, "a week", loan.größe * 2)
let old = Archive.Loan(context: context)
(old.title, old.before) = ("lost", old)
let kind = `Type`(context: context)
kind.case = "by post"
for reminder in [Lending.Reminder(context: context), Lending.Reminder.Last(context: context)] {
    loan.addToReminders(reminder)
    reminder.repeat = reminder is Lending.Reminder.Last
    reminder.kind = kind
    (reminder as? Lending.Reminder.Last).map { $0.next = $0 }
}
try context.save()

let reader = container.newBackgroundContext()
try reader.performAndWait {
    let request: NSFetchRequest<Book> = Book.fetchRequest()
    request.sortDescriptors = [NSSortDescriptor(keyPath: \Book.title, ascending: false)]
    let books = try reader.fetch(request)
    print("books", books.map { "\($0.title ?? "") \($0.in ?? "") \($0.libraryBook) \(type(of: $0))" })
    let shelf = books[0].shelf
    print("shelf", shelf?.name ?? "none", shelf?.books.array.map { ($0 as? Book)?.title ?? "" } ?? [])
    print("readers", shelf?.readers.map { $0.self_ ?? "" } ?? [], shelf?.readers.first?.shelves?.count ?? 0)
    print("colours", (books.first { $0 is Comic } as? Comic)?.colours ?? 0)

    let loan = try reader.fetch(NSFetchRequest<Lending.Loan>(entityName: "Loan"))[0]
    print("loan", loan.book?.title ?? "", loan.default ?? "", loan.größe, loan.book?.loan === loan)
    let last = loan.reminders.first { $0.repeat } as? Lending.Reminder.Last
    print("reminders", loan.reminders.count, last?.tell("now") ?? "", last?.next === last, last?.loan === loan)
    let old = try reader.fetch(NSFetchRequest<Archive.Loan>(entityName: "OldLoan"))[0]
    print("old loan", old.title ?? "", old.before === old)
    print("kind", last?.kind?.case ?? "", last?.kind?.where ?? 0, last?.kind?.reminders?.count ?? 0)
    let sorted = NSSortDescriptor(keyPath: \Lending.Loan.größe, ascending: true)
    print("keys", sorted.key ?? "", Lending.Loan.entity().name ?? "", Lending.Reminder.Last.entity().name ?? "")
}
