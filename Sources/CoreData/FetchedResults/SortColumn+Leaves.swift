extension SortColumn {
    /// The keys of some rows as a leaf keeps them.
    func leafColumn(_ range: Range<Int>, _ term: KeyShape.Term) -> KeyColumn {
        switch term.kind {
        case .ordinal(let type): return OrdinalColumn(term, ordinals(range, type))
        case .text(let collation):
            let column = TextColumn(term, collation)
            for (row, isNull) in zip(range, nullity(range)) { column.append(isNull ? nil : text(row)) }
            return column
        case .value: preconditionFailure("a store hands over keys of columns only")
        }
    }

    private func text(_ row: Int) -> ArraySlice<UInt8>? {
        guard case .texts(let bytes, let ends) = values else { return nil }
        return bytes[(row == 0 ? 0 : ends[row - 1])..<ends[row]]
    }

    private func ordinals(_ range: Range<Int>, _ type: NSAttributeType) -> [Int64] {
        var ordinals: [Int64]
        switch values {
        case .integers(let integers) where Ordinal.holdsReals(type):
            // A whole number of seconds lies in the file as an integer.
            ordinals = integers[range].map { Ordinal.make(Double($0)) }
        case .integers(let integers): ordinals = integers[range].map { Ordinal.make($0) }
        case .reals(let reals): ordinals = reals[range].map { Ordinal.make($0) }
        case .texts: ordinals = Array(repeating: Ordinal.null, count: range.count)
        }
        for row in nulls(range) { ordinals[row - range.lowerBound] = Ordinal.null }
        return ordinals
    }

    /// The rows of a range that have no value.
    private func nulls(_ range: Range<Int>) -> ArraySlice<Int> {
        nulls[position(range.lowerBound)..<position(range.upperBound)]
    }

    /// How many rows without a value stand before a row.
    private func position(_ row: Int) -> Int {
        var low = 0
        var high = nulls.count
        while low < high {
            let middle = (low + high) / 2
            if nulls[middle] < row { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func nullity(_ range: Range<Int>) -> [Bool] {
        var nullity = Array(repeating: false, count: range.count)
        for row in nulls(range) { nullity[row - range.lowerBound] = true }
        return nullity
    }

    /// The sections that the rows fall into by the values of this column.
    func sectionRuns(count: Int, _ term: KeyShape.Term) -> SectionRuns {
        var runs = SectionRuns()
        switch term.kind {
        case .ordinal(let type):
            let ordinals = ordinals(0..<count, type)
            var last: Int64?
            for ordinal in ordinals {
                if ordinal == last { runs.extend() } else { runs.begin(Ordinal.value(ordinal, type).sectionName) }
                last = ordinal
            }
        default:
            var last: ArraySlice<UInt8>?
            for row in 0..<count {
                let text = text(row) ?? []
                if let last, last == text { runs.extend() } else { runs.begin(String(decoding: text, as: UTF8.self)) }
                last = text
            }
        }
        return runs
    }
}

/// Neighbouring rows with one section name, counted.
struct SectionRuns {
    private(set) var runs: [(name: String, count: Int)] = []

    /// Counts a row with the name of the one before.
    mutating func extend() { runs[runs.count - 1].count += 1 }

    /// Counts a row that may begin a section.
    mutating func begin(_ name: String) {
        if runs.last?.name == name { extend() } else { runs.append((name, 1)) }
    }
}
