import CoreData

/// Puts on a list the staples that are not open on it, as much of each as is usual, with its category and its price.
public struct AddStaples: UserEdit, Sendable {
    /// “add”.
    public static let verb = AddItem.verb
    /// Never: another window may have put them on the list meanwhile.
    public static let overwrites = false
    private let target: ListTarget
    /// How many names one look-up asks for.
    private static let portion = 20

    /// The staples on the target list.
    public init(to target: ListTarget) { self.target = target }

    /// Gives back what was missing. Throws a problem where there are no staples.
    public func change(in context: NSManagedObjectContext) throws -> Change<[Item]> {
        let staples = try Product.staples(in: context)
        guard !staples.isEmpty else {
            throw Problem("There are no staples yet: make something one that is on a list.")
        }
        let list = try target.list(in: context)
        let missing = try self.missing(staples, on: list, in: context)
        var maker = try ItemMaker(of: missing.count, for: list, in: context)
        let now = Date()
        let items = missing.map { product in
            let item = maker.insert(product.name ?? "")
            if let amount = product.usualAmount {
                item.setQuantity(amount.quantity, unit: amount.unit, text: amount.text)
            }
            item.category = product.category
            (item.price, item.currency) = (product.lastPrice, product.currency)
            product.timesAdded += 1
            product.lastAddedAt = now
            return item
        }
        let what = items.count == 1 ? "the staple \(Title.shortened(items[0].line))" : "\(items.count) staples"
        return Change(items, summary: "add \(what)")
    }

    /// Those that are not open on the list. A list may have a million items, so that it is asked for the names.
    private func missing(
        _ staples: [Product], on list: ItemList, in context: NSManagedObjectContext
    ) throws -> [Product] {
        guard !list.objectID.isTemporaryID else { return staples }
        var there: Set<String> = []
        for start in stride(from: 0, to: staples.count, by: Self.portion) {
            let request = Item.request(of: list, all: false)
            let names = staples[start..<min(start + Self.portion, staples.count)].map { $0.name ?? "" }
            let titles = names.flatMap { name in
                // The shop may stand before the name or behind it.
                [
                    NSPredicate(format: "title ==[cd] %@", name),
                    NSPredicate(format: "title BEGINSWITH[cd] %@", name + " @"),
                    NSPredicate(format: "title BEGINSWITH '@' AND title ENDSWITH[cd] %@", " " + name),
                ]
            }
            request.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
                request.predicate ?? NSPredicate(value: true),
                NSCompoundPredicate(orPredicateWithSubpredicates: titles),
            ])
            for item in try context.fetch(request) { there.insert(Search.folded(item.productName)) }
        }
        return staples.filter { !there.contains($0.foldedName ?? "") }
    }
}
