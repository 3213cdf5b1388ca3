import CoreData

/// What there is to say of an item, each as a text that can be typed.
public enum ItemField: CaseIterable, Sendable {
    case title, amount, category, price, due, recurrence, priority, tags, note

    /// What it is called.
    public var label: String {
        switch self {
        case .title: "Title"
        case .amount: "Amount"
        case .category: "Category"
        case .price: "Price"
        case .due: "Due"
        case .recurrence: "Every"
        case .priority: "Priority"
        case .tags: "Tags"
        case .note: "Note"
        }
    }

    /// What may be typed, for who has not done so before.
    public var example: String {
        switch self {
        case .title: "what it is"
        case .amount: "2 l, 500 g, 6, 1 1/2 cups; nothing for one"
        case .category: "where it stands in the shop; nothing for none"
        case .price: "1.29 EUR, $2; nothing for none"
        case .due: "fri, tomorrow, +3d, 2026-12-24, friT18:00; nothing for never"
        case .recurrence: "day, week, 2w, month, mon,thu; nothing for once"
        case .priority: "1 (highest) to 9, high, low; nothing for none"
        case .tags: "words with blanks between them"
        case .note: "anything"
        }
    }

    /// What an item has there; empty for nothing.
    public func text(of item: Item) -> String {
        switch self {
        case .title: item.title ?? ""
        case .amount: item.amount ?? ""
        case .category: item.category?.name ?? ""
        case .price: item.priceText ?? ""
        case .due: item.dueText ?? ""
        case .recurrence: item.recurrence.map { Recurrence(rule: $0)?.text ?? $0 } ?? ""
        case .priority: item.priority == 0 ? "" : "\(item.priority)"
        case .tags: item.tagNames.joined(separator: " ")
        case .note: item.note ?? ""
        }
    }

    /// What a typed text means there. Throws a problem that says what may be typed.
    /// A price that names no currency is in that of the price that the item has, or in the user's.
    func value(of text: String, for item: Item, in context: NSManagedObjectContext) throws -> EditItem.Field {
        let text = Title.trimmed(text)
        switch self {
        case .category:
            var names = EntryNames(in: context)
            return .category(text.isEmpty ? nil : try names.category(Title.checkedName(text)))
        case .tags:
            var names = EntryNames(in: context)
            let words = text.split(whereSeparator: { $0.isWhitespace || $0 == "," }).map { word in
                String(word.first == "*" ? word.dropFirst() : word)
            }
            return .tags(try words.filter { !$0.isEmpty }.map { try names.tag($0) })
        default:
            return try plainValue(of: text, currency: item.saidPrice?.currency ?? EntryCustoms.current.currency)
        }
    }

    /// Whether a text makes sense there.
    func understands(_ text: String) -> Bool {
        switch self {
        case .category, .tags: !text.isEmpty
        default: (try? plainValue(of: text, currency: EntryCustoms.current.currency)) != nil
        }
    }

    /// What a text means in a field that is no name of something else.
    private func plainValue(of text: String, currency: String) throws -> EditItem.Field {
        switch self {
        case .title, .category, .tags: return .title(text)
        case .note: return .note(text)
        case .amount:
            if text.isEmpty { return .amount(nil) }
            if let number = Decimal(string: text), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), number > 0 {
                return .amount(Amount(number))
            }
            return .amount(try entry("\(text) x", title: "x").amount.orThrow(refusal))
        case .price: return text.isEmpty ? .price(nil, currency: nil) : try price(text, currency)
        case .due:
            guard !text.isEmpty else { return .due(nil, isDateOnly: false) }
            let due = try entry("x due:\(text.replacing(" ", with: "T"))", title: "x").due.orThrow(refusal)
            return .due(due.date, isDateOnly: due.minute == nil)
        case .recurrence:
            guard !text.isEmpty else { return .recurrence(nil) }
            return .recurrence(
                try entry("x every:\(text.replacing(" ", with: ""))", title: "x").recurrence.orThrow(refusal).rule)
        case .priority:
            guard !text.isEmpty else { return .priority(0) }
            let priority = try entry("x !\(text)", title: "x").priority
            guard priority > 0 else { throw refusal }
            return .priority(Int16(priority))
        }
    }

    private func price(_ text: String, _ currency: String) throws -> EditItem.Field {
        let hasCurrency = !text.allSatisfy { $0.isNumber || $0 == "." || $0 == "," }
        let price = try entry("x \(text)\(hasCurrency ? "" : " " + currency)", title: "x").price.orThrow(refusal)
        return .price(price.value, currency: price.currency)
    }

    private func entry(_ line: String, title: String) throws(Problem) -> QuickEntry {
        let entry = QuickEntry(line)
        guard entry.title == title else { throw refusal }
        return entry
    }

    /// Said where a text makes no sense there.
    var refusal: Problem { Problem("That is no \(label.lowercased()): type \(example).", kind: .usage) }
}

extension Optional {
    fileprivate func orThrow(_ problem: Problem) throws(Problem) -> Wrapped {
        guard let self else { throw problem }
        return self
    }
}

extension Item {
    /// The names of its tags, in order.
    public var tagNames: [String] { (tags?.allObjects ?? []).compactMap { ($0 as? Tag)?.name }.sorted() }
}
