import CoreData

/// Changes one field of an item to what a typed text means.
public struct EditField: UserEdit {
    /// “edit”.
    public static let verb = EditItem.verb
    private let item: Item
    private let field: ItemField
    private let text: String
    private let former: String?
    /// Never: what another process wrote into other fields stays.
    public static let overwrites = false

    /// The item with another text in that field. Where `former` is given, a text that is another one by now is not replaced.
    public init(_ item: Item, _ field: ItemField, to text: String, from former: String? = nil) {
        self.item = item
        self.field = field
        self.text = text
        self.former = former
    }

    /// Sets the field. Throws a problem that says what may be typed where the text makes no sense there.
    public func change(in context: NSManagedObjectContext) throws -> Change<Void> {
        let old = Title.shortened(item.title ?? "")
        if item.isThere, field.text(of: item) != text { try Title.require(field.text(of: item), toBe: former) }
        let change = try EditItem(item, try field.value(of: text, for: item, in: context)).change(in: context)
        if field == .title { return change }
        let now = field.text(of: item)
        return Change(
            (), summary: "edit \(old): \(field.label.lowercased()) \(now.isEmpty ? "none" : Title.shortened(now))")
    }
}
