import Foundation
import SundryKit
import Testing

/// What a typed line says of an item, and what stays in its title.
@Suite struct QuickEntryTests {
    private func today() throws -> CalendarDay { try #require(CalendarDay(2026, 11, 30)) }

    private func entry(_ line: some StringProtocol, _ customs: EntryCustoms = EntryCustoms()) throws -> QuickEntry {
        let today = try today()
        return QuickEntry(String(line), today: today, customs: customs)
    }

    /// The fields of an entry as the table of cases has them.
    private func told(_ entry: QuickEntry) -> String {
        var parts = [entry.title]
        if let amount = entry.amount {
            var (quantity, rounded) = (amount.quantity, Decimal())
            NSDecimalRound(&rounded, &quantity, 4, .plain)
            let value = [rounded.description, amount.unit].compactMap(\.self).joined(separator: " ")
            parts.append(amount.text == value ? value : "\(amount.text) = \(value)")
        }
        if let category = entry.category { parts.append("#\(category)") }
        if let shop = entry.shop { parts.append("@\(shop)") }
        if let price = entry.price { parts.append("\(price.value) \(price.currency)") }
        if entry.priority > 0 { parts.append("!\(entry.priority)") }
        if let due = entry.due { parts.append("due \(due.text)") }
        if let recurrence = entry.recurrence { parts.append(recurrence.rule) }
        return (parts + entry.tags.map { "*\($0)" }).joined(separator: " | ")
    }

    private static let tables = [
        ("C", QuickEntryCases.amounts), ("C", QuickEntryCases.englishKitchen), ("C", QuickEntryCases.germanKitchen),
        ("C", QuickEntryCases.romanceKitchens), ("C", QuickEntryCases.swedishKitchen), ("C", QuickEntryCases.titles),
        ("C", QuickEntryCases.marks), ("C", QuickEntryCases.dates), ("C", QuickEntryCases.mixed),
        ("de_DE.UTF-8", QuickEntryCases.german), ("en_US.UTF-8", QuickEntryCases.american),
    ]

    @Test(arguments: tables) func `a line says what is told of it, and printed says it again`(
        place: String, table: String
    ) throws {
        let customs = EntryCustoms(environment: ["LANG": place])
        for row in table.split(separator: "\n") {
            let sides = row.split(separator: " → ")
            try #require(sides.count == 2, "\(row)")
            let entry = try entry(sides[0], customs)
            #expect(told(entry) == sides[1], "\(sides[0])")
            let printed = entry.printed(customs: customs)
            #expect(try self.entry(printed, customs) == entry, "\(sides[0]) is printed as \(printed)")
        }
    }

    @Test func `there are three hundred of them`() {
        #expect(Self.tables.reduce(0) { $0 + $1.1.split(separator: "\n").count } >= 300)
    }

    /// Pieces of lines: words that mean nothing, and what means something in the right place.
    private static let words = [
        "alpha", "beta", "Gamma", "é", "豆", "🥛", "and", "of", "de", "x", "l", "C#", "(b", "c)", "-", ",", "e,", "f:",
        "=",
        "opener", "cans",
    ]
    private static let pieces = [
        "2", "2l", "500 g", "½", "1/2", "1½", "6x", "x6", "×", "3 × 500 g", "2-3", "(2)", "(2 l)", "1,5", "1.500", "kg",
        "cups of", "2 cups", "2 c. à s.", "#a", "#\"A b\"", "*t", "*\"t u\"", "@Shop", "@\"S T\"", "$1.29", "1,29€",
        "2 EUR", "$",
        "!1", "!high", "!", "due:fri", "due:+3d", "due:x", "every:2w", "every:mon,thu", "2026", "=2", "12.5.", "#", "(",
        ")", "1 can", "1.299 €", "9 CHF",
    ]

    @Test func `whatever is typed, printing says the same, and no word is lost or made up`() throws {
        let rounds = ProcessInfo.processInfo.environment["SUNDRY_SOAK"] == nil ? 2_000 : 200_000
        var random = Numbers(state: 7)
        for round in 0..<rounds {
            let customs = EntryCustoms(environment: ["LANG": round % 2 == 0 ? "de_DE" : "en_US"])
            let count = Int.random(in: 1...6, using: &random)
            let words = (0..<count).compactMap { _ in
                (Bool.random(using: &random) ? Self.words : Self.pieces).randomElement(using: &random)
            }
            let line = words.joined(separator: " ")
            let entry = try entry(line, customs)
            let printed = entry.printed(customs: customs)
            let again = try self.entry(printed, customs)
            #expect(again == entry, "“\(line)” is printed as “\(printed)”")
            let (typed, kept) = (line.split(separator: " "), entry.title.split(separator: " "))
            for word in Self.words.prefix(7) {
                #expect(typed.filter { $0 == word }.count == kept.filter { $0 == word }.count, "“\(line)”: \(word)")
            }
            #expect(line.hasPrefix("=") || isPart(kept, of: typed), "“\(line)” has the title “\(entry.title)”")
        }
    }

    /// Whether the words are some of others, in their order; a comma or colon before an amount may be gone.
    private func isPart(_ words: [Substring], of line: [Substring]) -> Bool {
        var rest = words[...]
        for word in line {
            if word == rest.first || (word.last == "," || word.last == ":") && word.dropLast() == rest.first {
                rest.removeFirst()
            }
        }
        return rest.isEmpty
    }

    @Test func `amounts add up where their units do`() throws {
        for (one, other, sum) in [
            ("500 g", "1 kg", "1.5 kg"), ("1 kg", "500 g", "1.5 kg"), ("500 g", "500 g", "1 kg"),
            ("600 ml", "500 ml", "1.1 l"), ("1040 g", "10 g", "1050 g"),
            ("1 l", "2 l", "3 l"),
            ("2 dl", "1 l", "1.2 l"), ("½ l", "25 cl", "0.75 l"), ("1 EL", "1 TL", "4 TL"),
            ("2 msk", "1 dl", "1.3 dl"),
            ("1/3 cup", "2/3 cup", "1 cup"), ("1/3 cup", "1/3 cup", "2/3 cup"), ("1 cup", "1/3 cup", "1 1/3 cups"),
            ("1 cup", "2 tbsp", "1.125 cups"), ("8 oz", "1 lb", "1.5 lb"), ("1 dozen", "6x", "1.5 dozen"),
            ("1 can", "2 cans", "3 cans"), ("2 Dosen", "1 Dose", "3 Dosen"), ("6x", "2x", "8"), ("2-3", "2x", "5"),
            ("3 × 500 g", "1 kg", "2.5 kg"), ("1 lb", "500 g", "nothing"), ("1 can", "1 kg", "nothing"),
            ("1 can", "1 jar", "nothing"), ("2x", "1 kg", "nothing"), ("1 cup", "1 l", "nothing"),
        ] {
            let amounts = try [one, other].map { try #require(try entry("\($0) stuff").amount, "\($0)") }
            #expect(amounts[0].adding(amounts[1])?.text ?? "nothing" == sum, "\(one) + \(other)")
        }
    }

    @Test func `a place has its own numbers, dates and money`() {
        func customs(_ environment: [String: String]) -> EntryCustoms { EntryCustoms(environment: environment) }
        #expect(customs([:]) == EntryCustoms())
        #expect(customs(["LANG": "de_DE.UTF-8"]).hasDecimalComma && !customs(["LANG": "de_CH"]).hasDecimalComma)
        #expect(customs(["LANG": "en_US"]).hasMonthFirst && !customs(["LANG": "en_GB.UTF-8"]).hasMonthFirst)
        #expect(!customs(["LANG": "en_US", "LC_TIME": "sv_SE"]).hasMonthFirst)
        #expect(customs(["LANG": "en_US", "LC_TIME": "sv_SE", "LC_ALL": "C"]).hasMonthFirst)
        #expect(customs(["LANG": "en_CA"]).dollar == "CAD" && customs(["LC_MONETARY": "nb_NO"]).krone == "NOK")
    }

    @Test func `days are counted as the calendar has them`() throws {
        for (year, month, day, number, weekday) in [
            (1970, 1, 1, 0, 3), (2000, 2, 29, 11_016, 1), (2026, 11, 30, 20_787, 0), (1969, 12, 31, -1, 2),
        ] {
            let date = try #require(CalendarDay(year, month, day))
            #expect(date.number == number && date.weekday == weekday && CalendarDay(number: number) == date)
        }
        #expect(CalendarDay(2026, 2, 29) == nil && CalendarDay(2100, 2, 29) == nil && CalendarDay(2026, 13, 1) == nil)
        for number in stride(from: 0, to: 60_000, by: 7) { #expect(CalendarDay(number: number).number == number) }
        let day = try entry("x due:2026-12-24").due?.date
        #expect(day.map(DateText.day) == "2026-12-24")
        let moment = try entry("x due:2026-12-24T18:00").due?.date
        #expect(moment.map { DateText.local($0) } == "2026-12-24 18:00")
    }

    @Test func `of a title alone there is nothing to tell`() throws {
        #expect(try entry("7 up @home").summary() == nil)
        #expect(
            try entry("2 l milk #dairy $1.29 due:fri !1 every:2w *x").summary()
                == "2 l · milk · #dairy · 1.29 USD · due fri 2026-12-04 · priority 1 · every 2w · *x")
    }
}

/// Numbers that look random and are the same in every run.
private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
