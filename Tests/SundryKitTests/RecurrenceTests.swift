import CoreData
import Foundation
import SundryKit
import Testing

/// When something that recurs is due again.
@Suite struct RecurrenceTests {
    private func day(_ text: some StringProtocol) throws -> CalendarDay {
        let parts = text.split(separator: "-").compactMap { Int($0) }
        try #require(parts.count == 3)
        return try #require(CalendarDay(parts[0], parts[1], parts[2]), "\(text)")
    }

    private func rule(_ word: String) throws -> Recurrence {
        try #require(QuickEntry("x every:\(word)").recurrence, "\(word)")
    }

    @Test(arguments: [
        ("week", "2026-12-04", "2026-12-04", "2026-12-11"), ("week", "2026-12-04", "2026-12-01", "2026-12-11"),
        ("week", "2026-12-04", "2026-12-10", "2026-12-11"), ("week", "2026-12-04", "2026-12-11", "2026-12-18"),
        ("day", "2026-12-01", "2026-12-24", "2026-12-25"), ("3d", "2026-12-01", "2026-12-24", "2026-12-25"),
        ("2w", "2026-01-01", "2026-12-01", "2026-12-03"), ("mon,thu", "2026-11-30", "2026-11-30", "2026-12-03"),
        ("mon,thu", "2026-12-03", "2026-12-03", "2026-12-07"), ("weekdays", "2026-12-04", "2026-12-04", "2026-12-07"),
        ("sun", "2026-12-01", "2026-12-01", "2026-12-06"), ("month", "2026-01-31", "2026-01-31", "2026-02-28"),
        ("month", "2024-01-31", "2024-01-31", "2024-02-29"), ("month", "2026-01-31", "2026-02-28", "2026-03-31"),
        ("month", "2026-01-31", "2026-03-05", "2026-03-31"), ("2m", "2026-12-31", "2027-01-01", "2027-02-28"),
        ("month", "2026-02-28", "2026-02-28", "2026-03-28"), ("year", "2024-03-01", "2026-12-01", "2027-03-01"),
        ("year", "2026-12-24", "2026-12-01", "2027-12-24"), ("year", "2024-02-29", "2024-02-29", "2025-02-28"),
        ("year", "2024-02-29", "2027-12-01", "2028-02-29"), ("month", "2025-12-15", "2025-12-15", "2026-01-15"),
    ])
    func `the next date is the first of the series after the old one and today`(
        word: String, due: String, today: String, next: String
    ) throws {
        let found = try #require(try rule(word).next(after: DueDate(day(due)), today: day(today)))
        #expect(found.due.text == next && found.due.minute == nil)
    }

