/// What is said of an item beside its line, in a few words each: in a row of the screen, and in a listing of the shell.
public enum ItemAside: CaseIterable, Sendable {
    case priority, category, price, due

    /// The words; nil where there is nothing to say.
    public func text(of item: Item, today: CalendarDay = .today) -> String? {
        switch self {
        case .priority: item.priority > 0 ? "!\(item.priority)" : nil
        case .category: item.category?.name
        case .price: item.priceText
        case .due:
            item.dueText.map { "\(!item.isDone && DueSpan.isOverdue(item, today: today) ? "overdue" : "due") \($0)" }
        }
    }
}
