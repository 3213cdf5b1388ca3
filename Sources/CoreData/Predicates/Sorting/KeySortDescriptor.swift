import Foundation

/// A sort descriptor that knows the name of its key: what `NSSortDescriptor(key:ascending:)` makes.
final class KeySortDescriptor: NSSortDescriptor {
    /// Dotted key path; `nil` compares the objects themselves.
    let keyText: String?
    /// `nil` when the order is a comparator of the caller's.
    let selectorName: String?
    /// The key path it was made from, if any.
    private let givenKeyPath: AnyKeyPath?
    private let givenComparator: Comparator?
    private let reader: KeyPathReader

    init(
        named key: String?, ascending: Bool, selectorName: String? = TextCollation.literal.rawValue,
        comparator: Comparator? = nil, keyPath: AnyKeyPath? = nil
    ) {
        keyText = key
        self.selectorName = comparator == nil ? selectorName : nil
        givenKeyPath = keyPath
        givenComparator = comparator
        reader = KeyPathReader(FormatArguments.keys(key ?? ""))
        super.init(keyPath: \Unkeyed.self, ascending: ascending) { _, _ in .orderedSame }
    }

    /// What Foundation's initialiser is given where there is no key path.
    private struct Unkeyed {}

    override var keyPath: AnyKeyPath { givenKeyPath ?? super.keyPath }

    override var comparator: Comparator {
        if let givenComparator { return givenComparator }
        let order = SortTerm(self)
        return { order.order(PredicateValue($0), PredicateValue($1)) }
    }

    override func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
        let (first, second) = (reader.read(PredicateValue(object1)), reader.read(PredicateValue(object2)))
        if let givenComparator {
            let order = givenComparator(first.foundationValue ?? NSNull(), second.foundationValue ?? NSNull())
            return ascending ? order : order.reversed
        }
        return SortTerm(self).order(first, second)
    }

    override var reversedSortDescriptor: Any {
        KeySortDescriptor(
            named: keyText, ascending: !ascending, selectorName: selectorName, comparator: givenComparator,
            keyPath: givenKeyPath)
    }

    override func copy(with zone: NSZone? = nil) -> Any { self }

    override var description: String {
        "(\(keyText ?? "self"), \(ascending ? "ascending" : "descending"), \(selectorName ?? "comparator"))"
    }

    override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? KeySortDescriptor else { return false }
        if self === other { return true }
        return keyText == other.keyText && ascending == other.ascending && selectorName == other.selectorName
            && givenComparator == nil && other.givenComparator == nil
    }

    override var hash: Int {
        var hasher = Hasher()
        hasher.combine(keyText)
        hasher.combine(ascending)
        hasher.combine(selectorName)
        return hasher.finalize()
    }
}
