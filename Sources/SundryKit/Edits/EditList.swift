import CoreData

/// Changes what is said of a list: its symbol and its shop.
public struct EditList: UserEdit {
    /// A field and its new value.
    public enum Field {
        /// The picture before the name; none where it is empty.
        case symbol(String)
        /// The shop of that name, which is made where there is none; none where it is empty.
        case shop(String)
    }

    /// “edit list”.
    public static let verb = "edit list"
    private let list: ItemList
    private let field: Field
    private let former: String?
    /// Never: what another process wrote into other fields stays.
    public static let overwrites = false

    /// The list with that field changed. Where `former` is given, a text that is another one by now is not replaced.
    public init(_ list: ItemList, _ field: Field, from former: String? = nil) {
        self.list = list
        self.field = field
        self.former = former
    }

    /// Sets the field. Throws a problem of kind `missing` where the list was deleted.
    public func change(in context: NSManagedObjectContext) throws -> Change<Void> {
        guard list.isThere else {
            throw Problem("This list was deleted meanwhile: nothing was changed.", kind: .missing)
        }
        let name = Title.shortened(list.name ?? "")
        switch field {
        case .symbol(let text):
            let symbol = Title.trimmed(text)
            guard symbol.count <= 2 else { throw Problem("A symbol is one picture or letter, or two.", kind: .usage) }
            try require(list.symbol, symbol)
            list.symbol = symbol.isEmpty ? nil : symbol
            return Change((), summary: "edit list \(name): symbol \(symbol.isEmpty ? "none" : symbol)")
        case .shop(let text):
            try require(list.shop?.name, Title.trimmed(text))
            let shop = Title.trimmed(text).isEmpty ? nil : try Shop.named(text, in: context)
            list.shop = shop
            return Change(
                (), summary: "edit list \(name): shop \(shop.map { Title.shortened($0.name ?? "") } ?? "none")")
        }
    }

    private func require(_ now: String?, _ wanted: String) throws(Problem) {
        guard now ?? "" != wanted else { return }
        try Title.require(now ?? "", toBe: former)
    }
}

extension Shop {
    /// The shop of that name, whatever its case and accents, made where there is none.
    static func named(_ text: String, in context: NSManagedObjectContext) throws -> Shop {
        let name = try Title.checkedName(text)
        let all = try context.fetch(Shop.fetchRequest())
        if let shop = all.first(where: { Search.folded($0.name ?? "") == Search.folded(name) }) { return shop }
        let shop = Shop(context: context)
        shop.identifier = UUID()
        shop.name = name
        return shop
    }
}
