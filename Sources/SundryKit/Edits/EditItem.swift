import CoreData

/// Changes fields of one item.
///
///     try EditItem(item, .title("Oat milk"), .quantity(Decimal(2), unit: "l")).run(in: context)
public struct EditItem: UserEdit {
    /// A field and its new value.
    public enum Field {
        /// The title, which must not be empty.
        case title(String)
        /// The note; none where it is empty.
        case note(String?)
        /// How much of what.
        case quantity(Decimal?, unit: String?)
        /// The price of one, in a currency.
        case price(Decimal?, currency: String?)
        /// When it is due: a moment, or a day alone, which is given as its midnight in UTC.
        case due(Date?, isDateOnly: Bool)
        /// 0 for none, else 1 (highest) to 9.
        case priority(Int16)
        /// The category.
        case category(Category?)
        /// How much of what, in the words it was typed in.
        case amount(Amount?)
        /// How often it comes again, as a rule of iCalendar.
        case recurrence(String?)
        /// The tags, all of them.
        case tags([Tag])

        /// Whether it is remembered of the product.
        fileprivate var isLearned: Bool {
            switch self {
            case .price, .category: true
            default: false
            }
        }
    }

    /// “edit”.
    public static let verb = "edit"
    private let item: Item
    private let fields: [Field]
    private let former: String?
    /// Never: what another process wrote into other fields stays.
    public static let overwrites = false

    /// The item with those fields changed. Where `former` is given, a title that is another one by now is not replaced.
    public init(_ item: Item, _ fields: Field..., from former: String? = nil) {
        self.init(item, fields, from: former)
    }

    init(_ item: Item, _ fields: [Field], from former: String? = nil) {
        self.item = item
        self.fields = fields
        self.former = former
    }

    /// Sets the fields that differ. Throws a problem of kind `missing` where the item was deleted.
    public func change(in context: NSManagedObjectContext) throws -> Change<Void> {
        guard item.isThere else {
            throw Problem("This item was deleted meanwhile: nothing was changed.", kind: .missing)
        }
        let old = item.title ?? ""
        for field in fields { try set(field) }
        if fields.contains(where: \.isLearned) {
            var products = try ProductMemory(of: [item.productName], in: context)
            products.correct(item.productName, by: item)
        }
        let title = item.title ?? ""
        let renamed = title == old ? "" : " to \(Title.shortened(title))"
        return Change((), summary: "edit \(Title.shortened(old))\(renamed)")
    }

    private func set(_ field: Field) throws(Problem) {
        switch field {
        case .title(let text):
            let title = try Title.checked(text)
            guard title != item.title, title != former else { return }
            if let now = item.title { try Title.require(now, toBe: former) }
            item.title = title
        case .note(let note): item.note = note.flatMap { $0.isEmpty ? nil : $0 }
        case .quantity(let quantity, let unit): item.setQuantity(quantity, unit: unit)
        case .price(let price, let currency):
            item.price = price.map { NSDecimalNumber(decimal: $0) }
            item.currency = price == nil ? nil : currency
        case .due(let date, let isDateOnly):
            item.dueAt = date
            item.dueIsDateOnly = date != nil && isDateOnly
        case .priority(let priority):
            guard (0...9).contains(priority) else {
                throw Problem("A priority is 1 to 9, or 0 for none.", kind: .usage)
            }
            item.priority = priority
        case .category(let category): item.category = category
        case .amount(let amount): item.setQuantity(amount?.quantity, unit: amount?.unit, text: amount?.text)
        case .recurrence(let rule): item.recurrence = rule
        case .tags(let tags): item.tags = NSSet(array: tags)
        }
    }
}
