import CoreData

/// The lists of `sundry --demo`: always the same ones, their times told from now on back.
public struct DemoData {
    private let now: Date
    private var random = SeededGenerator(seed: 2)
    /// Apart from the others, so that what is learned moves no item.
    private var habits = SeededGenerator(seed: 3)

    /// Demo lists as of that moment.
    public init(now: Date = Date()) { self.now = now }

    /// Puts the lists into an empty context and saves it. There is nothing to undo afterwards.
    public mutating func seed(in context: NSManagedObjectContext) throws {
        let shops = Self.shops.map { text in insertShop(text, in: context) }
        var categories: [String: Category] = [:]
        for (index, text) in Self.lists.enumerated() {
            insertList(text, at: index, shops: shops, categories: &categories, in: context)
        }
        insertAisles(of: shops, categories: categories, in: context)
        try context.save()
    }

    private func insertShop(_ text: String, in context: NSManagedObjectContext) -> Shop {
        let fields = Self.fields(text)
        let shop = Shop(context: context)
        shop.identifier = UUID()
        shop.name = fields[0]
        shop.currency = fields[1]
        return shop
    }

    /// A list from its text: name, symbol, shop, sort key and direction on the first line, an item on each further one.
    private mutating func insertList(
        _ text: String, at index: Int, shops: [Shop], categories: inout [String: Category],
        in context: NSManagedObjectContext
    ) {
        let lines = text.split(separator: "\n").map(String.init)
        let fields = Self.fields(lines[0])
        let list = ItemList(context: context)
        list.identifier = UUID()
        list.setName(fields[0])
        list.symbol = fields[1]
        list.shop = shops.first { $0.name == fields[2] }
        list.sortKey = fields[3]
        list.sortAscending = fields[4] == "up"
        list.position = Double(index + 1)
        list.createdAt = now.addingTimeInterval(-Double(60 - index) * 86_400)
        for (position, line) in lines.dropFirst().enumerated() {
            let item = insertItem(line, of: list, categories: &categories, in: context)
            item.position = Double(position + 1)
            if list.shop != nil { insertProduct(of: item, in: context) }
        }
    }

    /// What is known of an item that has been bought before.
    private mutating func insertProduct(of item: Item, in context: NSManagedObjectContext) {
        let product = Product(context: context)
        product.identifier = UUID()
        product.name = item.title
        product.foldedName = Search.folded(item.title ?? "")
        product.category = item.category
        (product.lastPrice, product.currency) = (item.price, item.currency)
        (product.usualQuantity, product.defaultUnit) = (item.quantity, item.unit)
        product.timesAdded = Int64(1 + habits.next() % 12)
        product.lastAddedAt = item.timestamp
    }

    /// An item from its line: title, quantity, unit, category, price, mark. The mark is `x` for done, `!` for important, `d` for due.
    private mutating func insertItem(
        _ line: String, of list: ItemList, categories: inout [String: Category], in context: NSManagedObjectContext
    ) -> Item {
        let fields = Self.fields(line)
        let item = Item(context: context)
        item.identifier = UUID()
        item.title = fields[0]
        item.setQuantity(Self.decimal(fields[1]) as Decimal?, unit: fields[2].isEmpty ? nil : fields[2])
        item.price = Self.decimal(fields[4])
        item.currency = item.price == nil ? nil : list.shop?.currency ?? "EUR"
        if !fields[3].isEmpty { item.category = category(fields[3], in: &categories, context) }
        let age = Double(random.next() % 1_209_600)
        item.timestamp = now.addingTimeInterval(-age)
        if fields[5].contains("x") {
            item.tick(at: now.addingTimeInterval(-age * Double(random.next() % 90) / 100))
        }
        if fields[5].contains("!") { item.priority = 1 }
        if fields[5].contains("d") {
            let today = (now.timeIntervalSince1970 / 86_400).rounded(.down)
            item.dueAt = Date(timeIntervalSince1970: (today + Double(random.next() % 10)) * 86_400)
            item.dueIsDateOnly = true
        }
        item.list = list
        return item
    }

    private func category(
        _ name: String, in categories: inout [String: Category], _ context: NSManagedObjectContext
    ) -> Category {
        if let known = categories[name] { return known }
        let category = Category(context: context)
        category.identifier = UUID()
        category.name = name
        category.symbol = Self.symbols[name]
        categories[name] = category
        return category
    }

    /// Each shop has the categories in an order of its own.
    private mutating func insertAisles(
        of shops: [Shop], categories: [String: Category], in context: NSManagedObjectContext
    ) {
        for shop in shops {
            let names = Self.symbols.keys.sorted().shuffled(using: &random)
            for (position, name) in names.enumerated() {
                guard let category = categories[name] else { continue }
                let aisle = Aisle(context: context)
                aisle.identifier = UUID()
                aisle.position = Double(position + 1)
                aisle.category = category
                aisle.shop = shop
            }
        }
    }

    /// The fields of a line, six at least, so that trailing ones may be left out.
    private static func fields(_ line: String) -> [String] {
        let fields = line.split(separator: "|", omittingEmptySubsequences: false).map {
            String($0).trimmingCharacters(in: .whitespaces)
        }
        return fields + Array(repeating: "", count: max(0, 6 - fields.count))
    }

    private static func decimal(_ text: String) -> NSDecimalNumber? {
        Decimal(string: text).map { NSDecimalNumber(decimal: $0) }
    }
}

/// Numbers that look random and are the same in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
