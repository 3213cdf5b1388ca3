import CoreData

/// The categories and tags that typed lines name: those there are, and those that are made for them.
struct EntryNames {
    private let context: NSManagedObjectContext
    private var categories: [String: Category]?
    private var tags: [String: Tag]?

    init(in context: NSManagedObjectContext) { self.context = context }

    /// The category of that name, made where there is none.
    mutating func category(_ name: String) throws -> Category {
        var known = try categories ?? all("Category", name: \.name)
        defer { categories = known }
        return find(name, in: &known) { category in
            category.identifier = UUID()
            category.name = name
        }
    }

    /// The tag of that name, made where there is none.
    mutating func tag(_ name: String) throws -> Tag {
        var known = try tags ?? all("Tag", name: \.name)
        defer { tags = known }
        return find(name, in: &known) { tag in
            tag.identifier = UUID()
            tag.name = name
        }
    }

    private func find<Object: NSManagedObject>(
        _ name: String, in known: inout [String: Object], making: (Object) -> Void
    ) -> Object {
        if let object = known[Self.key(name)] { return object }
        let object = Object(context: context)
        making(object)
        known[Self.key(name)] = object
        return object
    }

    /// All of them, for nobody has many. Of two that differ in case alone the first one is meant.
    private func all<Object: NSManagedObject>(_ entity: String, name: (Object) -> String?) throws -> [String: Object] {
        let request = NSFetchRequest<Object>(entityName: entity)
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        let named = try context.fetch(request).compactMap { object in name(object).map { (Self.key($0), object) } }
        return Dictionary(named) { first, _ in first }
    }

    /// `#world-food` is how “World food” is written without a blank.
    static func key(_ name: String) -> String {
        Search.folded(name).replacing("-", with: " ").replacing("_", with: " ")
    }
}

extension Item {
    /// Sets what a line says besides the title.
    func take(_ entry: QuickEntry, _ names: inout EntryNames) throws {
        if let amount = entry.amount { setQuantity(amount.quantity, unit: amount.unit, text: amount.text) }
        if let category = entry.category { self.category = try names.category(category) }
        if let price = entry.price { setPrice(price) }
        if let due = entry.due { setDue(due) }
        if entry.priority > 0 { priority = Int16(entry.priority) }
        if let recurrence = entry.recurrence, !isRecurring(like: recurrence) {
            self.recurrence = recurrence.meaning(entry.due).rule
        }
        for tag in entry.tags { addToTags(try names.tag(tag)) }
    }
}
