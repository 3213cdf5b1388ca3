/// A long list kept in sort order: leaves of at most 512 rows, found by offset, by sort key, or by the row itself.
///
/// A change costs a few microseconds whatever the length: it shifts the rows of one leaf, and the offsets of the leaves
/// after it are added up anew when somebody asks. A flat array of a million rows would move megabytes for each insertion.
/// A row takes 8 bytes, 4 more in the map from rows to leaves, and its packed keys; no object is held.
final class RowList {
    private final class Leaf {
        /// Never changes, unlike `number`: what the maps name the leaf by.
        let id: Int32
        var rows: [RowHandle]
        let columns: [KeyColumn]
        /// Place among the leaves.
        var number = 0

        init(id: Int32, rows: [RowHandle], columns: [KeyColumn]) {
            self.id = id
            self.rows = rows
            self.columns = columns
        }
    }

    private static let capacity = 512

    private let shape: KeyShape
    private var leaves: [Leaf] = []
    private var leafByID: [Leaf?] = []
    /// For each home the leaf of each key, −1 for none.
    private var leafOfKey: [RadixMap<Int32>] = []
    /// The offset of each leaf's first row; right for the first `validStarts` leaves.
    private var starts: [Int] = []
    private var validStarts = 0
    private(set) var count = 0

    /// How many rows a new leaf gets: room is left, so that the first insertions do not split all of them.
    static let filling = 384

    /// An empty list.
    init(_ shape: KeyShape) { self.shape = shape }

    /// A list of rows in order with their keys.
    convenience init(_ shape: KeyShape, rows: [RowHandle], keys: [ListKey]) {
        self.init(shape)
        for start in stride(from: 0, to: rows.count, by: Self.filling) {
            let range = start..<min(start + Self.filling, rows.count)
            let columns = shape.terms.indices.map { index in
                let column = KeyColumn.make(shape.terms[index])
                for row in range { column.insert(keys[row].parts[index], at: row - range.lowerBound) }
                return column
            }
            append(Array(rows[range]), columns)
        }
    }

    /// Another list of the same rows. Leaves share their memory until one of them changes.
    func copy() -> RowList {
        let copy = RowList(shape)
        copy.leafByID = Array(repeating: nil, count: leafByID.count)
        for leaf in leaves {
            let twin = Leaf(id: leaf.id, rows: leaf.rows, columns: leaf.columns.map { $0.copy() })
            twin.number = leaf.number
            copy.leaves.append(twin)
            copy.leafByID[Int(leaf.id)] = twin
        }
        copy.leafOfKey = leafOfKey.map { $0.copy() }
        (copy.starts, copy.validStarts, copy.count) = (starts, validStarts, count)
        return copy
    }

    /// Adds a leaf of at most `filling` rows, which come in their order after all there are.
    func append(_ rows: [RowHandle], _ columns: [KeyColumn]) {
        let leaf = makeLeaf(rows: rows, columns: columns)
        leaf.number = leaves.count
        leaves.append(leaf)
        starts.append(0)
        count += rows.count
    }

    var leafCount: Int { leaves.count }

    /// Calls a body with the rows of each leaf and their columns, in order.
    func forEachLeaf(_ body: ([RowHandle], [KeyColumn]) -> Void) {
        for leaf in leaves { body(leaf.rows, leaf.columns) }
    }

    private func makeLeaf(rows: [RowHandle], columns: [KeyColumn]) -> Leaf {
        let leaf = Leaf(id: Int32(leafByID.count), rows: rows, columns: columns)
        leafByID.append(leaf)
        for row in rows { enter(row, leaf.id) }
        return leaf
    }

    private func enter(_ row: RowHandle, _ leaf: Int32) {
        while leafOfKey.count <= row.home { leafOfKey.append(RadixMap(empty: -1)) }
        leafOfKey[row.home][row.key] = leaf
    }

    // MARK: Finding

    private func leaf(of row: RowHandle) -> Leaf? {
        guard row.home < leafOfKey.count else { return nil }
        let id = leafOfKey[row.home][row.key]
        return id < 0 ? nil : leafByID[Int(id)]
    }

    func contains(_ row: RowHandle) -> Bool { leaf(of: row) != nil }

    func offset(of row: RowHandle) -> Int? {
        guard let leaf = leaf(of: row), let index = leaf.rows.firstIndex(of: row) else { return nil }
        return start(of: leaf.number) + index
    }

