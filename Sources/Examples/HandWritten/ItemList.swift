// Without documentation, as such classes mostly are.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CoreData

/// A list, whose items come in any order and whose entries in their own.
public final class ItemList: NSManagedObject {
    @NSManaged public var name: String
    @NSManaged public var items: NSSet?
    @NSManaged public var entries: NSOrderedSet?

    @NSManaged public func addToItems(_ value: Item)
    @NSManaged public func removeFromItems(_ value: Item)
    @NSManaged public func addToItems(_ values: NSSet)
    @NSManaged public func removeFromItems(_ values: NSSet)

    @NSManaged public func insertIntoEntries(_ value: ListItem, at idx: Int)
    @NSManaged public func removeFromEntries(at idx: Int)
    @NSManaged public func replaceEntries(at idx: Int, with value: ListItem)
    @NSManaged public func addToEntries(_ value: ListItem)
    @NSManaged public func addToEntries(_ values: NSOrderedSet)

    var sortedItems: [Item] {
        (items as? Set<Item> ?? []).sorted { $0.title < $1.title }
    }
}

/// One place in a list.
public final class ListItem: NSManagedObject {
    @NSManaged public var position: Int16
    @NSManaged public var item: Item?
    @NSManaged public var list: ItemList?

    convenience init(_ item: Item, at position: Int16, in context: NSManagedObjectContext) {
        self.init(context: context)
        self.item = item
        self.position = position
    }
}

/// An item with a class of its own under the entity's.
public final class Gift: Item {
    @NSManaged public var giver: String?

    @nonobjc public class func fetchRequest() -> NSFetchRequest<Gift> {
        return NSFetchRequest<Gift>(entityName: "Gift")
    }
}
