import Foundation

/// How people of a place write numbers, dates and money, where a typed line depends on it.
public struct EntryCustoms: Equatable, Sendable {
    /// Whether `1,500` is one and a half, not fifteen hundred. `1,5` and `1.5` are the same everywhere.
    public var hasDecimalComma = false
    /// Whether `5/12` is the twelfth of May, not the fifth of December.
    public var hasMonthFirst = true
    /// The currency that `$` means.
    public var dollar = "USD"
    /// The currency that `kr` means.
    public var krone = "SEK"
    /// The currency that `¥` means.
    public var yen = "JPY"
    /// The currency of a price that names none.
    public var currency = "USD"

    /// Those of the C locale: a decimal point, the month first, US dollars.
    public init() {}

    /// Those of the places that the variables of the locale name, `LC_ALL`, `LC_NUMERIC`, `LC_TIME`, `LC_MONETARY` and
    /// `LANG`. The C library would know only the locales that are installed.
    public init(environment: [String: String]) {
        func place(_ category: String) -> Place {
            let names = ["LC_ALL", category, "LANG"].lazy.compactMap { environment[$0] }
            return Place(names.first { !$0.isEmpty } ?? "C")
        }
        hasDecimalComma = place("LC_NUMERIC").hasDecimalComma
        hasMonthFirst = place("LC_TIME").hasMonthFirst
        let money = place("LC_MONETARY")
        dollar = Place.dollars[money.country] ?? "USD"
        krone = Place.krones[money.country] ?? "SEK"
        yen = money.country == "CN" ? "CNY" : "JPY"
        currency = money.currency ?? dollar
    }

    /// Those of this process: of its environment, with the currency that the user's config file sets.
    public static let current: EntryCustoms = {
        var customs = EntryCustoms(environment: ProcessInfo.processInfo.environment)
        customs.pay(in: Configuration(at: Configuration.url()).currency)
        return customs
    }()

    /// A price that names no currency is in that one. A sign that several currencies share means it, if it is one of them:
    /// with NOK `kr` is Norwegian.
    public mutating func pay(in currency: String) {
        self.currency = currency
        if currency == "USD" || Place.dollars.values.contains(currency) { dollar = currency }
        if currency == "SEK" || Place.krones.values.contains(currency) { krone = currency }
        if ["JPY", "CNY"].contains(currency) { yen = currency }
    }
}

/// A language and a country, as in `de_AT.UTF-8`.
private struct Place {
    let language: String
    let country: String

    init(_ name: String) {
        let parts = name.prefix { $0 != "." && $0 != "@" }.split(separator: "_", maxSplits: 1)
        language = parts.first.map { $0.lowercased() } ?? ""
        country = parts.count > 1 ? parts[1].uppercased() : ""
    }

    var hasDecimalComma: Bool {
        if ["c", "posix", "", "en", "ja", "zh", "ko", "th", "he", "hi", "ga", "ms"].contains(language) { return false }
        // Switzerland and the Americas north of Colombia write a point, whatever the language.
        return !["CH", "LI", "MX", "US", "GT", "HN", "NI", "SV", "PA", "DO", "PR", "PE"].contains(country)
    }

    var hasMonthFirst: Bool {
        switch language {
        case "c", "posix", "", "ja", "zh", "ko", "hu": true
        case "en": ["", "US", "PH", "PR"].contains(country)
        default: country == "US"
        }
    }

    /// What is paid with there, where that is no dollar.
    var currency: String? {
        let euro = "AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK"
        if euro.split(separator: " ").contains(Substring(country)) { return "EUR" }
        return [
            "GB": "GBP", "CH": "CHF", "LI": "CHF", "SE": "SEK", "NO": "NOK", "DK": "DKK", "IS": "ISK", "PL": "PLN",
            "CZ": "CZK", "HU": "HUF", "JP": "JPY", "CN": "CNY", "IN": "INR", "BR": "BRL", "TR": "TRY", "UA": "UAH",
        ][country]
    }

    static let krones = ["NO": "NOK", "DK": "DKK", "IS": "ISK"]
    static let dollars = ["CA": "CAD", "AU": "AUD", "NZ": "NZD", "SG": "SGD", "HK": "HKD", "MX": "MXN", "CL": "CLP"]
}
