extension QuickEntry {
    /// What was understood besides the title and the amount, in words: “Dairy”, “1.29 USD”, “due fri 2026-12-04”.
    public var details: [String] {
        var details: [String] = []
        if let category { details.append("#\(category)") }
        if let price { details.append(price.text) }
        if let due { details.append("due \(due.words)") }
        if priority > 0 { details.append("priority \(priority)") }
        if let recurrence { details.append("every \(recurrence.text)") }
        details += tags.map { "*\($0)" }
        return details
    }

    /// Amount and title in one line: “2 l milk”.
    public var line: String { [amount?.text, title].compactMap(\.self).joined(separator: " ") }

    /// All that was understood, in one line: “2 l · milk · #dairy · due fri 2026-12-04”. nil of a title alone, of which there
    /// is nothing to tell.
    public func summary(separator: String = " · ") -> String? {
        guard !isTitleAlone else { return nil }
        return ([amount?.text, title].compactMap(\.self) + details).joined(separator: separator)
    }
}
