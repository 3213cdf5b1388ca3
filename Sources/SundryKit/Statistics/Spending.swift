import CoreData

/// Sums of money by what they are spent on, apart for each currency.
struct Spending {
    private var sums: [String: [String: Decimal]] = [:]

    /// Nothing spent.
    init() {}

    /// So much more for that; an empty name where nobody said for what.
    mutating func add(_ cost: (value: Decimal, currency: String), for name: String) {
        sums[cost.currency, default: [:]][name, default: 0] += cost.value
    }

    /// The sums of each currency, most first; what has no name stands last under that one. Where nothing has a name there is
    /// nothing to tell.
    func bars(unnamed: String) -> [(currency: String, bars: [Statistics.Bar])] {
        sums.sorted { $0.key < $1.key }.compactMap { currency, sums in
            guard sums.keys.contains(where: { !$0.isEmpty }) else { return nil }
            let sorted = sums.sorted { one, other in
                if one.key.isEmpty != other.key.isEmpty { return other.key.isEmpty }
                return one.value == other.value ? one.key < other.key : one.value > other.value
            }
            return (currency, sorted.map { Statistics.Bar(name: $0.isEmpty ? unnamed : $0, sum: $1) })
        }
    }
}

extension Statistics.Bar {
    /// A sum of money, in two places.
    init(name: String, sum: Decimal) {
        self.init(
            name: name, value: NSDecimalNumber(decimal: sum).doubleValue,
            text: Price.digits(of: EntryNumber.rounded(sum, to: 2)))
    }
}

/// The shops of items: what an item's title names, `@Aldi`, else that of its list.
struct ShopsOfItems {
    private var names: [String: String] = [:]

    init(in context: NSManagedObjectContext) throws {
        for shop in try context.fetch(Shop.fetchRequest()) {
            if let name = shop.name { names[EntryNames.key(name)] = name }
        }
    }

    /// The name of the shop where an item is bought; empty where nobody said.
    func name(of item: Item) -> String {
        guard let typed = item.shopName else { return item.list?.shop?.name ?? "" }
        return names[EntryNames.key(typed)] ?? typed
    }
}
