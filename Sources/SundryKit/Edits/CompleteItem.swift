import CoreData

/// Ticks items, or takes the tick away. Sets, never flips: of a mixed selection all end alike.
public struct CompleteItem: UserEdit, Sendable {
    /// “tick”.
    public static let verb = "tick"
    private let items: [NSManagedObjectID]
    private let done: Bool

    /// The items done, or open again.
    public init(_ items: [Item], done: Bool = true) {
        self.items = items.map(\.objectID)
        self.done = done
    }

    /// Gives back how many items changed.
    public func change(in context: NSManagedObjectContext) throws -> Change<Int> {
        let changing = try Item.items(items, in: context).filter { $0.isDone != done }
        let now = Date()
        for item in changing { item.tick(at: done ? now : nil) }
        return Change(
            changing.count, summary: "\(done ? "tick" : "untick") \(Title.naming(changing.map { $0.title ?? "" }))")
    }
}
