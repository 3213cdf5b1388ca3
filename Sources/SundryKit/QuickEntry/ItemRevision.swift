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
    /// The new note; nil where the old one stays.
    public let note: String?

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
        let (line, note) = Self.named(typed)
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
            self.init(title: nil, entry: QuickEntry(literal: ""), cleared: cleared, note: note)
            return
        }
        // A title of digits alone is not what anybody means.
        if rest.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            let entry = QuickEntry("\(rest)x \(Self.placeholder)", today: today, customs: customs)
            if entry.title == Self.placeholder {
                self.init(title: nil, entry: entry, cleared: cleared, note: note)
                return
            }
        }
        // Wherever the title would stand: “½” is an amount before it and behind it, “2-3” before it alone.
        for place in (0...words.count).reversed() {
            let (before, after) = (words[..<place].map(\.text), words[place...].map(\.text))
            let whole = (before + [Substring(Self.placeholder)] + after).joined(separator: " ")
            let entry = QuickEntry(whole, today: today, customs: customs)
            if entry.productName == Self.placeholder {
                self.init(title: nil, entry: entry, cleared: cleared, note: note)
                return
            }
        }
        // A mark alone was meant to take something away, or is all that a shell left of a word.
        guard rest.contains(where: { $0.isLetter || $0.isNumber || $0.isSymbol && !$0.isASCII }) else {
            throw Problem("“\(Title.shortened(rest))” says nothing of an item: due: takes the date away.", kind: .usage)
        }
        let entry = QuickEntry(rest, today: today, customs: customs)
        self.init(title: entry.title, entry: entry, cleared: cleared, note: note)
    }

    private init(title: String?, entry: QuickEntry, cleared: Set<ItemField>, note: String? = nil) {
        (self.title, self.entry, self.cleared, self.note) = (title, entry, cleared, note)
    }

    /// The line with the fields that it names in words said by their marks, as a line that is added says them; and the note,
    /// which is all that follows its name.
    private static func named(_ line: String) -> (line: String, note: String?) {
        var (amounts, parts, prices): ([Substring], [Substring], [Substring]) = ([], [], [])
        var note: String?
        var isNamed = false
        for word in EntryWord.words(of: line) {
            let text = word.text.drop { $0 != ":" }.dropFirst()
            let name = text.isEmpty ? "" : word.text.dropLast(text.count).lowercased()
            switch name {
            case "note:": note = Title.trimmed(line[text.startIndex...])
            case "category:": parts.append("#\(text)")
            case "tags:": parts += text.split(separator: ",").map { "*\($0)" }
            case "priority:": parts.append("!\(text)")
            case "amount:": amounts.append(text)
            case "price:": prices.append(text)
            default:
                parts.append(word.text)
                continue
            }
            isNamed = true
            guard note == nil else { break }
        }
        return (isNamed ? (amounts + parts + prices).joined(separator: " ") : line, note)
    }
}
