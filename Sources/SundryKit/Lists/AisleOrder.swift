import CoreData

/// The order of categories on the way through a shop: those that have a shelf there as the shelves come, then the others by name.
public struct AisleOrder: Equatable {
    private var places: [String: Int] = [:]
    private var titles: [String: String] = [:]
    /// The names of all categories in this order.
    public private(set) var names: [String] = []

    /// The order in a shop; by name alone where there is none.
    public init(for shop: Shop?, in context: NSManagedObjectContext) throws {
        let categories = try context.fetch(Category.fetchRequest()).sorted { one, other in
            (one.name ?? "").localizedStandardCompare(other.name ?? "") == .orderedAscending
        }
        let aisles = shop?.inOrder ?? []
        let ordered = aisles.compactMap(\.category) + categories
        for category in ordered {
            guard let name = category.name, places[name] == nil else { continue }
            places[name] = places.count
            names.append(name)
            titles[name] = category.label
        }
    }

    /// The place of the category of that name; what has no category comes last.
    public func place(of name: String) -> Int { name.isEmpty ? Int.max : places[name] ?? Int.max - 1 }

    /// The name with its symbol; a word for none.
    public func title(of name: String) -> String { name.isEmpty ? "No category" : titles[name] ?? name }
}

extension Category {
    /// The name with the symbol before it.
    public var label: String { [symbol, name].compactMap { $0?.isEmpty == false ? $0 : nil }.joined(separator: " ") }
}

extension Shop {
    /// The shelves in the order in which one comes by.
    public var inOrder: [Aisle] {
        (aisles?.array ?? []).compactMap { $0 as? Aisle }.sorted { $0.position < $1.position }
    }
}
