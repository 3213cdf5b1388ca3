import Foundation

/// How the values of one sort descriptor are ordered: nil lowest, unlike kinds by kind.
struct SortTerm: @unchecked Sendable {
    // Sendable: a descriptor is immutable, and a comparator is documented as callable from anywhere.

    let isAscending: Bool
    let collation: TextCollation
    /// Compares where neither the name of the key nor the order of its values is known.
    fileprivate let comparator: Comparator?
    /// Whether a block compares, which only it can.
    var hasComparator: Bool { comparator != nil }
    /// Reads the value to compare from an object; nil where the comparator wants the object itself.
    let reader: KeyPathReader?

    init(_ descriptor: NSSortDescriptor) {
        isAscending = descriptor.ascending
        collation = descriptor.selector.flatMap { TextCollation(rawValue: $0.description) } ?? .literal
        if let keyed = descriptor as? KeySortDescriptor {
            comparator = keyed.selectorName == nil ? keyed.comparator : nil
            reader = KeyPathReader(FormatArguments.keys(keyed.keyText ?? ""))
        } else if let key = descriptor.key {
            comparator = nil
            reader = KeyPathReader(FormatArguments.keys(key))
        } else {
            let ascending = descriptor.ascending
            comparator = { ascending ? descriptor.compare($0, to: $1) : descriptor.compare($1, to: $0) }
            reader = nil
        }
    }

    /// The value that objects are ordered by.
    func key(of object: PredicateValue) -> PredicateValue {
        guard let reader else { return object }
        if let key = reader.onlyKey { return object.value(for: key) }
        return reader.read(object)
    }

    /// The order of two objects by their extracted keys.
    func order(_ left: PredicateValue, _ right: PredicateValue) -> ComparisonResult {
        let order: ComparisonResult
        if let comparator {
            order = comparator(left.foundationValue ?? NSNull(), right.foundationValue ?? NSNull())
        } else {
            order = naturalOrder(left, right)
        }
        return isAscending ? order : order.reversed
    }

    private func naturalOrder(_ left: PredicateValue, _ right: PredicateValue) -> ComparisonResult {
        switch (left, right) {
        case (.null, .null): .orderedSame
        case (.null, _): .orderedAscending
        case (_, .null): .orderedDescending
        case (.string(let a), .string(let b)): collation.order(a, b)
        default: left.order(to: right) ?? .orderedSame
        }
    }
}

/// What objects are ordered by, read from each of them once.
struct SortKey {
    /// The value of the first descriptor. Most lists have one, and then a key allocates nothing.
    let first: PredicateValue
    /// The values of the others; nil where there are none.
    let rest: [PredicateValue]?
}

/// The sort descriptors of a request, prepared for comparing extracted keys.
struct SortOrder: Sendable {
    let terms: [SortTerm]

    init(_ descriptors: [NSSortDescriptor]) {
        terms = descriptors.map(SortTerm.init)
    }

    var isEmpty: Bool { terms.isEmpty }

    func key(of object: PredicateValue) -> SortKey {
        guard let first = terms.first else { return SortKey(first: .null, rest: nil) }
        return SortKey(
            first: first.key(of: object), rest: terms.count == 1 ? nil : terms.dropFirst().map { $0.key(of: object) })
    }

    /// The order of two keys; the same when no descriptor tells them apart.
    func order(_ left: SortKey, _ right: SortKey) -> ComparisonResult {
        guard let first = terms.first else { return .orderedSame }
        let order = first.order(left.first, right.first)
        if order != .orderedSame || terms.count == 1 { return order }
        guard let leftRest = left.rest, let rightRest = right.rest else { return .orderedSame }
        for index in 1..<terms.count {
            let order = terms[index].order(leftRest[index - 1], rightRest[index - 1])
            if order != .orderedSame { return order }
        }
        return .orderedSame
    }

    /// Sorts values by the keys of the objects they stand for; equal ones keep their order.
    func sort<Element>(_ elements: inout [Element], object: (Element) -> PredicateValue) {
        guard !isEmpty, elements.count > 1 else { return }
        let keys = elements.map { key(of: object($0)) }
        var positions = Array(0..<elements.count)
        if let numbers = numbers(keys) {
            positions.sort { numbers[$0] == numbers[$1] ? $0 < $1 : numbers[$0] < numbers[$1] }
        } else {
            positions.sort { a, b in
                switch order(keys[a], keys[b]) {
                case .orderedAscending: true
                case .orderedSame: a < b
                case .orderedDescending: false
                }
            }
        }
        elements = positions.map { elements[$0] }
    }

    /// The keys as doubles in ascending order of the result, where a single descriptor has nothing but dates or doubles.
    private func numbers(_ keys: [SortKey]) -> [Double]? {
        guard terms.count == 1, terms[0].comparator == nil else { return nil }
        var numbers: [Double] = []
        numbers.reserveCapacity(keys.count)
        let sign: Double = terms[0].isAscending ? 1 : -1
        for key in keys {
            switch key.first {
            case .date(let value): numbers.append(sign * value)
            case .real(let value) where !value.isNaN: numbers.append(sign * value)
            // Never a date or an attribute's value, but below all of them.
            case .null: numbers.append(sign * -.infinity)
            default: return nil
            }
        }
        return numbers
    }
}
