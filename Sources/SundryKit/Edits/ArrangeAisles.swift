import CoreData

/// Sets the order in which one comes by the categories in a shop.
public struct ArrangeAisles: UserEdit {
    /// “arrange shop”.
    public static let verb = "arrange shop"
    private let shop: Shop
    private let order: [Category]

    /// The shop with those categories in that order, and no others.
    public init(_ shop: Shop, in order: [Category]) {
        self.shop = shop
        self.order = order
    }

    /// Sets the positions; a category that had no shelf gets one.
    public func change(in context: NSManagedObjectContext) throws -> Change<Void> {
        var known: [Category: Aisle] = [:]
        for aisle in shop.inOrder {
            if let category = aisle.category, known[category] == nil {
                known[category] = aisle
            } else {
                context.delete(aisle)
            }
        }
        for (index, category) in order.enumerated() {
            let aisle = known.removeValue(forKey: category) ?? Self.make(category, in: shop, context)
            if aisle.position != Double(index + 1) { aisle.position = Double(index + 1) }
        }
        for aisle in known.values { context.delete(aisle) }
        return Change((), summary: "arrange \(Title.shortened(shop.name ?? ""))")
    }

    private static func make(_ category: Category, in shop: Shop, _ context: NSManagedObjectContext) -> Aisle {
        let aisle = Aisle(context: context)
        aisle.identifier = UUID()
        (aisle.category, aisle.shop) = (category, shop)
        return aisle
    }
}
