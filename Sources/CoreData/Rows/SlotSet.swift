/// A set of slot numbers: one word for the first 64 slots, further words only for wider entities.
struct SlotSet: Hashable, Sendable {
    private var low: UInt64 = 0
    /// nil rather than empty: most sets are copied and let go of without counting a reference.
    private var high: [UInt64]?

    init() {}

    init(_ slots: some Sequence<Int>) {
        for slot in slots { insert(slot) }
    }

    // The first word is dealt with inline: it is all that most entities have, and an edit asks several times.

    @inline(__always)
    var isEmpty: Bool { low == 0 && (high?.allSatisfy { $0 == 0 } ?? true) }

    @inline(__always)
    func contains(_ slot: Int) -> Bool {
        slot < 64 ? low & (1 &<< UInt64(truncatingIfNeeded: slot)) != 0 : containsHigh(slot)
    }

    @inline(__always)
    mutating func insert(_ slot: Int) {
        if slot < 64 { low |= 1 &<< UInt64(truncatingIfNeeded: slot) } else { insertHigh(slot) }
    }

    @inline(__always)
    mutating func remove(_ slot: Int) {
        if slot < 64 { low &= ~(1 &<< UInt64(truncatingIfNeeded: slot)) } else { removeHigh(slot) }
    }

    /// Goes through the slots in ascending order, but for those of another set.
    @inline(__always)
    func forEach(but other: SlotSet = SlotSet(), _ body: (Int) throws -> Void) rethrows {
        try Self.forEach(low & ~other.low, from: 0, body)
        if let high {
            for slot in 64..<64 * (high.count + 1) where containsHigh(slot) && !other.contains(slot) { try body(slot) }
        }
    }

    @inline(__always)
    private static func forEach(_ word: UInt64, from start: Int, _ body: (Int) throws -> Void) rethrows {
        var left = word
        while left != 0 {
            try body(start &+ left.trailingZeroBitCount)
            left &= left &- 1
        }
    }

    /// The slots of either set.
    func union(_ other: SlotSet) -> SlotSet {
        var both = self
        both.low |= other.low
        if let high = other.high {
            for slot in 64..<64 * (high.count + 1) where other.contains(slot) { both.insert(slot) }
        }
        return both
    }

    @inline(never)
    private func containsHigh(_ slot: Int) -> Bool {
        let word = slot >> 6 - 1
        guard let high, word < high.count else { return false }
        return high[word] & (1 << UInt64(slot & 63)) != 0
    }

    @inline(never)
    private mutating func insertHigh(_ slot: Int) {
        let word = slot >> 6 - 1
        var words = high ?? []
        // Let go of here, so that the words are not copied.
        high = nil
        if word >= words.count { words.append(contentsOf: repeatElement(0, count: word + 1 - words.count)) }
        words[word] |= 1 << UInt64(slot & 63)
        high = words
    }

    @inline(never)
    private mutating func removeHigh(_ slot: Int) {
        let word = slot >> 6 - 1
        guard var words = high, word < words.count else { return }
        high = nil
        words[word] &= ~(1 << UInt64(slot & 63))
        high = words
    }
}
