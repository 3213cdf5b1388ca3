import Foundation

/// What a typed line says of an item.
///
///     QuickEntry("2 l milk #dairy $1.29 due:fri")   // title “milk”, 2 l, category “dairy”, 1.29 USD, on Friday
///
/// What is not understood stays in the title: no word is lost, none is made up. A line that begins with `=` is a title as
/// it stands.
public struct QuickEntry: Equatable, Sendable {
    /// The title: never empty, where the line is not.
    public internal(set) var title: String
    /// How much.
    public internal(set) var amount: Amount?
    /// The category's name, `#dairy`.
    public internal(set) var category: String?
    /// The shop's name, `@Aldi`, wherever it stands. An item has no shop, its list has one: so it stays in the title as well,
    /// where whoever goes shopping reads it, and counts there in what is spent in each shop.
    public internal(set) var shop: String?
    /// The price, `$1.29`.
    public internal(set) var price: Price?
    /// When it is due, `due:fri`.
    public internal(set) var due: DueDate?
    /// 0 for none, else 1 (highest) to 9, `!high` or `!1`.
    public internal(set) var priority = 0
    /// The names of its tags, `*party`.
    public internal(set) var tags: [String] = []
    /// How often it comes again, `every:week`.
    public internal(set) var recurrence: Recurrence?

    /// A title and nothing else.
    public init(literal title: String) { self.title = title }

    /// What a line says, today being that day in a place of those customs.
    public init(_ line: String, today: @autoclosure () -> CalendarDay = .today, customs: EntryCustoms = .current) {
        let line = Title.trimmed(line)
        if line.first == "=" {
            let literal = Title.trimmed(line.dropFirst())
            self.init(literal: literal.isEmpty ? line : literal)
        } else if Self.mayBeMore(line) {
            var reading = EntryReading(line, today: today(), customs: customs)
            self = reading.entry()
        } else {
            self.init(literal: line)
        }
    }

    /// Whether a line may say more than a title; seen at once of most.
    private static func mayBeMore(_ line: String) -> Bool {
        line.utf8.contains { byte in
            switch byte {
            case 0x30...0x39, 0x80..., UInt8(ascii: "#"), UInt8(ascii: "@"), UInt8(ascii: "!"), UInt8(ascii: "*"),
                UInt8(ascii: ":"):
                true
            default: false
            }
        }
    }

    /// Whether the line was a title and nothing else.
    public var isTitleAlone: Bool { self == Self(title: title, shop: shop) }

    private init(title: String, shop: String?) {
        self.title = title
        self.shop = shop
    }
}
