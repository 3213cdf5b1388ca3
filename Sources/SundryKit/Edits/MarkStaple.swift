import CoreData

/// Makes products staples, which are always to be in the house, or takes that back.
public struct MarkStaple: UserEdit {
    /// “staple”.
    public static let verb = "staple"
    /// Never: what another window has learned of a product meanwhile stays.
    public static let overwrites = false
    private let items: [Item]
    private let entries: [QuickEntry]
    private let isStaple: Bool

    /// The products of those items as staples, or not. What is not known of a product yet is taken from the item.
    public init(_ items: [Item], isStaple: Bool = true) {
        (self.items, entries, self.isStaple) = (items, [], isStaple)
    }

    /// The products that typed lines name as staples, with all that the lines say of them; or not as staples.
    public init(lines: [String], isStaple: Bool = true) {
        (items, entries, self.isStaple) = ([], lines.map { QuickEntry($0) }, isStaple)
    }

    /// Gives back the names of the products that changed.
    public func change(in context: NSManagedObjectContext) throws -> Change<[String]> {
        let items = items.filter(\.isThere)
        var products = try ProductMemory(of: items.map(\.productName) + entries.map(\.productName), in: context)
        var names = EntryNames(in: context)
        var changed: [String] = []
        func set(_ product: Product) {
            guard product.isStaple != isStaple else { return }
            product.isStaple = isStaple
            changed.append(product.name ?? "")
        }
        for item in items where isStaple || products[item.productName] != nil { set(products.product(of: item)) }
        for entry in entries {
            guard isStaple else {
                guard let product = products[entry.productName] else {
                    throw Problem("There is no staple “\(Title.shortened(entry.productName))”.", kind: .missing)
                }
                set(product)
                continue
            }
            let product = products.product(entry.productName)
            try product.take(entry, &names)
            set(product)
        }
        // What is usual of a staple may change alone.
        let titles = Title.naming(changed.isEmpty ? entries.map(\.productName) : changed)
        return Change(changed, summary: isStaple ? "make \(titles) a staple" : "make \(titles) no staple")
    }
}

extension MarkStaple {
    /// Whether one of the items is no staple.
    public static func isNeeded(for items: [Item], in context: NSManagedObjectContext) throws -> Bool {
        let staples = Set(try Product.staples(in: context).compactMap(\.foldedName))
        return items.contains { !staples.contains(Search.folded($0.productName)) }
    }
}

extension Product {
    /// Sets what a line says of it.
    fileprivate func take(_ entry: QuickEntry, _ names: inout EntryNames) throws {
        if let amount = entry.amount { setUsual(amount) }
        if let category = entry.category { self.category = try names.category(category) }
        if let price = entry.price { (lastPrice, currency) = (NSDecimalNumber(decimal: price.value), price.currency) }
    }

    /// The staples, in the order of their names.
    public static func staples(in context: NSManagedObjectContext) throws -> [Product] {
        let request = NSFetchRequest<Product>(entityName: "Product")
        request.predicate = NSPredicate(format: "isStaple == YES")
        request.sortDescriptors = [NSSortDescriptor(key: "foldedName", ascending: true)]
        return try context.fetch(request)
    }

    /// How much of it is usually bought; nil where that was never said.
    public var usualAmount: Amount? { (usualQuantity as Decimal?).map { Amount($0, unit: defaultUnit) } }

    /// What it is, as a line: “2 l Milk”.
    public var line: String { [usualAmount?.text, name].compactMap(\.self).joined(separator: " ") }
}
