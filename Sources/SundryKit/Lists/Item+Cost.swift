import CoreData

extension Item {
    /// What the item costs as it stands on the list, in its currency: the price times how many, where it is counted; of what is
    /// weighed or poured, the price is that of the amount.
    public var cost: (value: Decimal, currency: String)? {
        guard let price = price as Decimal? else { return nil }
        let isCounted = unit.map { MeasureUnit.named($0)?.kind == nil } ?? true
        let count = isCounted ? quantity as Decimal? ?? 1 : 1
        return (price * count, currency ?? "")
    }
}

/// What items cost together, by currency.
public struct Total: Equatable {
    private var sums: [String: Decimal] = [:]

    /// Nothing.
    public init() {}

    /// The sum of some items.
    public init(of items: some Sequence<Item>) {
        for item in items {
            if let cost = item.cost { sums[cost.currency, default: 0] += cost.value }
        }
    }

    /// The sums, largest first: “41.30 EUR, 5.00 USD”; nil where nothing has a price.
    public var text: String? {
        guard !sums.isEmpty else { return nil }
        return sums.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
            .map { [Price.digits(of: EntryNumber.rounded($0.value, to: 2)), $0.key].joined(separator: " ") }
            .map(Title.trimmed).joined(separator: ", ")
    }
}
