import CoreData

/// Ticks items, or takes the tick away. Sets, never flips: of a mixed selection all end alike.
///
/// What recurs comes back by the same edit: the next item of the series is made, with the next date. Where the tick is taken
/// away, that one goes, unless something was done to it.
public struct CompleteItem: UserEdit, Sendable {
    /// “tick”.
    public static let verb = "tick"
    /// Never: of two that tick what recurs at once, one makes it come back.
    public static let overwrites = false
    private let items: [NSManagedObjectID]
    private let done: Bool

    /// The items done, or open again.
    public init(_ items: [Item], done: Bool = true) {
        self.items = items.map(\.objectID)
        self.done = done
    }

    /// Gives back how many items changed, and which of them come back when.
    public func change(in context: NSManagedObjectContext) throws -> Change<Completion> {
        let changing = try Item.items(items, in: context).filter { $0.isDone != done && $0.trashedAt == nil }
        let now = Date()
        var series = try ItemSeries(of: changing, in: context)
        for item in changing {
            if !done { series.takeBack(item) }
            item.tick(at: done ? now : nil)
            if done { series.goOn(after: item, at: now) }
        }
        return Change(
            Completion(count: changing.count, next: series.made, taken: series.taken, unreadable: series.unreadable),
            summary: "\(done ? "tick" : "untick") \(Title.naming(changing.map { $0.title ?? "" }))")
    }
}

/// What ticking items, or taking ticks away, has come to.
public struct Completion: Sendable {
    /// How many items changed.
    public let count: Int
    /// When those of them that recur are due next.
    let next: [DueDate]
    /// When those were due that went as ticks were taken away.
    let taken: [DueDate]
    /// How many recur by a rule that is not understood.
    let unreadable: Int

    /// What is to be told of the items besides; nil where there is nothing.
    public var remark: String? {
        if let first = next.min(by: { $0.date < $1.date }) {
            if next.count == 1 { return count == 1 ? "due again \(first.words)" : "one is due again \(first.words)" }
            return "\(next.count) are due again, the first \(first.words)"
        }
        if unreadable > 0 { return "it does not come back: how often is not understood" }
        if taken.count == 1 { return "the next one, due \(taken[0].words), is gone" }
        return taken.isEmpty ? nil : "the next ones of \(taken.count) are gone"
    }
}
