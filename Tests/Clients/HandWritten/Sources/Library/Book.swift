// Without documentation, as such classes mostly are.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import CoreData

/// A class that other modules may derive from.
open class Book: NSManagedObject {
    @NSManaged public var title: String?
    @NSManaged public var `in`: String?
    @NSManaged public var libraryBook: Int32
    @NSManaged public var shelf: BookShelf?
    @NSManaged public var loan: Lending.Loan?

    @nonobjc public class func fetchRequest() -> NSFetchRequest<Book> { NSFetchRequest(entityName: "Book") }
}

public final class Comic: Book {
    @NSManaged public var colours: NSNumber?
}
