/// What a typed line changes of an item that is there: what it says is set, what it does not speak of stays.
///
///     try ItemRevision("2 l due:fri price:")    // 2 litres, on Friday, for no known price; the title stays
///
/// The line is read as one that is added. Where all of it is said besides a title, the title stays, but for the shop in it. The name of a field with a
/// colon and nothing behind it takes the field away.
public struct ItemRevision: Equatable, Sendable {
    /// The new title; nil where the old one stays.
    public let title: String?
    /// What else is said, as far as it is; its title means nothing.
    public let entry: QuickEntry
    /// What is taken away, before anything is set.
    public let cleared: Set<ItemField>

    /// The words that take a field away.
    public static let clearing: [(word: String, field: ItemField)] = [
        ("amount:", .amount), ("category:", .category), ("price:", .price), ("due:", .due), ("every:", .recurrence),
        ("priority:", .priority), ("tags:", .tags), ("note:", .note),
    ]

    /// Stands for the title in a line that has none.
    private static let placeholder = "x"

    /// What a line says. Throws where it says nothing.
    public init(
        _ line: String, today: CalendarDay = .today, customs: EntryCustoms = .current
    ) throws(Problem) {
        let line = try Title.checked(line)
        guard line.first != "=" else {
            self.init(title: QuickEntry(line).title, entry: QuickEntry(literal: ""), cleared: [])
            return
        }
        var cleared: Set<ItemField> = []
        let words = EntryWord.words(of: line).filter { word in
            guard let field = Self.clearing.first(where: { $0.word == word.text.lowercased() })?.field else {
                return true
            }
            cleared.insert(field)
            return false
        }
        let rest = EntryWord.text(of: words, in: line)
        guard !rest.isEmpty else {
            self.init(title: nil, entry: QuickEntry(literal: ""), cleared: cleared)
            return
        }
        // A title of digits alone is not what anybody means.
        if rest.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            let entry = QuickEntry("\(rest)x \(Self.placeholder)", today: today, customs: customs)
            if entry.title == Self.placeholder {
                self.init(title: nil, entry: entry, cleared: cleared)
                return
            }
        }
        // Wherever the title would stand: “½” is an amount before it and behind it, “2-3” before it alone.
        for place in (0...words.count).reversed() {
            let (before, after) = (words[..<place].map(\.text), words[place...].map(\.text))
            let typed = (before + [Substring(Self.placeholder)] + after).joined(separator: " ")
            let entry = QuickEntry(typed, today: today, customs: customs)
            if entry.productName == Self.placeholder {
                self.init(title: nil, entry: entry, cleared: cleared)
                return
            }
        }
        // A mark alone was meant to take something away, or is all that a shell left of a word.
        guard rest.contains(where: { $0.isLetter || $0.isNumber || $0.isSymbol && !$0.isASCII }) else {
            throw Problem("“\(Title.shortened(rest))” says nothing of an item: due: takes the date away.", kind: .usage)
        }
        let entry = QuickEntry(rest, today: today, customs: customs)
        self.init(title: entry.title, entry: entry, cleared: cleared)
    }

    private init(title: String?, entry: QuickEntry, cleared: Set<ItemField>) {
        (self.title, self.entry, self.cleared) = (title, entry, cleared)
    }
}
