/// The keys of one sort descriptor for the rows of one leaf, packed by their kind.
class KeyColumn {
    let term: KeyShape.Term

    init(_ term: KeyShape.Term) { self.term = term }

    /// An empty column for a term.
    static func make(_ term: KeyShape.Term) -> KeyColumn {
        switch term.kind {
        case .ordinal: OrdinalColumn(term)
        case .text(let collation): TextColumn(term, collation)
        case .value: ValueColumn(term)
        }
    }

    /// Makes room for so many keys.
    func reserve(_ count: Int) {}
    func insert(_ part: ListKey.Part, at index: Int) { preconditionFailure("a column is of a kind") }
    func remove(at index: Int) { preconditionFailure("a column is of a kind") }
    /// Takes the keys from an index on out into a column of their own.
    func split(at index: Int) -> KeyColumn { preconditionFailure("a column is of a kind") }
    /// Another column of the same keys.
    func copy() -> KeyColumn { preconditionFailure("a column is of a kind") }
    /// Writes the keys of all rows into a file; see `ListWriter`.
    func write(to file: inout ListWriter) { preconditionFailure("a column is of a kind") }
    /// Reads the keys of so many rows into an empty column. Answers whether there were any.
    func read(_ count: Int, from file: inout ListReader) -> Bool { preconditionFailure("a column is of a kind") }
    /// The order of the key at an index to a key, in the direction of the descriptor.
    func order(at index: Int, to part: ListKey.Part) -> ComparisonResult {
        preconditionFailure("a column is of a kind")
    }

    /// Whether two keys are the same, and so name one section.
    func isSame(_ index: Int, _ other: Int) -> Bool { preconditionFailure("a column is of a kind") }
    /// The name of the section that a key stands for.
    func sectionName(at index: Int) -> String { preconditionFailure("a column is of a kind") }

    fileprivate func directed(_ order: ComparisonResult) -> ComparisonResult {
        term.isAscending ? order : order.reversed
    }
}

/// Eight bytes a key.
final class OrdinalColumn: KeyColumn {
    private var ordinals: [Int64]

    override init(_ term: KeyShape.Term) {
        ordinals = []
        super.init(term)
    }

    /// A column made of another one's end, or of all of it.
    private init(_ term: KeyShape.Term, _ ordinals: [Int64]) {
        self.ordinals = ordinals
        super.init(term)
    }

    override func reserve(_ count: Int) { ordinals.reserveCapacity(count) }

    /// Adds a key at the end.
    func append(_ ordinal: Int64) { ordinals.append(ordinal) }

    override func insert(_ part: ListKey.Part, at index: Int) {
        guard case .ordinal(let ordinal) = part else { return }
        ordinals.insert(ordinal, at: index)
    }

    override func remove(at index: Int) { ordinals.remove(at: index) }

    override func split(at index: Int) -> KeyColumn {
        let second = OrdinalColumn(term, Array(ordinals[index...]))
        ordinals.removeSubrange(index...)
        return second
    }

    override func copy() -> KeyColumn { OrdinalColumn(term, ordinals) }

    override func write(to file: inout ListWriter) { file.add(each: ordinals) }

    override func read(_ count: Int, from file: inout ListReader) -> Bool {
        guard let read: [Int64] = file.numbers(count) else { return false }
        ordinals = read
        return true
    }

    override func order(at index: Int, to part: ListKey.Part) -> ComparisonResult {
        guard case .ordinal(let other) = part else { return .orderedSame }
        let own = ordinals[index]
        if own == other { return .orderedSame }
        return (own < other) == term.isAscending ? .orderedAscending : .orderedDescending
    }

    override func isSame(_ index: Int, _ other: Int) -> Bool { ordinals[index] == ordinals[other] }

    override func sectionName(at index: Int) -> String {
        guard case .ordinal(let type) = term.kind else { return "" }
        return Ordinal.value(ordinals[index], type).sectionName
    }
}

/// Texts one behind the other, without an allocation for each.
final class TextColumn: KeyColumn {
    private let collation: TextCollation
    private var bytes: [UInt8] = []
    private var ends: [Int32] = []
    private var isNull: [Bool] = []

