import CoreData

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

    /// The sum of what a request finds, added up by the store: for more items than are looked at one by one.
    public init(of request: NSFetchRequest<Item>, in context: NSManagedObjectContext) throws {
        func sum(_ name: String, _ expression: NSExpression) -> NSExpressionDescription {
            let description = NSExpressionDescription()
            description.name = name
            description.expression = NSExpression(forFunction: "sum:", arguments: [expression])
            description.expressionResultType = .doubleAttributeType
            return description
        }
        for hasQuantity in [false, true] {
            let sums = NSFetchRequest<NSDictionary>(entityName: "Item")
            sums.resultType = .dictionaryResultType
            sums.predicate = NSCompoundPredicate(
                andPredicateWithSubpredicates: [
                    request.predicate, NSPredicate(format: "price != nil"),
                    NSPredicate(format: hasQuantity ? "quantity != nil" : "quantity == nil"),
                ].compactMap(\.self))
            sums.propertiesToGroupBy = ["currency", "unit"]
            sums.propertiesToFetch =
                ["currency", "unit", sum("ofAll", NSExpression(forKeyPath: "price"))]
                + (hasQuantity ? [sum("ofEach", NSExpression(format: "price * quantity"))] : [])
            for row in try context.fetch(sums) {
                let isCounted = hasQuantity && MeasureUnit.counts(row["unit"] as? String)
                guard let sum = row[isCounted ? "ofEach" : "ofAll"] as? NSNumber else { continue }
                self.sums[row["currency"] as? String ?? "", default: 0] += Decimal(sum.doubleValue)
            }
        }
    }

    /// As many currencies as fit on a line with other things.
    private static let mostTold = 2

    /// The sums, largest first: “41.30 EUR, 5.00 USD”, of many currencies “and 2 more”; nil where nothing has a price.
    public var text: String? {
        guard !sums.isEmpty else { return nil }
        let told = sums.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
            .map { [Price.digits(of: EntryNumber.rounded($0.value, to: 2)), $0.key].joined(separator: " ") }
            .map(Title.trimmed)
        let more = told.count > Self.mostTold ? " and \(told.count - Self.mostTold) more" : ""
        return told.prefix(Self.mostTold).joined(separator: ", ") + more
    }
}
