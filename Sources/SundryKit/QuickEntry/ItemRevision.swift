/// What a typed line changes of an item that is there: what it says is set, what it does not speak of stays.
///
///     try ItemRevision("2 l due:fri price:")    // 2 litres, on Friday, for no known price; the title stays
///
/// The line is read as one that is added. Where all of it is said besides a title, the title stays, but for the shop in it. The name of a field with a
/// colon and nothing behind it takes the field away; with a text behind it the field is set, and `note:` takes all that follows.
public struct ItemRevision: Equatable, Sendable {
    /// The new title; nil where the old one stays.
    public let title: String?
    /// What else is said, as far as it is; its title means nothing.
    public let entry: QuickEntry
    /// What is taken away, before anything is set.
    public let cleared: Set<ItemField>
    /// What is set by the names of fields.
    public let named: [Named]

    /// A field that a line names, and the text behind the colon.
    public struct Named: Equatable, Sendable {
        /// The field.
        public let field: ItemField
        /// What it is to be.
        public let text: String
    }

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
        let typed = try Title.checked(line)
        guard typed.first != "=" else {
            self.init(title: QuickEntry(typed).title, entry: QuickEntry(literal: ""), cleared: [])
            return
        }
        let (line, named) = try Self.named(typed)
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
            self.init(title: nil, entry: QuickEntry(literal: ""), cleared: cleared, named: named)
            return
        }
        // A title of digits alone is not what anybody means.
        if rest.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            let entry = QuickEntry("\(rest)x \(Self.placeholder)", today: today, customs: customs)
            if entry.title == Self.placeholder {
                self.init(title: nil, entry: entry, cleared: cleared, named: named)
                return
            }
        }
        // Wherever the title would stand: “½” is an amount before it and behind it, “2-3” before it alone.
        for place in (0...words.count).reversed() {
            let (before, after) = (words[..<place].map(\.text), words[place...].map(\.text))
            let whole = (before + [Substring(Self.placeholder)] + after).joined(separator: " ")
            let entry = QuickEntry(whole, today: today, customs: customs)
            if entry.productName == Self.placeholder {
                self.init(title: nil, entry: entry, cleared: cleared, named: named)
                return
            }
        }
        // A mark alone was meant to take something away, or is all that a shell left of a word.
        guard rest.contains(where: { $0.isLetter || $0.isNumber || $0.isSymbol && !$0.isASCII }) else {
            throw Problem("“\(Title.shortened(rest))” says nothing of an item: due: takes the date away.", kind: .usage)
        }
        let entry = QuickEntry(rest, today: today, customs: customs)
        self.init(title: entry.title, entry: entry, cleared: cleared, named: named)
    }

    private init(title: String?, entry: QuickEntry, cleared: Set<ItemField>, named: [Named] = []) {
        (self.title, self.entry, self.cleared, self.named) = (title, entry, cleared, named)
    }

    /// The line without the fields that it names and gives a text, and these. A text goes as far as it makes sense for its field, but
    /// not beyond the next name; the note takes all that follows. Throws where it makes none.
    private static func named(_ line: String) throws(Problem) -> (line: String, named: [Named]) {
        let words = EntryWord.words(of: line)
        var (rest, named): ([EntryWord], [Named]) = ([], [])
        var index = 0
        while index < words.count {
            guard let (field, start) = field(in: words[index]) else {
                rest.append(words[index])
                index += 1
                continue
            }
            let isAlone = start == words[index].text.endIndex
            let limit =
                field == .note ? words.count : words[(index + 1)...].firstIndex { isName($0) } ?? words.count
            // What follows tags: is a word of its own, as it says itself.
            let ends = isAlone && field == .tags ? [] : Array((index + 1)...limit).reversed()
            func text(to end: Int) -> String { Title.trimmed(line[start..<words[end - 1].text.endIndex]) }
            if let end = ends.first(where: { !text(to: $0).isEmpty && field.understands(text(to: $0)) }) {
                named.append(Named(field: field, text: text(to: end)))
                index = end
            } else if isAlone {
                rest.append(words[index])
                index += 1
            } else {
                throw field.refusal
            }
        }
        return (named.isEmpty ? line : EntryWord.text(of: rest, in: line), named)
    }

    /// The field that a word names, and where what stands behind the colon begins.
    private static func field(in word: EntryWord) -> (ItemField, String.Index)? {
        guard let colon = word.text.firstIndex(of: ":") else { return nil }
        let start = word.text.index(after: colon)
        let name = word.text[..<start].lowercased()
        return clearing.first { $0.word == name }.map { ($0.field, start) }
    }

    private static func isName(_ word: EntryWord) -> Bool {
        let name = word.text.prefix { $0 != ":" }.lowercased() + ":"
        return word.text.contains(":") && clearing.contains { $0.word == name }
    }
}
