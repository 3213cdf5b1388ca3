import CoreData

/// What may stand in the place of the last words of a line that is being typed: products, and categories, tags and shops behind
/// their marks.
public struct EntryCompletion: Equatable {
    /// The end of the line that is replaced.
    public let stem: String
    /// What may stand there, most likely first.
    public let candidates: [String]

    /// Completions of a line, up to the cursor at its end; nil where there is nothing to complete.
    public init?(_ line: String, in context: NSManagedObjectContext) throws {
        let part = EntryLines.last(of: line)
        let word = part.split(whereSeparator: \.isWhitespace).last.map(String.init) ?? ""
        if part.last?.isWhitespace == false, let mark = word.first, let entity = Self.marks[mark] {
            let names = try Self.names(entity, beginningWith: word.dropFirst(), in: context)
            self.init(stem: word, candidates: names.map { QuickEntry.marked(mark, $0) })
        } else {
            guard let stem = Self.title(of: part) else { return nil }
            self.init(stem: stem, candidates: try ProductOffer(for: stem, in: context).names)
        }
    }

    /// What is named behind a mark.
    private static let marks: [Character: String] = ["#": "Category", "*": "Tag", "@": "Shop"]

    private init?(stem: String, candidates: [String]) {
        let others = candidates.filter { $0 != stem }
        guard !others.isEmpty else { return nil }
        (self.stem, self.candidates) = (stem, others)
    }

    /// The rest of the likeliest candidate, as far as it begins with what is typed.
    public var rest: String? {
        guard let first = candidates.first, Search.folded(first).hasPrefix(Search.folded(stem)),
            first.count > stem.count
        else { return nil }
        return String(first.dropFirst(stem.count))
    }

    /// The title of a line, where it stands at the end, with the blanks behind it.
    private static func title(of part: Substring) -> String? {
        let title = QuickEntry(String(part)).title
        guard !title.isEmpty, let place = part.ranges(of: title).last,
            part[place.upperBound...].allSatisfy(\.isWhitespace)
        else { return nil }
        return String(part[place.lowerBound...])
    }

    private static func names(
        _ entity: String, beginningWith text: Substring, in context: NSManagedObjectContext
    ) throws -> [String] {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        let stem = Search.folded(String(text))
        return try context.fetch(request).compactMap { $0.value(forKey: "name") as? String }
            .filter { Search.folded($0).hasPrefix(stem) }
    }
}
