import CoreData

/// The lists of `sundry --demo`: always the same ones, their times told from now on back.
public struct DemoData {
    private let now: Date
    private var random = SeededGenerator(seed: 2)
    /// Apart from the others, so that what is learned moves no item.
    private var habits = SeededGenerator(seed: 3)
    private var identifiers = FreshIdentifiers()

    /// Demo lists as of that moment.
    public init(now: Date = Date()) { self.now = now }

    /// Puts the lists into an empty context, with eight weeks of history that can be undone step by step, and saves it.
    public mutating func seed(in context: NSManagedObjectContext) throws {
        let shops = Self.shops.map { text in insertShop(text, in: context) }
        var categories: [String: Category] = [:]
        let lists = Self.lists.enumerated().map { index, text in
            insertList(text, at: index, shops: shops, categories: &categories, in: context)
        }
        insertAisles(of: shops, categories: categories, in: context)
        let past = insertList(
            Self.party, at: lists.count, ended: 30, shops: shops, categories: &categories, in: context)
        var history = DemoHistory(now: now, in: context)
        history.insert(for: lists.map(\.list), items: lists.map(\.items))
        history.insertArchived(past.list, items: past.items, at: now.addingTimeInterval(-28.5 * 86_400))
        try context.save()
    }

    private mutating func insertShop(_ text: String, in context: NSManagedObjectContext) -> Shop {
        let fields = Self.fields(text)
        let shop = Shop(context: context)
        shop.identifier = identifiers.next()
        shop.name = fields[0]
        shop.currency = fields[1]
        return shop
    }

    /// A list from its text: name, symbol, shop, sort key and direction on the first line, an item on each further one. Nothing came
    /// to it in the days since it ended.
    private mutating func insertList(
        _ text: String, at index: Int, ended days: Double = 0, shops: [Shop], categories: inout [String: Category],
        in context: NSManagedObjectContext
    ) -> (list: ItemList, items: [Item]) {
        let lines = text.split(separator: "\n").map(String.init)
        let fields = Self.fields(lines[0])
        let list = ItemList(context: context)
        list.identifier = identifiers.next()
        list.setName(fields[0])
        list.symbol = fields[1]
        list.shop = shops.first { $0.name == fields[2] }
        list.sortKey = fields[3]
        list.sortAscending = fields[4] == "up"
        list.position = Double(index + 1)
        list.createdAt = now.addingTimeInterval(-Double(60 - index) * 86_400)
        var items: [Item] = []
        for (position, line) in lines.dropFirst().enumerated() {
            let fields = Self.fields(line)
            let item = insertItem(fields, of: list, categories: &categories, in: context)
            item.position = Double(position + 1)
            item.timestamp?.addTimeInterval(-days * 86_400)
            item.completedAt?.addTimeInterval(-days * 86_400)
            if list.shop != nil { insertProduct(of: item, isStaple: fields[5].contains("s"), in: context) }
            items.append(item)
        }
        return (list, items)
    }

    /// What is known of an item that has been bought before.
    private mutating func insertProduct(of item: Item, isStaple: Bool, in context: NSManagedObjectContext) {
        let product = Product(context: context)
        product.identifier = identifiers.next()
        product.isStaple = isStaple
        product.name = item.title
        product.foldedName = Search.folded(item.title ?? "")
        product.category = item.category
        (product.lastPrice, product.currency) = (item.price, item.currency)
        (product.usualQuantity, product.defaultUnit) = (item.quantity, item.unit)
        product.timesAdded = Int64(1 + habits.next() % 12)
        product.lastAddedAt = item.timestamp
    }

    /// An item from the fields of its line: title, quantity, unit, category, price, marks, recurrence, note. The marks are `x` for
    /// done, `!` for important, `d` for due on a day, `t` for due in the evening, `s` for a staple.
    private mutating func insertItem(
        _ fields: [String], of list: ItemList, categories: inout [String: Category], in context: NSManagedObjectContext
    ) -> Item {
        let item = Item(context: context)
        item.identifier = identifiers.next()
        item.title = fields[0]
        let amount = Self.decimal(fields[1]).map { Amount($0 as Decimal, unit: fields[2].isEmpty ? nil : fields[2]) }
        item.setQuantity(amount?.quantity, unit: amount?.unit, text: amount?.text)
        item.price = Self.decimal(fields[4])
        item.currency = item.price == nil ? nil : list.shop?.currency ?? "EUR"
        if !fields[3].isEmpty { item.category = category(fields[3], in: &categories, context) }
        let age = Double(random.next() % 1_209_600)
        item.timestamp = now.addingTimeInterval(-age)
        if fields[5].contains("x") {
            item.tick(at: now.addingTimeInterval(-age * Double(random.next() % 90) / 100))
        }
        if fields[5].contains("!") { item.priority = 1 }
        if fields[5].contains("d") || fields[5].contains("t"), let today = CalendarDay(now) {
            // Some of it is overdue.
            let day = today.adding(days: Int(random.next() % 12) - 2)
            item.setDue(DueDate(day, minute: fields[5].contains("t") ? 18 * 60 : nil))
        }
        item.recurrence = Recurrence(fields[6])?.rule
        if !fields[7].isEmpty { item.note = fields[7] }
        item.list = list
        return item
    }

    private mutating func category(
        _ name: String, in categories: inout [String: Category], _ context: NSManagedObjectContext
    ) -> Category {
        if let known = categories[name] { return known }
        let category = Category(context: context)
        category.identifier = identifiers.next()
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
                aisle.identifier = identifiers.next()
                aisle.position = Double(position + 1)
                aisle.category = category
                aisle.shop = shop
            }
        }
    }

    /// The fields of a line, eight at least, so that trailing ones may be left out.
    private static func fields(_ line: String) -> [String] {
        let fields = line.split(separator: "|", omittingEmptySubsequences: false).map {
            String($0).trimmingCharacters(in: .whitespaces)
        }
        return fields + Array(repeating: "", count: max(0, 8 - fields.count))
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
