extension Amount {
    /// No amount is made of more words.
    private static let longest = 10

    /// The amount before a title, and how many words it takes. At least one is left.
    static func leading(_ words: ArraySlice<EntryWord>, _ customs: EntryCustoms) -> (Amount, count: Int)? {
        guard let first = words.first?.text.first, first.isNumber, words.count > 1 else { return nil }
        let some = words.prefix(longest + 1)
        let text = some.map(\.text).joined(separator: " ")
        guard let (amount, length) = AmountScanner.amount(in: text, .leading, customs) else { return nil }
        let count = text.prefix(length).split(separator: " ").count
        return count < words.count ? (amount, count) : nil
    }

    /// The amount after a title, and how many words it takes. At least one is left.
    static func trailing(_ words: ArraySlice<EntryWord>, _ customs: EntryCustoms) -> (Amount, count: Int)? {
        guard words.count > 1 else { return nil }
        if let enclosed = enclosed(words, customs) { return enclosed }
        // Of “6 × 500 g” no part is taken alone.
        for count in stride(from: min(longest, words.count - 1), through: 1, by: -1) {
            let some = words.suffix(count)
            guard let first = some.first?.text.first, first.isNumber || first == "x" || first == "×" else { continue }
            let text = some.map(\.text).joined(separator: " ")
            if let (amount, length) = AmountScanner.amount(in: text, .trailing, customs), length == text.count {
                return (amount, count)
            }
        }
        return nil
    }

    /// `Banana (2)`, `milk (2 l)`.
    private static func enclosed(_ words: ArraySlice<EntryWord>, _ customs: EntryCustoms) -> (Amount, count: Int)? {
        guard words.last?.text.last == ")" else { return nil }
        for count in 1...min(longest, words.count - 1) {
            let some = words.suffix(count)
            guard some.first?.text.first == "(" else { continue }
            let text = String(some.map(\.text).joined(separator: " ").dropFirst().dropLast())
            guard let (amount, length) = AmountScanner.amount(in: text, .enclosed, customs), length == text.count else {
                return nil
            }
            return (amount, count)
        }
        return nil
    }
}
