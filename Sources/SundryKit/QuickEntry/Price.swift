import Foundation

/// What one of something costs.
public struct Price: Equatable, Sendable {
    /// How much.
    public let value: Decimal
    /// Of which currency, by its three letters.
    public let currency: String

    /// So much of a currency.
    public init(_ value: Decimal, currency: String) {
        self.value = value
        self.currency = currency
    }

    private static let codes: Set<String> = [
        "EUR", "USD", "GBP", "CHF", "SEK", "NOK", "DKK", "ISK", "PLN", "CZK", "HUF", "RON", "BGN", "JPY", "CNY", "KRW",
        "INR", "AUD", "CAD", "NZD", "MXN", "BRL", "ARS", "CLP", "COP", "ZAR", "TRY", "UAH", "ILS", "SGD", "HKD", "THB",
    ]

    /// The price after a title, and how many words it takes: `$1.29`, `1,29€`, `1.29 EUR`.
    static func trailing(_ words: ArraySlice<EntryWord>, _ customs: EntryCustoms) -> (Price, count: Int)? {
        guard let last = words.last?.text, words.count > 1 else { return nil }
        if let price = Price(last, customs) { return (price, 1) }
        // No digit, so that its number stands before it.
        guard words.count > 2, let currency = currency(last, customs) else { return nil }
        return value(words[words.endIndex - 2].text, customs).map { (Price($0, currency: currency), 2) }
    }

    private init?(_ word: Substring, _ customs: EntryCustoms) {
        let isDigit = { (character: Character) in character.isASCII && character.isNumber }
        guard let first = word.firstIndex(where: isDigit), let last = word.lastIndex(where: isDigit) else { return nil }
        let (before, after) = (word[..<first], word[word.index(after: last)...])
        guard before.isEmpty != after.isEmpty,
            let currency = Self.currency(before.isEmpty ? after : before, customs),
            let value = Self.value(word[first...last], customs)
        else { return nil }
        self.init(value, currency: currency)
    }

    private static func value(_ text: Substring, _ customs: EntryCustoms) -> Decimal? {
        EntryNumber.plain(text, customs)
    }

    private static func currency(_ text: Substring, _ customs: EntryCustoms) -> String? {
        switch text {
        case "$": customs.dollar
        case "€": "EUR"
        case "£": "GBP"
        case "¥", "￥": customs.yen
        case "₹": "INR"
        case "kr", "kr.": customs.krone
        default: codes.contains(String(text)) ? String(text) : nil
        }
    }

    /// As it is typed: `1.29EUR`, whatever the place.
    func typed(_ customs: EntryCustoms) -> String {
        // Three places would be thousands somewhere.
        var digits = value.description
        if let point = digits.firstIndex(of: "."), digits[point...].count == 4 { digits += "0" }
        return digits + currency
    }
}

extension Price {
    /// What so much more costs, or less: in two places, as prices are written.
    func times(_ ratio: Decimal) -> Price { Price(EntryNumber.rounded(value * ratio, to: 2), currency: currency) }

    /// As it is shown: “1.29 EUR”.
    public var text: String { "\(Self.digits(of: value)) \(currency)" }

    /// Two places, as prices are written; more where there are more.
    static func digits(of value: Decimal) -> String {
        var digits = value.description
        let places = digits.firstIndex(of: ".").map { digits.distance(from: $0, to: digits.endIndex) - 1 } ?? 0
        if places == 0 { digits += "." }
        return digits + String(repeating: "0", count: max(0, 2 - places))
    }
}