    @Test func `months that are too short do not move the day for good`() throws {
        var rule = try rule("month")
        var due = DueDate(try day("2026-01-31"))
        var met: [Int] = []
        for _ in 0..<14 {
            let next = try #require(rule.next(after: due, today: due.day))
            // As it is kept, and read again.
            (due, rule) = (next.due, try #require(Recurrence(rule: next.rule.rule)))
            met.append(due.day.day)
        }
        #expect(met == [28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 31, 28, 31])
        #expect(rule.rule == "FREQ=MONTHLY")
        let short = try #require(rule.next(after: DueDate(day("2026-01-31")), today: day("2026-01-31")))
        #expect(short.rule.rule == "FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1" && short.rule.text == "month")
        // Put on another day by hand, it goes on from there.
        #expect(
            try short.rule.next(after: DueDate(day("2026-02-15")), today: day("2026-02-15"))?.due.text == "2026-03-15")
        var leap = DueDate(try day("2024-02-29"))
        rule = try self.rule("year")
        for text in ["2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29", "2029-02-28"] {
            let next = try #require(rule.next(after: leap, today: leap.day))
            (leap, rule) = (next.due, try #require(Recurrence(rule: next.rule.rule)))
            #expect(leap.text == text)
        }
    }

    @Test func `a minute stays, and without a date the series begins today`() throws {
        let today = try day("2026-12-01")
        let next = try rule("week").next(after: DueDate(today, minute: 18 * 60), today: today)
        #expect(next?.due.text == "2026-12-08T18:00")
        #expect(try rule("2w").next(after: nil, today: today)?.due.text == "2026-12-15")
        #expect(try rule("fri").next(after: nil, today: today)?.due.text == "2026-12-04")
        #expect(try rule("day").next(after: DueDate(day("9999-12-31")), today: today) == nil)
        #expect(try rule("year").next(after: DueDate(day("9999-12-31")), today: today) == nil)
        for foreign in [
            "FREQ=MONTHLY;BYDAY=MO", "FREQ=HOURLY", "FREQ=WEEKLY;INTERVAL=0", "FREQ=MONTHLY;BYMONTHDAY=31", "",
        ] {
            #expect(Recurrence(rule: foreign) == nil, "\(foreign)")
        }
    }

    @Test func `a minute that summer time skips is met an hour later, and as before on the days after that`() throws {
        // The clocks go from two to three on that day.
        let skipped = try day("2027-03-28")
        func clock(_ due: DueDate) -> DueDate {
            guard due.day == skipped, let minute = due.minute, (120..<180).contains(minute) else { return due }
            return DueDate(due.day, minute: minute + 60)
        }
        let daily = try rule("day")
        let before = DueDate(try day("2027-03-27"), minute: 150)
        let shifted = try #require(daily.next(after: before, today: before.day, clock: clock))
        #expect(shifted.due.text == "2027-03-28T03:30")
        let kept = try #require(Recurrence(rule: shifted.rule.rule))
        #expect(kept == shifted.rule && kept.text == "day")
        let after = try #require(kept.next(after: shifted.due, today: skipped, clock: clock))
        #expect(after.due.text == "2027-03-29T02:30" && after.rule == daily)
        let chosen = kept.next(after: DueDate(skipped, minute: 240), today: skipped, clock: clock)
        #expect(chosen?.due.text == "2027-03-29T04:00", "who chose another time meant that")
        let typed = daily.meaning(DueDate(skipped, minute: 150), clock: clock)
        #expect(typed.next(after: shifted.due, today: skipped, clock: clock)?.due.text == "2027-03-29T02:30")
        #expect(daily.meaning(before, clock: clock) == daily)
    }

    /// The days of a series after its first, by counting one day after the other.
    private func counted(_ rule: Recurrence, from start: CalendarDay, to end: CalendarDay) -> [CalendarDay] {
        var days: [CalendarDay] = []
        let monday = start.number - start.weekday
        for number in stride(from: start.number + 1, through: end.number, by: 1) {
            let day = CalendarDay(number: number)
            let months = (day.year - start.year) * 12 + day.month - start.month
            let isIn =
                switch rule.unit {
                case .day: (number - start.number) % rule.count == 0
                case .week where rule.weekdays.isEmpty: (number - start.number) % (7 * rule.count) == 0
                case .week: rule.weekdays.contains(day.weekday) && (number - monday) / 7 % rule.count == 0
                case .month: months % rule.count == 0 && day.day == min(start.day, day.monthEnd)
                case .year: months % (12 * rule.count) == 0 && day.day == min(start.day, day.monthEnd)
                }
            if isIn { days.append(day) }
        }
        return days
    }

    @Test func `for any rule, date and day it is the first day that counting finds`() throws {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<1500 {
            let unit = try #require(Recurrence.Unit.allCases.randomElement(using: &random))
            let days = unit == .week ? (0..<7).filter { _ in Int.random(in: 0..<4, using: &random) == 0 } : []
            let rule = Recurrence(every: Int.random(in: 1...5, using: &random), unit, on: days)
            let start = CalendarDay(number: Int.random(in: 18_000...23_000, using: &random))
            let today = start.adding(days: Int.random(in: -400...1200, using: &random))
            let last = max(start, today)
            let next = try #require(rule.next(after: DueDate(start), today: today)).due.day
            let all = counted(rule, from: start, to: next)
            #expect(
                next > last && all.last == next, "\(rule.rule) from \(start.text), today \(today.text): \(next.text)")
            #expect(all.dropLast().allSatisfy { $0 <= last }, "\(rule.rule) from \(start.text), today \(today.text)")
        }
    }
}

/// What recurs comes back when it is ticked.
@Suite @MainActor struct ComingBackTests {
    private func open(_ context: NSManagedObjectContext) throws -> [Item] {
        try Listing(sort: ItemSort(.due), in: context).items
    }

    private func added(_ line: String, _ context: NSManagedObjectContext) throws -> Item {
        try AddItem(lines: [line], to: ItemList.target(named: "Home", creating: true, in: context)).run(in: context)[0]
    }

    private func later(_ days: Int) -> String { CalendarDay.today.adding(days: days).text }

