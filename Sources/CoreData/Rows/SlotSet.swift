/// A set of slot numbers: one word for the first 64 slots, further words only for wider entities.
struct SlotSet: Hashable, Sendable {
    private var low: UInt64 = 0
    /// nil rather than empty: most sets are copied and let go of without counting a reference.
    private var high: [UInt64]?

    init() {}

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
