import CoreData

/// The sections that the items of a list stand in. The raw value is what `ItemList.grouping` holds.
public enum ItemGrouping: String, CaseIterable, Sendable {
    /// None.
    case none
    /// One for each category, in the order of the shelves of the list's shop.
    case category
    /// By when they are due: overdue, today, tomorrow, within a week, later.
    case due

    /// What the list remembers.
    public init(of list: ItemList) { self = ItemGrouping(rawValue: list.grouping ?? "") ?? .none }

    /// Has the list remember it, and saves. It is how the list is looked at, not what is in it: no edit to undo.
    public func remember(for list: ItemList) throws {
        guard let context = list.managedObjectContext, ItemGrouping(of: list) != self else { return }
        list.grouping = rawValue
        do {
            try context.saveWaiting()
        } catch {
            context.rollback()
            throw Problem(saving: error)
        }
    }
}

/// A stretch of days in which things are due.
public struct DueSpan {
    /// What it is called.
    public let name: String
    /// The items that are due in it.
    public let predicate: NSPredicate

    /// All there are, from that day on, one after the other; the last is of what is not due at all.
    public static func all(today: CalendarDay = .today) -> [DueSpan] {
        let bounds =
            [("Overdue", nil, 0), ("Today", 0, 1), ("Tomorrow", 1, 2), ("Within a week", 2, 7), ("Later", 7, nil)]
            as [(String, Int?, Int?)]
        return bounds.map { name, first, end in
            var parts = [NSPredicate(format: "dueAt != nil")]
            if let first { parts.append(predicate(">=", today.adding(days: first))) }
            if let end { parts.append(predicate("<", today.adding(days: end))) }
            return DueSpan(name: name, predicate: NSCompoundPredicate(andPredicateWithSubpredicates: parts))
        } + [DueSpan(name: "No date", predicate: NSPredicate(format: "dueAt == nil"))]
    }

    /// Whether an item was due on a day before that one, or at a moment that is over.
    public static func isOverdue(_ item: Item, today: CalendarDay = .today, now: Date = Date()) -> Bool {
        guard let due = item.dueAt else { return false }
        return due < (item.dueIsDateOnly ? DueDate(today).date : now)
    }

    /// A day alone is kept as its midnight in UTC, a moment as it is.
    private static func predicate(_ relation: String, _ day: CalendarDay) -> NSPredicate {
        NSPredicate(
            format: "(dueIsDateOnly == YES AND dueAt \(relation) %@) OR (dueIsDateOnly == NO AND dueAt \(relation) %@)",
            DueDate(day).date as NSDate, DueDate(day, minute: 0).date as NSDate)
    }
}
