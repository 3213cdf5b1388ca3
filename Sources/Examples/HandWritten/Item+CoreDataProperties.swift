// Without documentation, as such classes mostly are.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import CoreData
import Foundation

extension Item {
    @nonobjc public class func fetchRequest() -> NSFetchRequest<Item> {
        return NSFetchRequest<Item>(entityName: "Item")
    }

    // Numbers, as scalars and as objects.
    @NSManaged public var bigNumber: Int64
    @NSManaged public var boxedNumber: NSNumber?
    @NSManaged var kindNumber: Int16
    @NSManaged public var isDone: Bool
    @NSManaged public var number: Int32
    @NSManaged public var ratio: Float
    @NSManaged public var stars: NSNumber?
    @NSManaged public var weight: Double
    @NSManaged public var amount: Decimal?
    @NSManaged public var price: NSDecimalNumber?

    // Text, times and bytes.
    @NSManaged public var title: String
    @NSManaged var primitiveTitle: String?
    @NSManaged public var due: Date?
    @NSManaged public var timestamp: Date
    @NSManaged public var startedAt: TimeInterval
    @NSManaged public var identifier: UUID?
    @NSManaged public var page: URL?
    @NSManaged public var photo: Data?

    // Transformed.
    @NSManaged public var details: [String: String]?
    @NSManaged public var words: [String]?

    // Words of the language, and words that class names have as well.
    @NSManaged public var `default`: String?
    @NSManaged public var `class`: String?
    @NSManaged public var `repeat`: Bool
    @NSManaged public var itemListItem: String?

    // Relationships.
    @NSManaged public var list: ItemList?
    @NSManaged public var entries: Set<ListItem>
    @NSManaged public var rivals: Set<Item>?
}

extension Item: Identifiable {}
