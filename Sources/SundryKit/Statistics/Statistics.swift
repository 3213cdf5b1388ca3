import CoreData

/// What was bought, told in numbers: how much is open in each category and what it costs in each list and shop, how many items were
/// bought in each of the last weeks, and what was spent in each of the last months and in each shop.
public struct Statistics: Sendable {
    /// A number and what it counts.
    public struct Bar: Equatable, Sendable {
        /// What is counted: a category, the first day of a week, a month.
        public let name: String
        /// How much.
        public let value: Double
        /// The value as it is told.
        public let text: String
    }

    /// The open items in each category, most first.
    public let open: [Bar]
    /// What the open items of each list cost, by currency.
    public let lists: [(currency: String, bars: [Bar])]
    /// What the open items cost in each shop, by currency.
    public let shops: [(currency: String, bars: [Bar])]
    /// The items ticked in each category in the weeks told of, most first.
    public let bought: [Bar]
    /// The items ticked in each week, this one last. A week begins on `firstWeekday`.
    public let weeks: [Bar]
    /// What the items ticked in each month cost, by currency, this month last.
    public let months: [(currency: String, bars: [Bar])]

    /// What was spent in each shop in the months told of, by currency.
    public let spent: [(currency: String, bars: [Bar])]

    /// How many weeks are told of, this one included.
    public static let weekCount = 8
    /// How many months are told of, this one included.
    public static let monthCount = 6

    /// The numbers of all lists as of a day, 0 standing for a week that begins on Monday. What was cleared away was bought, too.
    public init(today: CalendarDay = .today, firstWeekday: Int = 0, in context: NSManagedObjectContext) throws {
        let names = try ShopsOfItems(in: context)
        var (perList, perShop, spending) = (Spending(), Spending(), Spending())
        var openCounts: [String: Int] = [:]
        let stillOpen = Item.request(all: false)
        // There may be a million, of which no more than these are held at a time.
        stillOpen.fetchBatchSize = 1000
        for item in try context.fetch(stillOpen) {
            openCounts[item.category?.name ?? "", default: 0] += 1
            guard let cost = item.cost else { continue }
            perList.add(cost, for: item.list?.name ?? "")
            perShop.add(cost, for: names.name(of: item))
        }
        open = Self.bars(openCounts)
        (lists, shops) = (perList.bars(unnamed: "No list"), perShop.bars(unnamed: "No shop"))
        let week = today.adding(days: -((today.weekday - firstWeekday + 7) % 7))
        let firstMonth = CalendarDay(today.year, today.month, 1).map { $0.adding(months: 1 - Self.monthCount) } ?? today
        let firstWeek = week.adding(days: -7 * (Self.weekCount - 1))
        let done = NSFetchRequest<Item>(entityName: "Item")
        done.predicate = NSPredicate(
            format: "isDone == YES AND completedAt >= %@", DueDate(min(firstWeek, firstMonth), minute: 0).date as NSDate
        )
        var perWeek: [Int: Int] = [:]
        var perMonth: [String: [String: Decimal]] = [:]
        var perCategory: [String: Int] = [:]
        done.fetchBatchSize = 1000
        for item in try context.fetch(done) {
            guard let date = item.completedAt, let day = CalendarDay(date) else { continue }
            if day >= firstWeek {
                perWeek[(day.number - firstWeek.number) / 7, default: 0] += 1
                perCategory[item.category?.name ?? "", default: 0] += 1
            }
            if day >= firstMonth, let cost = item.cost {
                perMonth[cost.currency, default: [:]][String(day.text.prefix(7)), default: 0] += cost.value
                spending.add(cost, for: names.name(of: item))
            }
        }
        bought = Self.bars(perCategory)
        weeks = (0..<Self.weekCount).map { index in
            let count = perWeek[index] ?? 0
            return Bar(name: firstWeek.adding(days: 7 * index).text, value: Double(count), text: "\(count)")
        }
        spent = spending.bars(unnamed: "No shop")
        let monthNames = (0..<Self.monthCount).map { String(firstMonth.adding(months: $0).text.prefix(7)) }
        months = perMonth.sorted { $0.key < $1.key }.map { currency, sums in
            let bars = monthNames.map { Bar(name: $0, sum: sums[$0] ?? 0) }
            return (currency, bars)
        }
    }

    /// Counts beside a context of the main queue, where there is too much to be counted between two keys. Answers on that queue.
    @MainActor
    public static func count(
        beside context: NSManagedObjectContext, firstWeekday: Int,
        completion: @escaping @MainActor (Result<Statistics, any Error>) -> Void
    ) {
        let beside = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        beside.persistentStoreCoordinator = context.persistentStoreCoordinator
        beside.perform {
            let result = Result { try Statistics(firstWeekday: firstWeekday, in: beside) }
            DispatchQueue.main.async { MainActor.assumeIsolated { completion(result) } }
        }
    }

    private static func bars(_ counts: [String: Int]) -> [Bar] {
        // Of the same number by name, what has no category last.
        counts.sorted { one, other in
            (-one.value, one.key.isEmpty ? 1 : 0, one.key) < (-other.value, other.key.isEmpty ? 1 : 0, other.key)
        }.map { name, count in
            Bar(name: name.isEmpty ? "No category" : name, value: Double(count), text: "\(count)")
        }
    }
}

extension CalendarDay {
    /// The day of a moment where the user is.
    public init?(_ date: Date) {
        var time = time_t(date.timeIntervalSince1970.rounded(.down))
        var parts = tm()
        guard localtime_r(&time, &parts) != nil else { return nil }
        self.init(Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday))
    }
}
