import CoreData

/// What a line will add, told while it is typed: what it says, and what is known of the product.
public struct EntryPreview {
    /// In one line; nil of a title of which there is nothing to tell.
    public let text: String?

    /// The preview of a line.
    public init(_ line: String, separator: String = " · ", in context: NSManagedObjectContext) throws {
        let entries = EntryLines.split(line).map { QuickEntry($0) }
        guard let entry = entries.first, entries.count == 1 else {
            text = entries.isEmpty ? nil : "\(entries.count) items: " + entries.map(\.line).joined(separator: separator)
            return
        }
        var parts = entry.summary(separator: separator).map { [$0] } ?? []
        if let product = try ProductMemory(of: [entry.productName], in: context)[entry.productName] {
            var learned: [String] = []
            if entry.category == nil, let name = product.category?.name { learned.append(QuickEntry.marked("#", name)) }
            if entry.price == nil, let price = product.price(of: entry.amount) { learned.append(price.text) }
            if !learned.isEmpty {
                if parts.isEmpty { parts.append(entry.title) }
                parts.append(learned.joined(separator: separator) + " as before")
            }
        }
        text = parts.isEmpty ? nil : parts.joined(separator: separator)
    }
}