    /// Whether a row's key leaves it where it stands.
    func isInPlace(_ row: RowHandle, _ key: ListKey) -> Bool {
        guard let leaf = leaf(of: row), let index = leaf.rows.firstIndex(of: row) else { return false }
        return order(leaf, index, to: key) == .orderedSame
    }

    subscript(offset: Int) -> RowHandle {
        addUpStarts(through: leaves.count - 1)
        // The last leaf that starts at or before the offset.
        let number = partition(leaves.count) { starts[$0] <= offset } - 1
        return leaves[number].rows[offset - starts[number]]
    }

    /// The rows of a range of offsets.
    func rows(_ range: Range<Int>) -> [RowHandle] {
        guard !range.isEmpty else { return [] }
        addUpStarts(through: leaves.count - 1)
        var found: [RowHandle] = []
        found.reserveCapacity(range.count)
        for number in max(partition(leaves.count) { starts[$0] <= range.lowerBound } - 1, 0)..<leaves.count {
            let (leaf, start) = (leaves[number], starts[number])
            if start >= range.upperBound { break }
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

    // MARK: Order

    private func order(_ leaf: Leaf, _ index: Int, to key: ListKey) -> ComparisonResult {
        for (column, part) in zip(leaf.columns, key.parts) {
            let order = column.order(at: index, to: part)
            if order != .orderedSame { return order }
        }
        return .orderedSame
    }

    /// Whether the row at an index belongs before a row with a key.
    private func precedes(_ leaf: Leaf, _ index: Int, _ row: RowHandle, _ key: ListKey) -> Bool {
        switch order(leaf, index, to: key) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame:
            let own = leaf.rows[index].tie
            return shape.tiesAscend ? own < row.tie : own > row.tie
        }
    }

    // MARK: Changing

    /// Enters a row at the place of its key.
    func insert(_ row: RowHandle, key: ListKey) {
        count += 1
        guard !leaves.isEmpty else {
            let columns = zip(shape.terms, key.parts).map { term, part in
                let column = KeyColumn.make(term)
                column.insert(part, at: 0)
                return column
            }
            leaves = [makeLeaf(rows: [row], columns: columns)]
            starts = [0]
            validStarts = 0
            return
        }
        // The last leaf whose first row belongs before the new one.
        let after = partition(leaves.count) { precedes(leaves[$0], 0, row, key) }
        let leaf = leaves[max(after - 1, 0)]
        let index = partition(leaf.rows.count) { precedes(leaf, $0, row, key) }
        leaf.rows.insert(row, at: index)
        for (column, part) in zip(leaf.columns, key.parts) { column.insert(part, at: index) }
        enter(row, leaf.id)
        validStarts = min(validStarts, leaf.number + 1)
        if leaf.rows.count > Self.capacity { split(leaf) }
    }

    private func split(_ leaf: Leaf) {
        let half = leaf.rows.count / 2
        let second = makeLeaf(rows: Array(leaf.rows[half...]), columns: leaf.columns.map { $0.split(at: half) })
        leaf.rows.removeSubrange(half...)
        leaves.insert(second, at: leaf.number + 1)
        starts.append(0)
        renumber(from: leaf.number + 1)
    }

    func remove(_ row: RowHandle) {
        guard let leaf = leaf(of: row), let index = leaf.rows.firstIndex(of: row) else { return }
        count -= 1
        leafOfKey[row.home][row.key] = -1
        leaf.rows.remove(at: index)
        for column in leaf.columns { column.remove(at: index) }
        validStarts = min(validStarts, leaf.number + 1)
        guard leaf.rows.isEmpty else { return }
        leafByID[Int(leaf.id)] = nil
        leaves.remove(at: leaf.number)
        starts.removeLast()
        renumber(from: leaf.number)
    }

    /// Names a row anew where it stands: its object has been saved, and has another key.
    func rename(_ row: RowHandle, to new: RowHandle) {
        guard let leaf = leaf(of: row), let index = leaf.rows.firstIndex(of: row) else { return }
        leafOfKey[row.home][row.key] = -1
        leaf.rows[index] = new
        enter(new, leaf.id)
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
            for row in leaf.rows where self.leaf(of: row) !== leaf { found.append("\(row) leads to another leaf") }
            if start(of: number) != total { found.append("leaf \(number) starts at \(start(of: number))") }
            total += leaf.rows.count
        }
        if total != count { found.append("\(total) rows in leaves, \(count) known") }
        return found
    }
}
