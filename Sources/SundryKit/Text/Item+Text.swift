import CoreData

extension Item {
    /// Quantity, unit and title in one line: “2 l milk”.
    public var line: String {
        // Every item has one: it is missing where the store is damaged.
        let title = title ?? "(cannot be read)"
        return amount.map { "\($0) \(title)" } ?? title
    }

    /// The price with its currency, “1.29 EUR”; nil where there is none.
    public var priceText: String? {
        guard let price = price as Decimal? else { return nil }
        return [Price.digits(of: price), currency].compactMap { $0 }.joined(separator: " ")
    }

    /// When it is due: a day, or a moment to the minute in the user's time zone; nil where it is not.
    public var dueText: String? { dueAt.map { dueIsDateOnly ? DateText.day($0) : DateText.local($0) } }

    /// Writes the item as an object of JSON. The members and their order are fixed:
    ///
    /// | member | value |
    /// |---|---|
    /// | `id` | identifier, a UUID |
    /// | `list` | the list's name |
    /// | `title`, `note`, `unit`, `category`, `currency` | text or null |
    /// | `done` | true or false |
    /// | `timestamp`, `completed`, `due` | moment in UTC or null; `due` is a day alone where `dueIsDateOnly` says so |
    /// | `quantity`, `price` | number with all its digits, or null |
    /// | `priority` | 0 for none, else 1 to 9 |
    /// | `recurrence` | a rule of iCalendar, `FREQ=WEEKLY;INTERVAL=2`, or null |
    /// | `tags` | the names, in order |
    public func write(to json: inout JSONText) {
        json.object { json in
            json.member("id", identifier?.uuidString)
            json.member("list", list?.name)
            json.member("title", title ?? "")
            json.member("done", isDone)
            json.member("timestamp", timestamp)
            json.member("completed", completedAt)
            json.member("due", dueAt.map { dueIsDateOnly ? DateText.day($0) : DateText.iso($0) })
            json.member("quantity", quantity as Decimal?)
            json.member("unit", unit)
            json.member("price", price as Decimal?)
            json.member("currency", currency)
            json.member("category", category?.name)
            json.member("priority", Int(priority))
            json.member("note", note)
            json.member("recurrence", recurrence)
            json.member("tags", (tags?.allObjects ?? []).compactMap { ($0 as? Tag)?.name }.sorted())
        }
    }
}
