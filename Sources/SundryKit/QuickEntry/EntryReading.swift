/// Reads a line word by word: first the marks that stand anywhere, then what stands at its ends.
struct EntryReading {
    private let line: String
    private let today: CalendarDay
    private let customs: EntryCustoms
    private var words: [EntryWord]
    private var found: QuickEntry
    /// The shops that were met at the start and at the end, which stay in the title.
    private var shops: (first: [EntryWord], last: [EntryWord]) = ([], [])

    init(_ line: String, today: CalendarDay, customs: EntryCustoms) {
        self.line = line
        self.today = today
        self.customs = customs
        words = EntryWord.words(of: line)
        found = QuickEntry(literal: line)
    }

    /// What the line says. Where nothing would be left as a title, the line as it stands is one.
    mutating func entry() -> QuickEntry {
        let count = words.count
        takeMarks()
        takeEnds()
        guard !words.isEmpty else { return QuickEntry(literal: line) }
        words = shops.first + words + shops.last.reversed()
        let title = EntryWord.text(of: words, in: line)
        let isSaying = title.contains { Self.isSaying($0) || $0.isNumber && found.amount == nil }
        // What begins like a line to be taken literally would be read as one when it is typed again.
        guard isSaying, title.first != "=" else { return QuickEntry(literal: line) }
        found.title = words.count == count ? line : title
        found.shop = QuickEntry.shop(among: words)
        return found
    }

    /// Letters, and pictures of things.
    private static func isSaying(_ character: Character) -> Bool {
        character.isLetter || character.isSymbol && !character.isMathSymbol
    }

    /// Category, date and recurrence are told by their looks, wherever they stand. Of several the last one counts.
    private mutating func takeMarks() {
        for index in words.indices.reversed() {
            let word = words[index].text
            if found.category == nil, let name = Self.name(word, after: "#") {
                found.category = name
            } else if found.due == nil, let text = Self.value(of: "due:", in: word),
                let due = DueDate(text, today: today, customs)
            {
                found.due = due
            } else if found.recurrence == nil, let text = Self.value(of: "every:", in: word),
                let recurrence = Recurrence(text)
            {
                found.recurrence = recurrence
            } else {
                continue
            }
            words.remove(at: index)
        }
    }

    /// An amount or a priority stands before the title or after it; price and tags after it; all in any order.
    private mutating func takeEnds() {
        while takeLast(hasAmount: false) {}
        while words.count > 1, Self.shop(words[0].text) != nil { shops.first.append(words.removeFirst()) }
        _ = takePriority(words.first) { $0.removeFirst() }
        if let (amount, count) = Amount.leading(words[...], customs) {
            found.amount = amount
            words.removeFirst(count)
        }
        while takeLast(hasAmount: true) {}
    }

    private mutating func takeLast(hasAmount: Bool) -> Bool {
        guard words.count > 1, let last = words.last else { return false }
        if let name = Self.name(last.text, after: "*") {
            guard !found.tags.contains(where: { Search.folded($0) == Search.folded(name) }) else { return false }
            found.tags.insert(name, at: 0)
            words.removeLast()
            return true
        }
        if takePriority(last, remove: { $0.removeLast() }) { return true }
        if found.price == nil, let (price, count) = Price.trailing(words[...], customs) {
            found.price = price
            words.removeLast(count)
            return true
        }
        if hasAmount, found.amount == nil, let (amount, count) = Amount.trailing(words[...], customs) {
            found.amount = amount
            words.removeLast(count)
            dropSeparator()
            return true
        }
        if Self.shop(last.text) != nil {
            shops.last.append(words.removeLast())
            return true
        }
        return false
    }

    private mutating func takePriority(_ word: EntryWord?, remove: (inout [EntryWord]) -> Void) -> Bool {
        guard found.priority == 0, words.count > 1, let word, word.text.first == "!",
            let priority = Self.priorities[Search.folded(String(word.text.dropFirst()))]
        else { return false }
        found.priority = priority
        remove(&words)
        return true
    }

    /// The comma or dash between a title and its amount: `milk, 2 l`.
    private mutating func dropSeparator() {
        guard let last = words.last else { return }
        if words.count > 1, ["-", "–", "—", ","].contains(last.text) {
            words.removeLast()
        } else if last.text.count > 1, last.text.last == "," || last.text.last == ":" {
            words[words.count - 1] = EntryWord(text: last.text.dropLast(), index: last.index)
        }
    }

    private static let priorities: [String: Int] = {
        var priorities: [String: Int] = [:]
        for (words, priority) in [
            ("high hoch haute alta hog urgent", 1), ("medium med mittel moyenne media medel", 5),
            ("low niedrig basse baja lag", 9),
        ] {
            for word in words.split(separator: " ") { priorities[String(word)] = priority }
        }
        for priority in 1...9 { priorities["\(priority)"] = priority }
        return priorities
    }()

    /// The name behind a mark: a word that begins with a letter, or any text in quotes. `#1 fan` and `*emphasis*` are none.
    private static func name(_ word: Substring, after mark: Character) -> String? {
        guard word.first == mark else { return nil }
        let name = word.dropFirst()
        if name.count > 2, name.first == "\"", name.last == "\"" {
            let inner = Title.trimmed(name.dropFirst().dropLast())
            return inner.isEmpty || inner.contains("\"") ? nil : inner
        }
        guard let first = name.first, first.isLetter,
            name.allSatisfy({ $0.isLetter || $0.isNumber || "-_&/'’+".contains($0) }),
            name.last?.isLetter == true || name.last?.isNumber == true
        else { return nil }
        return String(name)
    }

    fileprivate static func shop(_ word: Substring) -> String? { name(word, after: "@") }

    private static func value(of key: String, in word: Substring) -> Substring? {
        guard word.count > key.count, word.prefix(key.count).lowercased() == key else { return nil }
        return word.dropFirst(key.count)
    }
}

extension QuickEntry {
    /// The shop that a title names, `@Aldi`: of several the last.
    static func shop(in title: String) -> String? {
        title.utf8.contains(UInt8(ascii: "@")) ? shop(among: EntryWord.words(of: title)) : nil
    }

    /// A title without that shop in it; as it stands, where nothing else is in it.
    static func title(_ title: String, without shop: String) -> String {
        let words = EntryWord.words(of: title).filter { EntryReading.shop($0.text) != shop }
        return words.isEmpty ? title : EntryWord.text(of: words, in: title)
    }

    fileprivate static func shop(among words: [EntryWord]) -> String? {
        words.reversed().lazy.compactMap { EntryReading.shop($0.text) }.first
    }
}
