import CoreData

/// Makes more of items, or less, by steps that suit their units.
public struct ChangeQuantity: UserEdit {
    /// “change quantity”.
    public static let verb = "change quantity"
    /// Never: of two windows that make it more at once, each counts.
    public static let overwrites = false
    private let items: [Item]
    private let steps: Int

    /// So many steps more of each item, or less where they are less than none.
    public init(_ items: [Item], by steps: Int) {
        self.items = items
        self.steps = steps
    }

    /// Gives back how many items changed. What would come to nothing stays as it is: that is for deleting.
    public func change(in context: NSManagedObjectContext) throws -> Change<Int> {
        var changed: [Item] = []
        for item in items where item.isThere {
            let quantity = item.quantity as Decimal? ?? 1
            let amount = Amount(quantity + Decimal(steps) * Self.step(quantity, of: item.unit), unit: item.unit)
            guard amount.quantity > 0 else { continue }
            // One thing is the thing.
            let isOne = amount.quantity == 1 && amount.unit == nil
            if isOne { item.setQuantity(nil, unit: nil) } else { item.setAmount(amount) }
            changed.append(item)
        }
        let what = changed.count == 1 ? Title.shortened(changed[0].line) : Title.naming(changed.map { $0.title ?? "" })
        return Change(changed.count, summary: "make it \(what)")
    }

    /// A pack of fifty grams, half a litre, one of what is counted.
    private static func step(_ quantity: Decimal, of unit: String?) -> Decimal {
        switch unit {
        case "g", "ml": quantity >= 1000 ? 500 : quantity >= 100 ? 50 : 10
        case "kg", "l": quantity < 2 ? 0.5 : 1
        default: 1
        }
    }
}
