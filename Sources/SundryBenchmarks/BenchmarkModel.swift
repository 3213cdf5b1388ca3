import CoreData
import Foundation

/// A shelf of a shop; half of the one relationship of the measured entity.
final class BenchmarkCategory: NSManagedObject {
    private static let nameKey = ManagedKey("name")
    private static let itemsKey = ManagedKey("items")

    var name: String? {
        get { managedValue(for: Self.nameKey) }
        set { setManagedValue(newValue, for: Self.nameKey) }
    }

    var items: Set<BenchmarkItem> {
        get { managedValue(for: Self.itemsKey, as: Set<BenchmarkItem>.self) ?? [] }
        set { setManagedValue(NSSet(set: newValue), for: Self.itemsKey) }
    }

    /// What `baseline_digest_owned` adds for the same row.
    var digest: Int64 { Int64(name?.utf8.count ?? 0) }
}

/// The measured entity. Its accessors are what the model compiler writes.
final class BenchmarkItem: NSManagedObject {
    private static let isDoneKey = ManagedKey("done")
    private static let quantityKey = ManagedKey("quantity")
    private static let timestampKey = ManagedKey("timestamp")
    private static let titleKey = ManagedKey("title")
    private static let categoryKey = ManagedKey("category")

    var isDone: Bool {
        get { managedValue(for: Self.isDoneKey) }
        set { setManagedValue(newValue, for: Self.isDoneKey) }
    }

    var quantity: Int32 {
        get { managedValue(for: Self.quantityKey) }
        set { setManagedValue(newValue, for: Self.quantityKey) }
    }

    var timestamp: Date? {
        get { managedValue(for: Self.timestampKey) }
        set { setManagedValue(newValue, for: Self.timestampKey) }
    }

    var title: String? {
        get { managedValue(for: Self.titleKey) }
        set { setManagedValue(newValue, for: Self.titleKey) }
    }

    var category: BenchmarkCategory? {
        get { managedValue(for: Self.categoryKey) }
        set { setManagedValue(newValue, for: Self.categoryKey) }
    }

    /// Takes the values of a row of the source.
    func fill(from row: ItemSource.Row, categories: [BenchmarkCategory]) {
        isDone = row.isDone
        quantity = row.quantity
        timestamp = row.timestamp
        title = row.title
        category = categories[row.category]
    }

    /// The sum of all attributes that `baseline_digest` comes to for the same row.
    var digest: Int64 {
        Int64(isDone ? 1 : 0) + Int64(quantity) + Int64(timestamp?.timeIntervalSinceReferenceDate ?? 0)
            + Int64(title?.utf8.count ?? 0)
    }
}

/// The model of every workload, built in code. Its table is
/// `ZITEM(Z_PK, Z_ENT, Z_OPT, ZDONE, ZQUANTITY, ZCATEGORY, ZTIMESTAMP TIMESTAMP, ZTITLE VARCHAR)` with an index on
/// ZCATEGORY and one on ZTIMESTAMP.
enum BenchmarkModel {
    /// - Parameter ruled: whether a save checks the length of titles and the range of quantities; the store is the same.
    static func make(ruled: Bool = false) -> NSManagedObjectModel {
        let item = entity("Item", "SundryBenchmarks.BenchmarkItem")
        let category = entity("Category", "SundryBenchmarks.BenchmarkCategory")
        let (toCategory, toItems) = (NSRelationshipDescription(), NSRelationshipDescription())
        relate(toCategory, "category", to: category, inverse: toItems, maxCount: 1)
        relate(toItems, "items", to: item, inverse: toCategory, maxCount: 0)
        let timestamp = attribute("timestamp", .dateAttributeType)
        let quantity = attribute("quantity", .integer32AttributeType)
        let title = attribute("title", .stringAttributeType)
        item.properties = [attribute("done", .booleanAttributeType), quantity, timestamp, title, toCategory]
        if ruled {
            rule(quantity, "SELF >= \(leastQuantity)", "SELF <= \(mostQuantity)")
            rule(title, "length >= \(shortestTitle)", "length <= \(longestTitle)")
        }
        category.properties = [attribute("name", .stringAttributeType), toItems]
        item.indexes = [
            NSFetchIndexDescription(
                name: "byTimestamp",
                elements: [NSFetchIndexElementDescription(property: timestamp, collationType: .binary)])
        ]
        let model = NSManagedObjectModel()
        model.entities = [item, category]
        return model
    }

    /// The class is named as model files name it: `NSStringFromClass` takes longer than all the rest of making a model.
    private static func entity(_ name: String, _ className: String) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        entity.managedObjectClassName = className
        return entity
    }

    static let (leastQuantity, mostQuantity) = (0, 1_000)
    static let (shortestTitle, longestTitle) = (1, 60)

    private static func rule(_ attribute: NSAttributeDescription, _ formats: String...) {
        attribute.setValidationPredicates(
            formats.map { NSPredicate(format: $0) }, withValidationWarnings: formats)
    }

    private static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.isOptional = true
        return attribute
    }

    private static func relate(
        _ relationship: NSRelationshipDescription, _ name: String, to destination: NSEntityDescription,
        inverse: NSRelationshipDescription, maxCount: Int
    ) {
        relationship.name = name
        relationship.destinationEntity = destination
        relationship.inverseRelationship = inverse
        relationship.maxCount = maxCount
        relationship.isOptional = true
        relationship.deleteRule = .nullifyDeleteRule
    }
}
