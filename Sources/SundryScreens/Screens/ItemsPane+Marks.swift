import CoreData
import SundryKit

/// The items that an action is about.
struct Chosen {
    let items: [Item]
    /// Whether they are marked, not just those at the cursor.
    let isMarked: Bool
    /// How many of them the filter hides.
    let hidden: Int
    /// What the cursor goes to when they go: the row after them, or before; nil where it may stay.
    let next: Item?
    /// The row that comes after them; nil at the end.
    let following: Item?

    /// “3 items, 1 of them hidden by the filter”, or the title of a single one.
    var words: String {
        let what = items.count == 1 ? "“\(Title.shortened(items[0].title ?? ""))”" : "\(items.count) items"
        return hidden == 0 ? what : "\(what), \(hidden) hidden by the filter"
    }
}

extension ItemsPane {
    /// How many are marked, those in the range that is being drawn included.
    var markCount: Int {
        guard let range else { return marks.count }
        // The range may be a million rows, of which nobody has made objects.
        let others = marks.filter { id in
            (context.registeredObject(for: id) as? Item).flatMap(rows.position).map { !range.contains($0) } ?? true
        }
        return range.count + others.count
    }

    /// The marked items that are in the list still.
    private var marked: Set<NSManagedObjectID> {
        marks.union(range.map { rows.objects(from: $0.lowerBound, count: $0.count).map(\.objectID) } ?? [])
    }

    /// The rows from where a range was begun to the cursor.
    var range: ClosedRange<Int>? {
        guard let rangeStart, let start = rows.position(of: rangeStart) else { return nil }
        return min(start, rows.row)...max(start, rows.row)
    }

    func isMarked(_ item: Item, at row: Int) -> Bool {
        marks.contains(item.objectID) || range?.contains(row) == true
    }

    /// Marks the items from the cursor on, or takes the marks away where the first has one, and steps on.
    func toggleMarks(_ count: Int) {
        let chosen = rows.objects(from: rows.row, count: count).map(\.objectID)
        if let first = chosen.first, marks.contains(first) { marks.subtract(chosen) } else { marks.formUnion(chosen) }
        rows.select(rows.row + chosen.count)
    }

    /// Begins a range, or marks what is in it.
    func toggleRange() {
        guard rangeStart != nil else { return rangeStart = rows.selected }
        marks = marked
        rangeStart = nil
    }

    /// Takes all marks away. False where there were none.
    @discardableResult
    func dropMarks() -> Bool {
        defer { (marks, rangeStart) = ([], nil) }
        return !marks.isEmpty || rangeStart != nil
    }

    /// The marked items; where there are none, so many from the cursor on.
    func chosen(_ count: Int) -> Chosen {
        let marked = marked
        guard !marked.isEmpty else {
            let (row, items) = (rows.row, rows.objects(from: rows.row, count: count))
            let following = rows.object(at: row + items.count)
            return Chosen(
                items: items, isMarked: false, hidden: 0, next: following ?? rows.object(at: row - 1),
                following: following)
        }
        var seen: [(row: Int, item: Item)] = []
        var hidden: [Item] = []
        for id in marked {
            guard let item = try? context.existingObject(with: id) as? Item else { continue }
            if let row = rows.position(of: item) {
                seen.append((row, item))
            } else if item.isThere, item.list === list {
                hidden.append(item)
            }
        }
        seen.sort { $0.row < $1.row }
        let free = { (row: Int) in self.rows.object(at: row).flatMap { marked.contains($0.objectID) ? nil : $0 } }
        let following = (rows.row..<max(rows.row, rows.count)).lazy.compactMap(free).first
        return Chosen(
            items: seen.map(\.item) + hidden, isMarked: true, hidden: hidden.count,
            next: following ?? (0..<rows.row).reversed().lazy.compactMap(free).first, following: following)
    }
}
