import CoreData

/// The products that some titles name: what is known of them, and what is learned as they are added again.
struct ProductMemory {
    private let context: NSManagedObjectContext
    private var known: [String: Product] = [:]
    /// How many names one look-up asks for.
    private static let portion = 500

    /// What is known of the products of those names.
    init(of names: some Sequence<String>, in context: NSManagedObjectContext) throws {
        self.context = context
        let wanted = Array(Set(names.map(Search.folded)))
        for start in stride(from: 0, to: wanted.count, by: Self.portion) {
            let request = NSFetchRequest<Product>(entityName: "Product")
            request.predicate = NSPredicate(
                format: "foldedName IN %@", Array(wanted[start..<min(start + Self.portion, wanted.count)]))
            for product in try context.fetch(request) { known[product.foldedName ?? ""] = product }
        }
    }

    /// The product of that name, if there is one.
    subscript(name: String) -> Product? { known[Search.folded(name)] }

    /// An item was added of what a line says: it gets what the line leaves open and is known, the rest is learned from it.
    mutating func use(_ entry: QuickEntry, for item: Item, at time: Date) {
        let product = product(entry.productName)
        if item.category == nil { item.category = product.category }
        if item.price == nil, let price = product.price(of: entry.amount) { item.setPrice(price) }
        product.timesAdded += 1
        product.lastAddedAt = time
        if let amount = entry.amount { product.setUsual(amount) }
        product.learn(from: item)
    }

    /// The category or the price of an item was set by hand.
    mutating func correct(_ name: String, by item: Item) { product(name).learn(from: item) }

    /// The product of an item, which knows no less from now on than the item says.
    mutating func product(of item: Item) -> Product {
        let product = product(item.productName)
        if product.usualQuantity == nil {
            (product.usualQuantity, product.defaultUnit) = (item.quantity, item.unit)
        }
        if product.category == nil { product.category = item.category }
        if product.lastPrice == nil { (product.lastPrice, product.currency) = (item.price, item.currency) }
        return product
    }

    mutating func product(_ name: String) -> Product {
        let key = Search.folded(name)
        if let product = known[key] { return product }
        let product = Product(context: context)
        product.identifier = UUID()
        product.name = name
        product.foldedName = key
        known[key] = product
        return product
    }
}

extension Product {
    /// What so much of it costs by what it cost last: each, where it was counted in the same unit, else what is weighed or
    /// poured in proportion to the usual amount, of which `lastPrice` is the price.
    func price(of amount: Amount?) -> Price? {
        guard let lastPrice = lastPrice as Decimal?, let currency else { return nil }
        let price = Price(lastPrice, currency: currency)
        guard let amount else { return price }
        if let ratio = usualAmount.flatMap({ amount.ratio(to: $0) }) { return price.times(ratio) }
        return amount.unit == defaultUnit ? price : nil
    }

    /// Sets how much of it is usually bought, and what that costs by what was known of another amount.
    func setUsual(_ amount: Amount) {
        lastPrice = price(of: amount).map { NSDecimalNumber(decimal: $0.value) }
        if lastPrice == nil { currency = nil }
        (usualQuantity, defaultUnit) = (NSDecimalNumber(decimal: amount.quantity), amount.unit)
    }

    fileprivate func learn(from item: Item) {
        if let category = item.category { self.category = category }
        guard let price = item.saidPrice else { return }
        // The item may be more than what is usual.
        let ratio = item.measuredAmount.flatMap { bought in usualAmount.flatMap { $0.ratio(to: bought) } }
        lastPrice = NSDecimalNumber(decimal: ratio.map { price.times($0).value } ?? price.value)
        currency = item.currency
    }
}

extension QuickEntry {
    /// The title without the shop in it: what is bought, wherever.
    var productName: String { shop.map { Self.title(title, without: $0) } ?? title }
}

extension Item {
    /// What is bought, wherever: the title without the shop in it.
    var productName: String { shopName.map { QuickEntry.title(title ?? "", without: $0) } ?? title ?? "" }

    /// The shop that its title names, `@Aldi`.
    public var shopName: String? { QuickEntry.shop(in: title ?? "") }

    /// What is known of it from one time to the next; nil where it has never been added by a line.
    public var product: Product? {
        guard let managedObjectContext else { return nil }
        return try? ProductMemory(of: [productName], in: managedObjectContext)[productName]
    }
}
