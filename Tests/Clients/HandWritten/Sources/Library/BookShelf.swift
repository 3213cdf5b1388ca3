// Without documentation, as such classes mostly are.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CoreData

public final class BookShelf: NSManagedObject {
    @NSManaged public internal(set) var name: String
    @NSManaged public var books: NSOrderedSet
    @NSManaged public var readers: Set<ShelfReader>

    public func rename(_ name: String) { self.name = name }
}

extension BookShelf {
    @NSManaged public func addToBooks(_ value: Book)
    @NSManaged public func addToReaders(_ values: NSSet)
}

public final class ShelfReader: NSManagedObject {
    @NSManaged public var self_: String?
    @NSManaged public var shelves: NSSet?
}