    init(_ term: KeyShape.Term, _ collation: TextCollation) {
        self.collation = collation
        super.init(term)
    }

    /// Adds a text at the end; nil is no text.
    func append(_ text: (some Collection<UInt8>)?) {
        if let text { bytes.append(contentsOf: text) }
        ends.append(Int32(bytes.count))
        isNull.append(text == nil)
    }

    override func isSame(_ index: Int, _ other: Int) -> Bool { bytes[range(index)] == bytes[range(other)] }

    override func sectionName(at index: Int) -> String { String(decoding: bytes[range(index)], as: UTF8.self) }

    private func range(_ index: Int) -> Range<Int> {
        (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
    }

    override func insert(_ part: ListKey.Part, at index: Int) {
        guard case .text(let text) = part else { return }
        let start = index == 0 ? 0 : Int(ends[index - 1])
        let length = text?.count ?? 0
        if let text { bytes.insert(contentsOf: text, at: start) }
        for later in index..<ends.count { ends[later] += Int32(length) }
        ends.insert(Int32(start + length), at: index)
        isNull.insert(text == nil, at: index)
    }

    override func remove(at index: Int) {
        let range = range(index)
        bytes.removeSubrange(range)
        ends.remove(at: index)
        isNull.remove(at: index)
        for later in index..<ends.count { ends[later] -= Int32(range.count) }
    }

    override func split(at index: Int) -> KeyColumn {
        let second = TextColumn(term, collation)
        for later in index..<ends.count { second.append(isNull[later] ? nil : bytes[range(later)]) }
        bytes.removeSubrange((index == 0 ? 0 : Int(ends[index - 1]))...)
        ends.removeSubrange(index...)
        isNull.removeSubrange(index...)
        return second
    }

    override func copy() -> KeyColumn {
        let copy = TextColumn(term, collation)
        (copy.bytes, copy.ends, copy.isNull) = (bytes, ends, isNull)
        return copy
    }

    override func write(to file: inout ListWriter) {
        file.add(each: ends)
        file.add(each: isNull.map { UInt8($0 ? 1 : 0) })
        file.add(bytes)
    }

    override func read(_ count: Int, from file: inout ListReader) -> Bool {
        guard let ends: [Int32] = file.numbers(count), let flags: [UInt8] = file.numbers(count),
            let bytes = file.data(), zip([0] + ends, ends).allSatisfy({ $0 <= $1 }), Int(ends.last ?? 0) == bytes.count
        else { return false }
        (self.bytes, self.ends, isNull) = (bytes, ends, flags.map { $0 != 0 })
        return true
    }

    override func order(at index: Int, to part: ListKey.Part) -> ComparisonResult {
        guard case .text(let other) = part else { return .orderedSame }
        guard let other else { return directed(isNull[index] ? .orderedSame : .orderedDescending) }
        if isNull[index] { return directed(.orderedAscending) }
        let range = range(index)
        return bytes.withUnsafeBufferPointer { own in
            other.withUnsafeBufferPointer { directed(collation.order(UnsafeBufferPointer(rebasing: own[range]), $0)) }
        }
    }
}

/// Whatever cannot be packed.
final class ValueColumn: KeyColumn {
    private var values: [PredicateValue] = []

    override func insert(_ part: ListKey.Part, at index: Int) {
        guard case .value(let value) = part else { return }
        values.insert(value, at: index)
    }

    override func remove(at index: Int) { values.remove(at: index) }

    override func split(at index: Int) -> KeyColumn {
        let second = ValueColumn(term)
        second.values = Array(values[index...])
        values.removeSubrange(index...)
        return second
    }

    override func copy() -> KeyColumn {
        let copy = ValueColumn(term)
        copy.values = values
        return copy
    }

    override func order(at index: Int, to part: ListKey.Part) -> ComparisonResult {
        guard case .value(let other) = part else { return .orderedSame }
        // The term knows its direction.
        return term.sort.order(values[index], other)
    }
}