    @Test func `ticked, it is done and there again, and one undo takes both back`() throws {
        let stack = try loadedStack()
        let context = stack.viewContext
        let item = try added("2 l milk #Dairy 1.29EUR !high *party due:\(later(1)) every:week", context)
        let before = try contents(of: stack)
        let completion = try CompleteItem([item]).run(in: context)
        #expect(completion.count == 1)
        let day = CalendarDay.today.adding(days: 8)
        #expect(completion.remark == "due again \(DueDate(day).words)")
        let next = try #require(try open(context).first)
        #expect(try open(context).count == 1 && next != item && item.isDone && !next.isDone)
        #expect(next.line == "2 l milk" && next.category?.name == "Dairy" && next.priceText == "1.29 EUR")
        #expect(next.priority == 1 && next.tagNames == ["party"] && next.recurrence == "FREQ=WEEKLY")
        #expect(next.dueIsDateOnly && next.dueText == later(8) && next.list == item.list)
        #expect(try UndoEdit().run(in: context) == "tick milk")
        #expect(try contents(of: stack) == before)
        try RedoEdit().run(in: context)
        #expect(try open(context).count == 1)
        try UndoEdit().run(in: context)
        #expect(try contents(of: stack) == before)
    }

    @Test func `ticked twice, unticked, or added again, it is there once`() throws {
        let context = try loadedStack().viewContext
        let item = try added("water plants every:3d", context)
        try CompleteItem([item]).run(in: context)
        try CompleteItem([item]).run(in: context)
        #expect(try open(context).count == 1)
        _ = try added("water plants every:3d", context)
        #expect(try open(context).count == 1, "added up with the one that is there")
        let completion = try CompleteItem([item], done: false).run(in: context)
        #expect(completion.remark == "the next one, due \(DueDate(CalendarDay.today.adding(days: 3)).words), is gone")
        #expect(try open(context) == [item])
        try CompleteItem([item]).run(in: context)
        var next = try #require(try open(context).first)
        try EditItem(next, .note("the red ones")).run(in: context)
        #expect(try CompleteItem([item], done: false).run(in: context).remark == nil)
        #expect(try open(context).count == 2, "what something was done to stays")
        try CompleteItem([item]).run(in: context)
        #expect(try open(context) == [next])
        try CompleteItem([next]).run(in: context)
        next = try #require(try open(context).first)
        #expect(try open(context).count == 1 && next.dueText == later(6) && next.note == "the red ones")
    }

    @Test func `all that are ticked together come back, each once`() throws {
        let context = try loadedStack().viewContext
        let items = try AddItem(
            lines: ["a every:day", "b every:week", "c", "d every:month due:2020-01-31"], to: .new("Home")
        ).run(in: context)
        let completion = try CompleteItem(items).run(in: context)
        #expect(completion.count == 4 && completion.remark?.hasPrefix("3 are due again, the first ") == true)
        let back = try open(context)
        #expect(back.compactMap(\.title).sorted() == ["a", "b", "d"])
        #expect(try UndoEdit().run(in: context) == "tick 4 items")
        // The next of “a” is ticked with it: it goes on from there.
        try CompleteItem([items[0]]).run(in: context)
        let next = try #require(try open(context).first { $0.title == "a" && $0 != items[0] })
        try CompleteItem([next]).run(in: context)
        try CompleteItem([items[0], next], done: false).run(in: context)
        #expect(try Set(open(context).filter { $0.title == "a" }) == [items[0], next])
    }

    @Test func `a rule that is not understood is told of, and the item is done`() throws {
        let context = try loadedStack().viewContext
        let item = try added("x", context)
        try EditItem(item, .recurrence("FREQ=HOURLY")).run(in: context)
        #expect(
            try CompleteItem([item]).run(in: context).remark == "it does not come back: how often is not understood")
        #expect(item.isDone)
        #expect(try open(context).isEmpty)
    }

    @Test func `two windows that tick it at the same moment make one that comes after it`() throws {
        let folder = try TemporaryFolder()
        let one = try loadedStack(folder.store)
        let item = try added("water plants every:week", one.viewContext)
        let other = try loadedStack(folder.store)
        let same = try Item.meant(by: "water plants", in: other.viewContext)
        // Each has looked before the other has saved.
        _ = (item.isDone, same.isDone)
        try CompleteItem([same]).run(in: other.viewContext)
        try CompleteItem([item]).run(in: one.viewContext)
        let third = try loadedStack(folder.store)
        #expect(try titles(third, all: false) == ["water plants"])
        #expect(try titles(third).count == 2)
    }

    @Test func `what was thrown away comes back when the one before it is ticked again`() throws {
        let context = try loadedStack().viewContext
        let item = try added("water plants every:week", context)
        try CompleteItem([item]).run(in: context)
        try DeleteItem([#require(try open(context).first)]).run(in: context)
        try CompleteItem([item], done: false).run(in: context)
        try CompleteItem([item]).run(in: context)
        #expect(try open(context).map(\.dueText) == [later(7)])
    }
}
