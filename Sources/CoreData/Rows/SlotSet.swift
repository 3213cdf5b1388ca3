/// A set of slot numbers: one word for the first 64 slots, further words only for wider entities.
struct SlotSet: Hashable, Sendable {
    private var low: UInt64 = 0
    private var high: [UInt64] = []

    init() {}

    var isEmpty: Bool { low == 0 && high.allSatisfy { $0 == 0 } }

    func contains(_ slot: Int) -> Bool {
        if slot < 64 { return low & (1 << UInt64(slot)) != 0 }
        let word = slot >> 6 - 1
        return word < high.count && high[word] & (1 << UInt64(slot & 63)) != 0
    }

    mutating func insert(_ slot: Int) {
        if slot < 64 {
            low |= 1 << UInt64(slot)
        } else {
            let word = slot >> 6 - 1
            if word >= high.count { high.append(contentsOf: repeatElement(0, count: word + 1 - high.count)) }
            high[word] |= 1 << UInt64(slot & 63)
        }
    }

    mutating func remove(_ slot: Int) {
        if slot < 64 {
            low &= ~(1 << UInt64(slot))
        } else if slot >> 6 - 1 < high.count {
            high[slot >> 6 - 1] &= ~(1 << UInt64(slot & 63))
        }
    }
}
