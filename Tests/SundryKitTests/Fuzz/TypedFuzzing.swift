import Foundation

@testable import SundryKit

/// What is typed, what is imported, and what the journal keeps.
enum TypedFuzzing {
    static let targets = [quickEntry, text, journal]

    private static let quickEntry = FuzzTarget(
        name: "quick-entry", rounds: 1_500,
        seeds: {
            [
                "2 l milk #dairy $1.29 due:fri !high *party every:week", "1/2 kg flour", "1½ kg flour",
                "3 × 500 g rice, 2-3 eggs",
                "milk, 2 l", "bananas (2)", "due:+3d call", "due:12.5.T18:00 x", "due:2026-12-24", "= 2 l milk",
                "#\"Meat & Fish\" ham",
                "1,5 l Öl 3,49 € @Aldi", "every:2w water", "7 up", "500g キムチ !1", "eggs x6 *a *b",
            ].map { Array($0.utf8) }
        },
        tokens: [
            "due:", "every:", "#", "@", "*", "!", "!high", "$", "€", "£", "1.29", "1,5", "½", "⅓", "1/2", "1/0", "x6",
            "×", "(", ")",
            "-", "–", "kg", " l ", "Liter", "=", "\"", "T18:00", "T25:99", "+", "99999999999999999999", "0", ".", ",",
            "fri", "12.5.",
            "29.2.", "2026-02-30", " ", "\u{A0}", "\u{301}", "\u{200D}", "2w", "month",
        ],
        read: { bytes in
            let line = String(decoding: bytes, as: UTF8.self)
            let today = CalendarDay(number: 0)
            for customs in [EntryCustoms(), EntryCustoms(environment: ["LANG": "de_DE.UTF-8"])] {
                let entry = QuickEntry(line, today: today, customs: customs)
                if entry.title.isEmpty, !Title.trimmed(line).isEmpty {
                    throw FuzzFinding("\(line.debugDescription) has no title")
                }
                let printed = entry.printed(customs: customs)
                guard QuickEntry(printed, today: today, customs: customs) != entry else { continue }
                throw FuzzFinding(
                    "\(line.debugDescription) is printed as \(printed.debugDescription), which is another entry")
            }
        })

    private static let text = FuzzTarget(
        name: "text", rounds: 2_000,
        seeds: {
            let text =
                "- [ ] milk\n* [x] eggs\r\n☑ bread\r# Dairy\n---\n```\n3. [ ] Man\n\u{2610}\u{FE0F} tea\nCaf\u{E9}\n[]\n"
            let wide = text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
            return [
                Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), [0xFF, 0xFE] + wide,
                Array("Br\u{F6}t".unicodeScalars.map { UInt8($0.value) }),
            ]
        },
        tokens: [
            "- [ ] ", "[x]", "☐", "✅", "\u{FE0F}", "#", "\r\n", "\n", "BEGIN:VCARD", "{\"", "[{", "<?xml", "1. ", "• ",
            "\u{2028}",
        ],
        read: { bytes in
            for text in [try? TaskText(bytes, name: "a"), try? TaskText(bytes, name: "")] {
                for line in text?.lines ?? [] where Title.trimmed(line.title).isEmpty {
                    throw FuzzFinding("an item without a title")
                }
            }
            _ = try? TaskText.titles(bytes)
        })

    private static let journal = FuzzTarget(
        name: "journal", rounds: 2_000,
        seeds: {
            let name = ObjectName(
                entity: "Item", identifier: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)))
            let values: [RecordedValue] = [
                .text("Crème 🍨"), .real(-0.5), .integer(.min), .flag(true), .object(name), .objects([name]), .nothing,
                .decimal("1.10"), .data(Data(0..<20)), .date(Date(timeIntervalSinceReferenceDate: 1)),
                .address("https://a.b"),
            ]
            let properties = values.enumerated().map {
                RecordedChange.Property(name: "p\($0)", before: $1, after: .nothing)
            }
            return [
                [UInt8](
                    ChangeWriter.data(of: [
                        .inserted(name), .updated(name, properties), .deleted(name, ["title": .text("a")]),
                    ]))
            ]
        },
        read: { bytes in
            guard let changes = try? ChangeReader.changes(in: Data(bytes)) else { return }
            // Bytes are compared: a number that is none equals nothing.
            let written = ChangeWriter.data(of: changes)
            guard try ChangeWriter.data(of: ChangeReader.changes(in: written)) != written else { return }
            throw FuzzFinding("changes are others when written and read again")
        })
}
