import CoreData

/// Puts items into a category, or takes them out of theirs. What is bought under that name comes into it from then on.
public struct CategorizeItem: UserEdit {
    /// “categorize”.
    public static let verb = "categorize"
    /// Never: another window may have deleted the items meanwhile.
    public static let overwrites = false
    private let items: [Item]
    private let name: String

    /// The items in the category of that name, which is made where there is none; in none where the name is empty.
    public init(_ items: [Item], in name: String) {
        self.items = items
        self.name = Title.trimmed(name)
    }

    /// Gives back how many items are in another category than before. Throws a problem of kind `missing` where all of them were
    /// deleted.
    public func change(in context: NSManagedObjectContext) throws -> Change<Int> {
        var names = EntryNames(in: context)
        let category = name.isEmpty ? nil : try names.category(Title.checkedName(name))
        let changing = try Item.there(items).filter { $0.category != category }
        var products = try ProductMemory(of: changing.map(\.productName), in: context)
        for item in changing {
            item.category = category
            products.correct(item.productName, by: item)
        }
        let titles = Title.naming(changing.map { $0.title ?? "" })
        return Change(
            changing.count,
            summary: category.map { "put \(titles) into \(Title.shortened($0.name ?? ""))" }
                ?? "take \(titles) out of the category")
    }
}
