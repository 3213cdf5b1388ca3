import CoreData

/// The model of the context tests: lists of items, with categories (many items), tags (many to many), an ordered list of
/// steps, and a kind of item of its own.
final class ShopList: NSManagedObject {
    private static let nameKey = ManagedKey("name")
    private static let itemsKey = ManagedKey("items")
    var name: String? {
        get { managedValue(for: Self.nameKey) }
        set { setManagedValue(newValue, for: Self.nameKey) }
    }
    var items: NSSet? {
        get { managedValue(for: Self.itemsKey) }
        set { setManagedValue(newValue, for: Self.itemsKey) }
    }
    /// What the hooks were called for.
    var calls: [String] = []
    override func prepareForDeletion() {
        super.prepareForDeletion()
        calls.append("prepareForDeletion")
    }
}

class ShopItem: NSManagedObject {
    private static let titleKey = ManagedKey("title")
    private static let countKey = ManagedKey("count")
    private static let doneKey = ManagedKey("done")
    private static let timestampKey = ManagedKey("timestamp")
    private static let priceKey = ManagedKey("price")
    private static let identifierKey = ManagedKey("identifier")
    private static let listKey = ManagedKey("list")
    private static let tagsKey = ManagedKey("tags")
    private static let stepsKey = ManagedKey("steps")
    var title: String? {
        get { managedValue(for: Self.titleKey) }
        set { setManagedValue(newValue, for: Self.titleKey) }
    }
    var count: Int32 {
        get { managedValue(for: Self.countKey) }
        set { setManagedValue(newValue, for: Self.countKey) }
    }
    var done: Bool {
        get { managedValue(for: Self.doneKey) }
        set { setManagedValue(newValue, for: Self.doneKey) }
    }
    var timestamp: Date? {
        get { managedValue(for: Self.timestampKey) }
        set { setManagedValue(newValue, for: Self.timestampKey) }
    }
    var price: NSDecimalNumber? {
        get { managedValue(for: Self.priceKey) }
        set { setManagedValue(newValue, for: Self.priceKey) }
    }
    var identifier: UUID? {
        get { managedValue(for: Self.identifierKey) }
        set { setManagedValue(newValue, for: Self.identifierKey) }
    }
    var list: ShopList? {
        get { managedValue(for: Self.listKey) }
        set { setManagedValue(newValue, for: Self.listKey) }
    }
    var tags: NSSet? {
        get { managedValue(for: Self.tagsKey) }
        set { setManagedValue(newValue, for: Self.tagsKey) }
    }
    var steps: NSOrderedSet? {
        get { managedValue(for: Self.stepsKey) }
        set { setManagedValue(newValue, for: Self.stepsKey) }
    }

    /// What the hooks were called for, in order.
    var calls: [String] = []

    override func awakeFromInsert() {
        super.awakeFromInsert()
        calls.append("awakeFromInsert")
    }
    override func awakeFromFetch() {
        super.awakeFromFetch()
        calls.append("awakeFromFetch")
    }
    override func willSave() {
        super.willSave()
        calls.append("willSave")
    }
    override func didSave() {
        super.didSave()
        calls.append("didSave")
    }
    override func prepareForDeletion() {
        super.prepareForDeletion()
        calls.append("prepareForDeletion")
    }
    override func didTurnIntoFault() {
        super.didTurnIntoFault()
        calls.append("didTurnIntoFault")
    }
}

final class ShopOffer: ShopItem {}

final class ShopTag: NSManagedObject {
    private static let nameKey = ManagedKey("name")
    private static let itemsKey = ManagedKey("items")
    var name: String? {
        get { managedValue(for: Self.nameKey) }
        set { setManagedValue(newValue, for: Self.nameKey) }
    }
    var items: NSSet? {
        get { managedValue(for: Self.itemsKey) }
        set { setManagedValue(newValue, for: Self.itemsKey) }
    }
}

final class ShopStep: NSManagedObject {
    private static let textKey = ManagedKey("text")
    private static let itemKey = ManagedKey("item")
    var text: String? {
        get { managedValue(for: Self.textKey) }
        set { setManagedValue(newValue, for: Self.textKey) }
    }
    var item: ShopItem? {
        get { managedValue(for: Self.itemKey) }
        set { setManagedValue(newValue, for: Self.itemKey) }
    }
}

enum ShopModel {
    /// A new model; rules of the relationship from list to items, and of the way back, as asked for.
    static func make(
        items rule: NSDeleteRule = .nullifyDeleteRule, list back: NSDeleteRule = .nullifyDeleteRule,
        uniqueNames: Bool = false
    ) -> NSManagedObjectModel {
        typealias Make = SampleModel
        let list = Make.entity("List", Make.attribute("name", .stringAttributeType))
        let tag = Make.entity("Tag", Make.attribute("name", .stringAttributeType))
        let step = Make.entity("Step", Make.attribute("text", .stringAttributeType))
        let item = Make.entity(
            "Item", Make.attribute("title", .stringAttributeType),
            Make.attribute("count", .integer32AttributeType) { $0.defaultValue = 1 },
            Make.attribute("done", .booleanAttributeType) { $0.defaultValue = false },
            Make.attribute("timestamp", .dateAttributeType), Make.attribute("price", .decimalAttributeType),
            Make.attribute("identifier", .UUIDAttributeType), Make.attribute("site", .URIAttributeType),
            Make.attribute("photo", .binaryDataAttributeType), Make.attribute("weight", .doubleAttributeType),
            Make.attribute("mood", .stringAttributeType) { $0.isTransient = true })
        let offer = Make.entity("Offer", Make.attribute("shop", .stringAttributeType))
        item.subentities = [offer]
        link(
            list, Make.relationship("items", to: item, maxCount: 0) { $0.deleteRule = rule },
            item, Make.relationship("list", to: list) { $0.deleteRule = back })
        link(
            item, Make.relationship("tags", to: tag, maxCount: 0), tag,
            Make.relationship("items", to: item, maxCount: 0))
        link(
            item,
            Make.relationship("steps", to: step, maxCount: 0) {
                $0.isOrdered = true
                $0.deleteRule = .cascadeDeleteRule
            }, step, Make.relationship("item", to: item))
        for (entity, name) in [
            (list, "ShopList"), (item, "ShopItem"), (offer, "ShopOffer"), (tag, "ShopTag"), (step, "ShopStep"),
        ] { entity.managedObjectClassName = "CoreDataTests.\(name)" }
        if uniqueNames { tag.uniquenessConstraints = [["name"]] }
        let model = NSManagedObjectModel()
        model.entities = [list, item, offer, tag, step]
        return model
    }

    private static func link(
        _ one: NSEntityDescription, _ there: NSRelationshipDescription, _ other: NSEntityDescription,
        _ back: NSRelationshipDescription
    ) {
        SampleModel.join(there, back)
        one.properties.append(there)
        other.properties.append(back)
    }
}
