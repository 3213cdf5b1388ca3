/// A long list kept in sort order: leaves of at most 512 rows, found by offset, by sort key, or by the row itself.
///
/// A change costs a few microseconds whatever the length: it shifts the rows of one leaf, and the offsets of the leaves
/// after it are added up anew when somebody asks. A flat array of a million rows would move megabytes for each insertion.
final class RowList<Row: Hashable> {
    private final class Leaf {
        var rows: [Row]
        var keys: [SortKey]
        /// Place among the leaves.
        var number = 0

        init(rows: [Row], keys: [SortKey]) {
            self.rows = rows
            self.keys = keys
        }
    }

    private static var capacity: Int { 512 }

    private let order: SortOrder
    private var leaves: [Leaf] = []
    private var leafOfRow: [Row: Leaf] = [:]
    /// The offset of each leaf's first row; right for the first `validStarts` leaves.
    private var starts: [Int] = []
    private var validStarts = 0

    /// A list of rows that are in order already.
    init(_ order: SortOrder, rows: [Row], keys: [SortKey]) {
        self.order = order
        leafOfRow.reserveCapacity(rows.count)
        // Room is left in each leaf, so that the first insertions do not split all of them.
        for start in stride(from: 0, to: rows.count, by: 384) {
            let range = start..<min(start + 384, rows.count)
            let leaf = Leaf(rows: Array(rows[range]), keys: Array(keys[range]))
            leaf.number = leaves.count
            leaves.append(leaf)
            for row in leaf.rows { leafOfRow[row] = leaf }
        }
        starts = Array(repeating: 0, count: leaves.count)
    }

    var count: Int { leafOfRow.count }

    // MARK: Finding

    func contains(_ row: Row) -> Bool { leafOfRow[row] != nil }

    /// The key a row was entered with.
    func key(of row: Row) -> SortKey? {
        guard let leaf = leafOfRow[row], let index = leaf.rows.firstIndex(of: row) else { return nil }
        return leaf.keys[index]
    }

    func offset(of row: Row) -> Int? {
        guard let leaf = leafOfRow[row], let index = leaf.rows.firstIndex(of: row) else { return nil }
        return start(of: leaf.number) + index
    }

    subscript(offset: Int) -> Row {
        addUpStarts(through: leaves.count - 1)
        // The last leaf that starts at or before the offset.
        var low = 0
        var high = leaves.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return leaves[low].rows[offset - starts[low]]
    }

    /// The rows of a range of offsets.
    func rows(_ range: Range<Int>) -> [Row] {
        guard !range.isEmpty else { return [] }
        addUpStarts(through: leaves.count - 1)
        var found: [Row] = []
        found.reserveCapacity(range.count)
        for (leaf, start) in zip(leaves, starts)
        where start < range.upperBound && start + leaf.rows.count > range.lowerBound {
            let first = max(range.lowerBound - start, 0)
            let last = min(range.upperBound - start, leaf.rows.count)
            found.append(contentsOf: leaf.rows[first..<last])
        }
        return found
    }

    private func start(of number: Int) -> Int {
        addUpStarts(through: number)
        return starts[number]
    }

    private func addUpStarts(through number: Int) {
        while validStarts <= number {
            starts[validStarts] =
                validStarts == 0 ? 0 : starts[validStarts - 1] + leaves[validStarts - 1].rows.count
            validStarts += 1
        }
    }

    // MARK: Changing

    /// Enters a row behind those with an equal key.
    func insert(_ row: Row, key: SortKey) {
        guard !leaves.isEmpty else {
            let leaf = Leaf(rows: [row], keys: [key])
            leaves = [leaf]
            starts = [0]
            validStarts = 0
            leafOfRow[row] = leaf
            return
        }
        // The last leaf whose first key is not above the new one.
        let after = partition(leaves.count) { order.order(leaves[$0].keys[0], key) != .orderedDescending }
        let leaf = leaves[max(after - 1, 0)]
        let index = partition(leaf.keys.count) { order.order(leaf.keys[$0], key) != .orderedDescending }
        leaf.rows.insert(row, at: index)
        leaf.keys.insert(key, at: index)
        leafOfRow[row] = leaf
        validStarts = min(validStarts, leaf.number + 1)
        if leaf.rows.count > Self.capacity { split(leaf) }
    }

    /// How many of the first indices satisfy a condition that holds for all up to some index and for none after.
    private func partition(_ count: Int, _ holds: (Int) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if holds(middle) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func split(_ leaf: Leaf) {
        let half = leaf.rows.count / 2
        let second = Leaf(rows: Array(leaf.rows[half...]), keys: Array(leaf.keys[half...]))
        leaf.rows.removeSubrange(half...)
        leaf.keys.removeSubrange(half...)
        for row in second.rows { leafOfRow[row] = second }
        leaves.insert(second, at: leaf.number + 1)
        starts.append(0)
        renumber(from: leaf.number + 1)
    }

    func remove(_ row: Row) {
        guard let leaf = leafOfRow.removeValue(forKey: row), let index = leaf.rows.firstIndex(of: row) else { return }
        leaf.rows.remove(at: index)
        leaf.keys.remove(at: index)
        validStarts = min(validStarts, leaf.number + 1)
        guard leaf.rows.isEmpty else { return }
        leaves.remove(at: leaf.number)
        starts.removeLast()
        renumber(from: leaf.number)
    }

    private func renumber(from first: Int) {
        for number in first..<leaves.count { leaves[number].number = number }
        validStarts = min(validStarts, first)
    }

    /// What is wrong with the bookkeeping, empty if nothing is: for tests.
    func checkInvariants() -> [String] {
        var found: [String] = []
        var total = 0
        for (number, leaf) in leaves.enumerated() {
            if leaf.number != number { found.append("leaf \(number) has number \(leaf.number)") }
            if leaf.rows.isEmpty || leaf.rows.count > Self.capacity {
                found.append("leaf \(number) has \(leaf.rows.count) rows")
            }
            if leaf.rows.count != leaf.keys.count { found.append("leaf \(number) has \(leaf.keys.count) keys") }
            for row in leaf.rows where leafOfRow[row] !== leaf { found.append("\(row) leads to another leaf") }
            if start(of: number) != total { found.append("leaf \(number) starts at \(start(of: number))") }
            total += leaf.rows.count
        }
        if total != count { found.append("\(total) rows in leaves, \(count) known") }
        let keys = leaves.flatMap(\.keys)
        for (first, second) in zip(keys, keys.dropFirst()) where order.order(first, second) == .orderedDescending {
            found.append("\(first) stands before \(second)")
        }
        return found
    }
}
