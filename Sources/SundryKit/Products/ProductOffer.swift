import CoreData

/// The products that may be meant by what is typed so far, most likely first.
public struct ProductOffer {
    /// Their names.
    public let names: [String]

    /// The products whose name, or a word of it, begins with a text, whatever its case and accents. Names that begin with it
    /// come before those in which a later word does; of each the ones that are added often and were added lately.
    public init(for text: String, limit: Int = 6, now: Date = Date(), in context: NSManagedObjectContext) throws {
        let stem = Search.folded(text)
        let request = NSFetchRequest<Product>(entityName: "Product")
        if !stem.isEmpty {
            request.predicate = NSPredicate(
                format: "foldedName BEGINSWITH %@ OR foldedName CONTAINS %@", stem, " " + stem)
        }
        request.sortDescriptors = [
            NSSortDescriptor(key: "timesAdded", ascending: false),
            NSSortDescriptor(key: "lastAddedAt", ascending: false),
        ]
        // Of the many that one letter finds, those that are seldom added are not looked at.
        request.fetchLimit = 200
        let ranked = try context.fetch(request).map { product in
            (isFirst: (product.foldedName ?? "").hasPrefix(stem), rank: product.rank(at: now), name: product.name ?? "")
        }.sorted { one, other in
            if one.isFirst != other.isFirst { return one.isFirst }
            return one.rank == other.rank ? one.name < other.name : one.rank > other.rank
        }
        names = ranked.prefix(limit).map(\.name)
    }
}

extension Product {
    /// How likely it is to be added: each time counts half as much for every thirty days that have gone by since the last.
    fileprivate func rank(at now: Date) -> Double {
        let days = max(0, now.timeIntervalSince(lastAddedAt ?? .distantPast) / 86_400)
        return Double(timesAdded) * pow(0.5, days / 30)
    }
}
