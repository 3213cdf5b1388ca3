import Foundation

/// When something is due: a day, or a moment of it.
public struct DueDate: Equatable, Sendable {
    /// The day.
    public let day: CalendarDay
    /// The minute of the day on the user's clock; nil where it is the day as a whole.
    public let minute: Int?

    /// That day, or that minute of it.
    public init(_ day: CalendarDay, minute: Int? = nil) {
        self.day = day
        self.minute = minute
    }

    /// The moment; of a day alone its midnight in UTC, so that it is the same day in every time zone.
    public var date: Date {
        guard let minute else { return Date(timeIntervalSince1970: Double(day.number) * 86_400) }
        var parts = tm()
        parts.tm_year = Int32(day.year - 1900)
        parts.tm_mon = Int32(day.month - 1)
        parts.tm_mday = Int32(day.day)
        parts.tm_hour = Int32(minute / 60)
        parts.tm_min = Int32(minute % 60)
        // The zone says whether it is summer.
        parts.tm_isdst = -1
        return Date(timeIntervalSince1970: Double(mktime(&parts)))
    }

    /// What the clocks show at that moment: an hour later, where summer time skips the minute.
    public var shownByClocks: DueDate { minute == nil ? self : DueDate(date, isDateOnly: false) ?? self }

    /// What an item keeps: the midnight in UTC of a day alone, or a moment. nil of one beyond the calendar.
    public init?(_ date: Date, isDateOnly: Bool) {
        if isDateOnly {
            guard let day = CalendarDay(universal: date) else { return nil }
            self.init(day)
        } else {
            guard let day = CalendarDay(date), let minute = DateText.minuteOfDay(date) else { return nil }
            self.init(day, minute: minute)
        }
    }

    /// As it is told: “fri 2026-12-04”, “fri 2026-12-04 18:00”.
    public var words: String { "\(DayWords.short[day.weekday]) \(text.replacing("T", with: " "))" }

    /// As ISO 8601 has it: `2026-12-24`, `2026-12-24T18:00`.
    public var text: String {
        guard let minute else { return day.text }
        func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        return "\(day.text)T\(padded(minute / 60)):\(padded(minute % 60))"
    }

    /// A date as people write them: `fri`, `tomorrow`, `12.5.`, `5/12`, `+3d`, `2026-12-24`, each with `T18:00` behind it.
    /// One without a year is the next; the day of a week is never today.
    init?(_ word: some StringProtocol, today: CalendarDay, _ customs: EntryCustoms) {
        let folded = Substring(Search.folded(String(word)))
        if let mark = folded.lastIndex(of: "t"), let minute = Self.minute(folded[folded.index(after: mark)...]) {
            guard let day = Self.day(folded[..<mark], today, customs) else { return nil }
            self.init(day, minute: minute)
        } else {
            guard let day = Self.day(folded, today, customs) else { return nil }
            self.init(day)
        }
    }

    private static func minute(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].count == 2, let hour = number(parts[0]), let minute = number(parts[1]),
            hour < 24, minute < 60
        else { return nil }
        return hour * 60 + minute
    }

    private static func day(_ text: Substring, _ today: CalendarDay, _ customs: EntryCustoms) -> CalendarDay? {
        if let days = DayWords.days(text) { return today.adding(days: days) }
        if let weekday = DayWords.weekday(text) { return today.next(weekday: weekday) }
        if text.first == "+" { return later(text.dropFirst(), today) }
        if text.contains("-") {
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 3, parts[0].count == 4, let numbers = numbers(parts) else { return nil }
            return CalendarDay(numbers[0], numbers[1], numbers[2])
        }
        if text.contains("/") {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard var numbers = numbers(parts) else { return nil }
            // Where one of them is no month, it is the day.
            let isMonthFirst =
                numbers[0] > 12 ? false : numbers.count > 1 && numbers[1] > 12 ? true : customs.hasMonthFirst
            if isMonthFirst, numbers.count > 1 { numbers.swapAt(0, 1) }
            return dayFirst(numbers, yearOf: parts.count == 3 ? parts[2] : nil, today)
        }
        var parts = text.split(separator: ".", omittingEmptySubsequences: false)
        if parts.count == 3, parts[2].isEmpty { parts.removeLast() }
        guard let numbers = numbers(parts) else { return nil }
        return dayFirst(numbers, yearOf: parts.count == 3 ? parts[2] : nil, today)
    }

    private static func dayFirst(_ numbers: [Int], yearOf year: Substring?, _ today: CalendarDay) -> CalendarDay? {
        switch numbers.count {
        case 2: return today.next(month: numbers[1], day: numbers[0])
        case 3:
            guard let digits = year?.count, digits == 2 || digits == 4 else { return nil }
            return CalendarDay(digits == 2 ? 2000 + numbers[2] : numbers[2], numbers[1], numbers[0])
        default: return nil
        }
    }

    /// `3d`, `2w`, `1m`, `1y` from today.
    private static func later(_ text: Substring, _ today: CalendarDay) -> CalendarDay? {
        guard let unit = text.last, let count = number(text.dropLast()), count < 1000 else { return nil }
        switch unit {
        case "d": return today.adding(days: count)
        case "w": return today.adding(days: count * 7)
        case "m": return today.adding(months: count)
        case "y": return today.adding(months: count * 12)
        default: return nil
        }
    }

    private static func numbers(_ parts: [Substring]) -> [Int]? {
        let numbers = parts.compactMap { number($0) }
        return numbers.count == parts.count ? numbers : nil
    }

    private static func number(_ text: Substring) -> Int? {
        text.count <= 4 && !text.isEmpty && text.allSatisfy { $0.isASCII && $0.isNumber } ? Int(text) : nil
    }
}
