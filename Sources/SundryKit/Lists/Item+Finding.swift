import CoreData

extension Item {
    /// Whether it is in its list still: neither deleted nor in the trash.
    public var isThere: Bool {
        guard let context = managedObjectContext, !isDeleted, (try? context.existingObject(with: objectID)) != nil
        else { return false }
        return trashedAt == nil
    }

    /// Those of some items that are in their lists still. Throws a problem of kind `missing` where none of them is.
    static func there(_ items: [Item]) throws(Problem) -> [Item] {
        let there = items.filter(\.isThere)
        guard there.isEmpty, let first = items.first else { return there }
        let what = items.count == 1 ? "“\(Title.shortened(first.title ?? ""))” was" : "These items were"
        throw Problem("\(what) deleted meanwhile: nothing was changed.", kind: .missing)
    }

    /// The items of those IDs that are still there, in that order. What the context does not know is fetched some hundreds
    /// at a time, not one by one.
    static func items(_ ids: [NSManagedObjectID], in context: NSManagedObjectContext) throws -> [Item] {
        var found: [NSManagedObjectID: Item] = [:]
        var unknown: [NSManagedObjectID] = []
        for id in ids {
            if let item = context.registeredObject(for: id) as? Item, !item.isFault {
                found[id] = item
            } else {
                unknown.append(id)
            }
        }
        let portion = 500
        for start in stride(from: 0, to: unknown.count, by: portion) {
            let request = NSFetchRequest<Item>(entityName: "Item")
            request.predicate = NSPredicate(
                format: "SELF IN %@", Array(unknown[start..<min(start + portion, unknown.count)]))
            for item in try context.fetch(request) { found[item.objectID] = item }
        }
        return ids.compactMap { found[$0] }
    }

    /// A request for items that are not in the trash: of one list, or of all lists in use; those that are done only
    /// where `all` says so; those whose line holds `text`.
    public static func request(
        of list: ItemList? = nil, all: Bool = true, text: String? = nil, ignoringCase: Bool = false
    ) -> NSFetchRequest<Item> {
        request(of: list, done: all ? nil : false, text: text, ignoringCase: ignoringCase)
    }

    /// The same for items that are done, or open, as `done` says.
    public static func request(
        of list: ItemList?, done: Bool?, text: String?, ignoringCase: Bool = false
    ) -> NSFetchRequest<Item> {
        var parts = [NSPredicate(format: "trashedAt == nil")]
        parts.append(
            list.map { NSPredicate(format: "list == %@", $0) } ?? NSPredicate(format: "list.archivedAt == nil"))
        if let done { parts.append(NSPredicate(format: "isDone == %@", done as NSNumber)) }
        if let text, !text.isEmpty { parts.append(Search.items(holding: text, ignoringCase: ignoringCase)) }
        let request = NSFetchRequest<Item>(entityName: "Item")
        request.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: parts)
        return request
    }

    /// The one item that a word of the command line means: its title, its title but for capitals and accents, the first
    /// digits of its identifier, or text that exactly one line holds. Where `done` says whether items are meant that are
    /// ticked, or not, the others count only where the word can mean none but one of them.
    ///
    /// Throws a problem of kind `missing` where there is none, or more than one, and of kind `usage` where the word is
    /// empty, as a variable of the shell is that was never set.
    public static func meant(by word: String, done: Bool? = nil, in context: NSManagedObjectContext) throws -> Item {
        let word = Title.trimmed(word)
        guard !word.isEmpty else {
            throw Problem("The name of an item is empty: give a part of its title, or its digits.", kind: .usage)
        }
        var found = try context.fetch(request(text: word))
        // Capitals that no title has were not meant.
        if found.isEmpty { found = try context.fetch(request(text: word, ignoringCase: true)) }
        if let done, let item = titled(word, among: found.filter({ $0.isDone == done })) { return item }
        if let item = titled(word, among: found) { return item }
        // Who ticks “milk” a second time does not mean the “oat milk” that is open still.
        if done != nil {
            let named = found.filter { Search.folded($0.title ?? "") == Search.folded(word) }
            if !named.isEmpty { found = named }
        }
        // “cafe” may be a word and the digits of another item: then it means two.
        let numbered = try numbered(word, in: context)
        found += numbered.filter { !found.contains($0) }
        guard !found.isEmpty else {
            throw Problem(
                "There is no item “\(Title.shortened(word))”: sundry list --all shows the items there are.",
                kind: .missing)
        }
        guard let done, found.count > 1 else { return try only(found, word) }
        let meant = found.filter { $0.isDone == done || numbered == [$0] }
        guard !meant.isEmpty else {
            let (wanted, other) = done ? ("ticked", "open") : ("open", "ticked")
            throw Problem(
                "“\(Title.shortened(word))” means no \(wanted) item: the \(found.count) it fits are all \(other).",
                kind: .missing)
        }
        return try only(meant, word)
    }

    /// The items whose identifiers begin with those digits.
    private static func numbered(_ digits: String, in context: NSManagedObjectContext) throws -> [Item] {
        guard let range = ShortIdentifier.range(of: digits) else { return [] }
        let request = NSFetchRequest<Item>(entityName: "Item")
        request.predicate = NSPredicate(
            format: "trashedAt == nil AND identifier >= %@ AND identifier <= %@", range.lowerBound, range.upperBound)
        return try context.fetch(request)
    }

    /// The one whose title the word is; where there is none, the one whose title it is but for capitals and accents.
    private static func titled(_ word: String, among items: [Item]) -> Item? {
        let folded = Search.folded(word)
        for isTitle in [{ $0 == word }, { Search.folded($0) == folded }] {
            let named = items.filter { isTitle($0.title ?? "") }
            if named.count == 1 { return named[0] }
        }
        return nil
    }

    /// The newest items that hold a text, whatever its case: what a shell offers while a title is typed. `done` says
    /// whether they have to be ticked, or must not be. There are no more of them than can be looked through.
    public static func offered(for text: String, done: Bool?, in context: NSManagedObjectContext) throws -> [Item] {
        let request = request(text: Title.trimmed(text), ignoringCase: true)
        if let done, let there = request.predicate {
            let state = NSPredicate(format: "isDone == %@", done as NSNumber)
            request.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [there, state])
        }
        request.sortDescriptors = [NSSortDescriptor(key: "timestamp", ascending: false)]
        request.fetchLimit = 500
        return try context.fetch(request)
    }

    private static func only(_ items: [Item], _ word: String) throws(Problem) -> Item {
        if items.count == 1 { return items[0] }
        let length = ShortIdentifier.length(for: items.count * 4)
        let some = items.prefix(5).map {
            "\(ShortIdentifier.text($0.identifier, length: length)) “\(Title.shortened($0.title ?? ""))”"
        }
        let more = items.count > 5 ? " …" : ""
        throw Problem(
            "“\(Title.shortened(word))” means \(items.count) items: \(some.joined(separator: ", "))\(more). Name one by its first digits.",
            kind: .missing)
    }
}
