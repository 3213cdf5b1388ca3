extension QuickEntry {
    /// A line that says the same: read again, it gives the same entry.
    public func printed(customs: EntryCustoms = .current) -> String {
        var marks: [String] = []
        if let category { marks.append(Self.marked("#", category)) }
        if let price { marks.append(price.typed(customs)) }
        if priority > 0 { marks.append("!\(priority)") }
        if let due { marks.append("due:\(due.text)") }
        if let recurrence { marks.append("every:\(recurrence.text)") }
        for tag in tags { marks.append(Self.marked("*", tag)) }
        // Most titles take an amount before them. What one of them begins with may go with the amount, as in “of mice”.
        var forms = [[title], ["=" + title]]
        if let amount { forms = [[amount.typed, title], ["\(title),", amount.typed], [title, "(\(amount.typed))"]] }
        let lines = forms.map { ($0 + marks).joined(separator: " ") }
        let day = CalendarDay(number: 0)
        return lines.first { QuickEntry($0, today: day, customs: customs) == self } ?? lines[0]
    }

    /// A name as it stands behind a mark, in quotes where it is no word.
    static func marked(_ mark: Character, _ name: String) -> String {
        let isWord =
            name.first?.isLetter == true && (name.last?.isLetter == true || name.last?.isNumber == true)
            && name.allSatisfy { $0.isLetter || $0.isNumber || "-_&/'’+".contains($0) }
        return isWord ? "\(mark)\(name)" : "\(mark)\"\(name)\""
    }
}
