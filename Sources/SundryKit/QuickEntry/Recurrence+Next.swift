extension Recurrence {
    /// When something comes again that was due then, or never, and is done today: on the first day of the series that is
    /// later than both, at the same minute. With the rule by which it goes on from there: months that are too short are met
    /// on their last day, and the longer ones after them on the old day; a minute that summer time skips is met an hour later,
    /// and on the days after that as before. nil after the last year of the calendar.
    ///
    /// - Parameter clock: what the clocks show at a moment, another minute where there is none of that.
    public func next(
        after due: DueDate?, today: CalendarDay, clock: (DueDate) -> DueDate = \.shownByClocks
    ) -> (due: DueDate, rule: Recurrence)? {
        let start = due?.day ?? today
        let last = max(start, today)
        let day: CalendarDay?
        switch unit {
        case .day: day = Self.day(in: count, from: start, after: last)
        case .week where weekdays.isEmpty: day = Self.day(in: 7 * count, from: start, after: last)
        case .week: day = weekday(from: start, after: last)
        case .month: day = month(in: count, from: start, after: last)
        case .year: day = month(in: 12 * count, from: start, after: last)
        }
        guard let day, day.year <= 9999 else { return nil }
        let meant = dayMeant(from: start)
        let isShort = (unit == .month || unit == .year) && day.day < meant
        let minute = due.flatMap { minuteMeant(from: $0, clock) }
        let next = clock(DueDate(day, minute: minute))
        let rule = Recurrence(
            every: count, unit, on: weekdays, dayOfMonth: isShort ? meant : nil,
            minute: next.minute == minute ? nil : minute)
        return (next, rule)
    }

    /// The same of a series whose first date was typed like that, be its minute skipped by summer time or not.
    public func meaning(_ due: DueDate?, clock: (DueDate) -> DueDate = \.shownByClocks) -> Recurrence {
        guard let due, let minute = due.minute, clock(due) != due else { return self }
        return Recurrence(every: count, unit, on: weekdays, dayOfMonth: dayOfMonth, minute: minute)
    }

    /// The minute that the series is about. Whoever chose another than the one that stands for a skipped one meant that.
    private func minuteMeant(from due: DueDate, _ clock: (DueDate) -> DueDate) -> Int? {
        guard let minute, due.minute != nil, clock(DueDate(due.day, minute: minute)) == due else { return due.minute }
        return minute
    }

    /// The day of the month that the series is about. Whoever chose another day than the last of a short month meant that.
    private func dayMeant(from start: CalendarDay) -> Int {
        guard let dayOfMonth, start.day == start.monthEnd else { return start.day }
        return max(dayOfMonth, start.day)
    }

    private static func day(in step: Int, from start: CalendarDay, after last: CalendarDay) -> CalendarDay {
        start.adding(days: ((last.number - start.number) / step + 1) * step)
    }

    /// One of the days of the week in the weeks that are so many from that of the start.
    private func weekday(from start: CalendarDay, after last: CalendarDay) -> CalendarDay? {
        let monday = start.number - start.weekday
        for week in [(last.number - monday) / 7 / count, (last.number - monday) / 7 / count + 1] {
            for weekday in weekdays {
                let day = CalendarDay(number: monday + week * count * 7 + weekday)
                if day > last { return day }
            }
        }
        return nil
    }

    private func month(in step: Int, from start: CalendarDay, after last: CalendarDay) -> CalendarDay? {
        let meant = dayMeant(from: start)
        let months = (last.year - start.year) * 12 + last.month - start.month
        for count in [months / step, months / step + 1] {
            let total = start.year * 12 + start.month - 1 + count * step
            guard let first = CalendarDay(total / 12, total % 12 + 1, 1) else { return nil }
            let day = first.adding(days: min(meant, first.monthEnd) - 1)
            if day > last { return day }
        }
        return nil
    }
}
