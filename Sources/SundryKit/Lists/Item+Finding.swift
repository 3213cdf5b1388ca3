import CoreData

extension Item {
    /// A request for items that are not in the trash: of one list, or of all lists in use; those that are done only
    /// where `all` says so; those whose title holds `text`.
    public static func request(
        of list: ItemList? = nil, all: Bool = true, text: String? = nil
    ) -> NSFetchRequest<Item> {
        var parts = [NSPredicate(format: "trashedAt == nil")]
        parts.append(
            list.map { NSPredicate(format: "list == %@", $0) } ?? NSPredicate(format: "list.archivedAt == nil"))
        if !all { parts.append(NSPredicate(format: "completedAt == nil")) }
        if let text, !text.isEmpty { parts.append(Search.predicate(for: text)) }
        let request = NSFetchRequest<Item>(entityName: "Item")
        request.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: parts)
        return request
    }

    /// The one item that a word of the command line means: its title, the first digits of its identifier, or text that
    /// exactly one title holds.
    ///
    /// Throws a problem of kind `missing` where there is none, or more than one.
    public static func meant(by word: String, in context: NSManagedObjectContext) throws -> Item {
        var found = try context.fetch(request(text: word))
        let exact = found.filter { $0.title == word }
        if let item = exact.first, exact.count == 1 { return item }
        // “cafe” may be a word and the digits of another item: then it means two.
        if let range = ShortIdentifier.range(of: word) {
            let request = NSFetchRequest<Item>(entityName: "Item")
            request.predicate = NSPredicate(
                format: "trashedAt == nil AND identifier >= %@ AND identifier <= %@", range.lowerBound, range.upperBound
            )
            found += try context.fetch(request).filter { !found.contains($0) }
        }
        guard !found.isEmpty else {
            throw Problem("There is no item “\(word)”: sundry list --all shows the items there are.", kind: .missing)
        }
        return try only(found, word)
    }

    private static func only(_ items: [Item], _ word: String) throws(Problem) -> Item {
        if items.count == 1 { return items[0] }
        let length = ShortIdentifier.length(for: items.count * 4)
        let some = items.prefix(5).map {
            "\(ShortIdentifier.text($0.identifier, length: length)) “\(Title.shortened($0.title ?? ""))”"
        }
        let more = items.count > 5 ? " …" : ""
        throw Problem(
            "“\(word)” means \(items.count) items: \(some.joined(separator: ", "))\(more). Name one by its first digits.",
            kind: .missing)
    }
}
