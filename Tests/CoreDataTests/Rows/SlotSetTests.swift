import Testing

@testable import CoreData

@Suite struct SlotSetTests {
    /// Slots on both sides of each word's end.
    private static let slots = [0, 1, 62, 63, 64, 65, 127, 128, 191, 192]

    @Test("going through a set finds its slots in order, but for those of the other set") func forEach() {
        for held in 0..<(1 << Self.slots.count) where held % 7 == 0 || held.nonzeroBitCount < 3 {
            let own = Self.slots.indices.filter { held & (1 << $0) != 0 }.map { Self.slots[$0] }
            for others in [[], [0], [63, 64], [128], Self.slots, Array(Self.slots.prefix(5))] {
                var found: [Int] = []
                SlotSet(own).forEach(but: SlotSet(others)) { found.append($0) }
                #expect(found == own.filter { !others.contains($0) })
            }
        }
    }

    @Test("a union holds what either set holds") func union() {
        for split in 0...Self.slots.count {
            let (one, other) = (Array(Self.slots.prefix(split)), Array(Self.slots.suffix(from: max(0, split - 2))))
            let both = SlotSet(one).union(SlotSet(other))
            #expect((0..<256).filter(both.contains) == Self.slots)
        }
    }

    @Test("a set holds what was put in and not taken out, and equals one made of it") func membership() {
        var set = SlotSet(Self.slots)
        for (number, slot) in Self.slots.enumerated() where number % 2 == 0 { set.remove(slot) }
        let left = Self.slots.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        #expect((0..<256).filter(set.contains) == left)
        #expect(set == SlotSet(left))
        #expect(!set.isEmpty)
        for slot in left { set.remove(slot) }
        #expect(set.isEmpty)
    }
}
