import Foundation

/// A day of the Gregorian calendar, in no time zone.
public struct CalendarDay: Equatable, Comparable, Sendable {
    /// The year.
    public let year: Int
    /// The month, from 1 on.
    public let month: Int
    /// The day of the month, from 1 on.
    public let day: Int

    /// That day, where there is one.
    public init?(_ year: Int, _ month: Int, _ day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), (1...Self.length(of: month, year)).contains(day)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Today, where the user is.
    public static var today: CalendarDay {
        var now = time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        return CalendarDay(number: 0).with(Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
    }

    private func with(_ year: Int, _ month: Int, _ day: Int) -> CalendarDay { CalendarDay(year, month, day) ?? self }

    private static func length(of month: Int, _ year: Int) -> Int {
        let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// The days since 1970-01-01, by years that begin in March, so that leap days end them.
    public var number: Int {
        let shifted = month <= 2 ? year - 1 : year
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }

    /// The day so many days after 1970-01-01.
    public init(number: Int) {
        let shifted = number + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let part = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * part + 2) / 5 + 1
        month = part < 10 ? part + 3 : part - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The day of a moment in UTC; nil beyond the years that there are here.
    public init?(universal date: Date) {
        let number = (date.timeIntervalSince1970 / 86_400).rounded(.down)
        guard number.magnitude < 1e7 else { return nil }
        let day = CalendarDay(number: Int(number))
        self.init(day.year, day.month, day.day)
    }

    /// The last day of its month.
    public var monthEnd: Int { Self.length(of: month, year) }

    /// 0 for Monday to 6 for Sunday.
    public var weekday: Int { (number % 7 + 10) % 7 }

    /// So many days later.
    public func adding(days: Int) -> CalendarDay { CalendarDay(number: number + days) }

    /// So many months later, on the last day of a month that is too short.
    public func adding(months: Int) -> CalendarDay {
        let total = year * 12 + month - 1 + months
        let (year, month) = (total / 12, total % 12 + 1)
        return with(year, month, min(day, Self.length(of: month, year)))
    }

    /// The next day of that name, never this one.
    public func next(weekday: Int) -> CalendarDay { adding(days: (weekday - self.weekday + 6) % 7 + 1) }

    /// The first day of that month and number from this one on.
    public func next(month: Int, day: Int) -> CalendarDay? {
        // The 29th of February is eight years away at most.
        for year in year...year + 8 {
            if let found = CalendarDay(year, month, day), found >= self { return found }
        }
        return nil
    }

    /// Whether it comes before.
    public static func < (one: CalendarDay, other: CalendarDay) -> Bool { one.number < other.number }

    /// As ISO 8601 has it: `2026-12-24`.
    public var text: String {
        func padded(_ number: Int, _ width: Int) -> String {
            String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }
}
