import CoreData

/// Changes of an item what a typed line speaks of.
///
///     try ReviseItem(item, ItemRevision("oat milk 2 l due:fri")).run(in: context)
public struct ReviseItem: UserEdit {
    /// “edit”.
    public static let verb = EditItem.verb
    private let item: Item
    private let revision: ItemRevision
    /// Never: what another process wrote into other fields stays.
    public static let overwrites = false

    /// The item changed as a line says.
    public init(_ item: Item, _ revision: ItemRevision) {
        self.item = item
        self.revision = revision
    }

    /// Gives back what is another than before, each field as it is now. Throws a problem of kind `missing` where the item was
    /// deleted.
    public func change(in context: NSManagedObjectContext) throws -> Change<[ItemField]> {
        guard item.isThere else {
            throw Problem("This item was deleted meanwhile: nothing was changed.", kind: .missing)
        }
        let old = Title.shortened(item.title ?? "")
        let before = ItemField.allCases.map { $0.text(of: item) }
        let renaming = try EditItem(item, try fields(in: context)).change(in: context)
        let changed = zip(ItemField.allCases, before).filter { $0.text(of: item) != $1 }.map(\.0)
        guard changed.count == 1, let field = changed.first, field != .title else {
            return Change(changed, summary: renaming.summary)
        }
        let now = field.text(of: item)
        return Change(
            changed,
            summary: "edit \(old): \(field.label.lowercased()) \(now.isEmpty ? "none" : Title.shortened(now))")
    }

    private func fields(in context: NSManagedObjectContext) throws -> [EditItem.Field] {
        let entry = revision.entry
        var names = EntryNames(in: context)
        var fields: [EditItem.Field] = []
        if let title = revision.title {
            fields.append(.title(title))
        } else if let shop = entry.shop {
            fields.append(.title("\(item.productName) \(QuickEntry.marked("@", shop))"))
        }
        for field in ItemField.allCases where revision.cleared.contains(field) { fields.append(field.nothing) }
        if let amount = entry.amount { fields.append(.amount(amount)) }
        if let category = entry.category { fields.append(.category(try names.category(category))) }
        if let price = entry.price { fields.append(.price(price.value, currency: price.currency)) }
        if let due = entry.due { fields.append(.due(due.date, isDateOnly: due.minute == nil)) }
        if let recurrence = entry.recurrence, !item.isRecurring(like: recurrence) {
            fields.append(.recurrence(recurrence.meaning(entry.due).rule))
        }
        if entry.priority > 0 { fields.append(.priority(Int16(entry.priority))) }
        if !entry.tags.isEmpty {
            let there = revision.cleared.contains(.tags) ? [] : (item.tags?.allObjects ?? []).compactMap { $0 as? Tag }
            fields.append(.tags(there + (try entry.tags.map { try names.tag($0) })))
        }
        for named in revision.named { fields.append(try named.field.value(of: named.text, for: item, in: context)) }
        return fields
    }
}

extension ItemField {
    /// The field without anything in it.
    fileprivate var nothing: EditItem.Field {
        switch self {
        case .title: .title("")
        case .amount: .amount(nil)
        case .category: .category(nil)
        case .price: .price(nil, currency: nil)
        case .due: .due(nil, isDateOnly: false)
        case .recurrence: .recurrence(nil)
        case .priority: .priority(0)
        case .tags: .tags([])
        case .note: .note(nil)
        }
    }
}
