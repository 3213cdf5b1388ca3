/// How often something comes again: every so many days, weeks, months or years, or on some days of the week.
public struct Recurrence: Equatable, Sendable {
    /// What is counted.
    public enum Unit: String, CaseIterable, Sendable {
        /// Days.
        case day = "DAILY"
        /// Weeks.
        case week = "WEEKLY"
        /// Months.
        case month = "MONTHLY"
        /// Years.
        case year = "YEARLY"
    }

    /// Every so many.
    public let count: Int
    /// Of these.
    public let unit: Unit
    /// The days of the week, 0 for Monday to 6 for Sunday; none where any will do.
    public let weekdays: [Int]
    /// The day of the month that is meant where the month is too short for it: of months 29 to 31, of years the 29th, of
    /// February. nil where the day on which something is due says it.
    public let dayOfMonth: Int?
    /// The minute of the day that is meant where summer time skips it on the day on which something is due. nil where that
    /// says it.
    public let minute: Int?

    /// Every so many units, on those days of the week, or on that day of the month, at that minute.
    public init(
        every count: Int, _ unit: Unit, on weekdays: [Int] = [], dayOfMonth: Int? = nil, minute: Int? = nil
    ) {
        self.count = count
        self.unit = unit
        self.weekdays = Set(weekdays).sorted()
        self.dayOfMonth = dayOfMonth
        self.minute = minute
    }

    /// Whether both say the same, whatever the day of the month and the minute.
    func isLike(_ other: Recurrence) -> Bool {
        count == other.count && unit == other.unit && weekdays == other.weekdays
    }

    /// As it is kept, a rule of iCalendar (RFC 5545): `FREQ=WEEKLY;INTERVAL=2`.
    public var rule: String {
        let interval = count == 1 ? "" : ";INTERVAL=\(count)"
        let names = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
        let days = weekdays.isEmpty ? "" : ";BYDAY=" + weekdays.map { names[$0] }.joined(separator: ",")
        return "FREQ=\(unit.rawValue)\(interval)\(days)\(lastDays)\(clock)"
    }

    private var clock: String { minute.map { ";BYHOUR=\($0 / 60);BYMINUTE=\($0 % 60)" } ?? "" }

    /// The last of those days that the month has: in iCalendar too, the 31st alone would pass over short months.
    private var lastDays: String {
        guard let dayOfMonth, dayOfMonth > 28 else { return "" }
        let days = (28...dayOfMonth).map(String.init).joined(separator: ",")
        return "\(unit == .year ? ";BYMONTH=2" : "");BYMONTHDAY=\(days);BYSETPOS=-1"
    }

    /// As it is typed: `week`, `2w`, `mon,thu`.
    public var text: String {
        if !weekdays.isEmpty { return weekdays.map { DayWords.short[$0] }.joined(separator: ",") }
        return count == 1 ? "\(unit)" : "\(count)\("\(unit)".prefix(1))"
    }

    private static let words: [Unit: Set<String>] = [
        .day: ["d", "day", "days", "daily", "tag", "tage", "tag", "jour", "jours", "dia", "dias", "dag", "dagar"],
        .week: [
            "w", "week", "weeks", "weekly", "woche", "wochen", "semaine", "semaines", "semana", "semanas", "vecka",
        ],
        .month: ["m", "month", "months", "monthly", "monat", "monate", "mois", "mes", "meses", "manad", "manader"],
        .year: ["y", "year", "years", "yearly", "jahr", "jahre", "an", "ans", "ano", "anos", "ar"],
    ]

    /// What follows `every:`.
    init?(_ word: some StringProtocol) {
        let folded = Search.folded(String(word))
        if ["workday", "workdays", "weekday", "weekdays", "werktag", "werktags"].contains(folded) {
            self.init(every: 1, .week, on: Array(0...4))
            return
        }
        let days = folded.split(separator: ",", omittingEmptySubsequences: false).map { DayWords.weekday($0) }
        if !days.contains(nil) {
            self.init(every: 1, .week, on: days.compactMap(\.self))
            return
        }
        let digits = folded.prefix { $0.isASCII && $0.isNumber }
        let name = String(folded.dropFirst(digits.count))
        guard let unit = Unit.allCases.first(where: { Self.words[$0]?.contains(name) == true }), digits.count <= 3,
            let count = digits.isEmpty ? 1 : Int(digits), count > 0
        else { return nil }
        self.init(every: count, unit)
    }
}
