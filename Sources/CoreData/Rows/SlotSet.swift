/// A set of slot numbers: one word for the first 64 slots, further words only for wider entities.
struct SlotSet: Hashable, Sendable {
    private var low: UInt64 = 0
    private var high: [UInt64] = []

    init() {}

    // The first word is dealt with inline: it is all that most entities have, and an edit asks several times.

    @inline(__always)
    var isEmpty: Bool { low == 0 && (high.isEmpty || high.allSatisfy { $0 == 0 }) }

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
        return word < high.count && high[word] & (1 << UInt64(slot & 63)) != 0
    }

    @inline(never)
    private mutating func insertHigh(_ slot: Int) {
        let word = slot >> 6 - 1
        if word >= high.count { high.append(contentsOf: repeatElement(0, count: word + 1 - high.count)) }
        high[word] |= 1 << UInt64(slot & 63)
    }

    @inline(never)
    private mutating func removeHigh(_ slot: Int) {
        let word = slot >> 6 - 1
        if word < high.count { high[word] &= ~(1 << UInt64(slot & 63)) }
    }
}
