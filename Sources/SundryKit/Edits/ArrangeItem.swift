import CoreData

/// Moves an item to another place in the order made by hand.
///
/// The items between its old place and the new one share out their positions anew: none but theirs change.
public struct ArrangeItem: UserEdit {
    /// “arrange”.
    public static let verb = "arrange"
    private let item: Item
    private let order: [Item]
    private let ascending: Bool

    /// The item in its new place among its neighbours: all from the old place to the new one, in the order that they are to
    /// have. `ascending` says whether small positions come first in it.
    public init(_ item: Item, among order: [Item], ascending: Bool = true) {
        self.item = item
        self.order = order
        self.ascending = ascending
    }

    /// Sets the positions.
    public func change(in context: NSManagedObjectContext) throws -> Change<Void> {
        let there = (ascending ? order : order.reversed()).filter { !$0.isDeleted }
        for (item, position) in zip(there, Self.distinct(there.map(\.position).sorted()))
        where item.position != position {
            item.position = position
        }
        return Change((), summary: "move \(Title.shortened(item.title ?? "")) by hand")
    }

    /// Sorted positions as they are, or spread where some are the same.
    static func distinct(_ positions: [Double]) -> [Double] {
        guard let first = positions.first, let last = positions.last,
            zip(positions, positions.dropFirst()).contains(where: ==)
        else { return positions }
        let step = last > first ? (last - first) / Double(positions.count - 1) : 1 / 1024
        return positions.indices.map { first + Double($0) * step }
    }
}
