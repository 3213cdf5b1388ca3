/// The bits of ZCOLUMNS: which columns an update changed, most significant bit first.
///
/// To-one relationships come first, then attributes, then to-many relationships; inside each the parent's first, each
/// entity's own by name. A to-one relationship whose destination has subentities takes two bits.
struct HistoryColumns: Sendable {
    private let slotBits: [Int]
    private let toManyBits: [Int]
    private let byteCount: Int

    init(_ layout: EntityLayout) {
        let chain = Array(sequence(first: layout.entity, next: \.superentity)).reversed()
        var slotBits = [Int](repeating: 0, count: layout.slots.count)
        var toManyBits = [Int](repeating: 0, count: layout.toMany.count)
        var next = 0
        for entity in chain {
            for relationship in SchemaPlan.relationships(entity) where !relationship.isToMany {
                guard let slot = layout.slot(named: relationship.name) else { continue }
                slotBits[slot] = next
                next += 1
                let entitySlot = layout.slots[slot].entitySlot
                if entitySlot >= 0 {
                    slotBits[entitySlot] = next
                    next += 1
                }
            }
        }
        for entity in chain {
            for attribute in SchemaPlan.attributes(entity) {
                guard let slot = layout.slot(named: attribute.path) else { continue }
                slotBits[slot] = next
                next += 1
            }
        }
        for entity in chain {
            for relationship in SchemaPlan.relationships(entity) where relationship.isToMany {
                guard let number = layout.toMany.firstIndex(where: { $0.name == relationship.name }) else { continue }
                toManyBits[number] = next
                next += 1
            }
        }
        self.slotBits = slotBits
        self.toManyBits = toManyBits
        byteCount = (next + 7) / 8
    }

    func bits(slots: SlotSet, toMany: [Int]) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: byteCount)
        for slot in slotBits.indices where slots.contains(slot) { Self.set(slotBits[slot], &bytes) }
        for number in toMany { Self.set(toManyBits[number], &bytes) }
        return bytes
    }

    /// Slots and numbers of to-many relationships whose bits are set.
    func changes(_ bytes: UnsafeRawBufferPointer) -> (slots: [Int], toMany: [Int]) {
        func isSet(_ bit: Int) -> Bool { bit >> 3 < bytes.count && bytes[bit >> 3] & (0x80 >> UInt8(bit & 7)) != 0 }
        return (slotBits.indices.filter { isSet(slotBits[$0]) }, toManyBits.indices.filter { isSet(toManyBits[$0]) })
    }

    private static func set(_ bit: Int, _ bytes: inout [UInt8]) { bytes[bit >> 3] |= 0x80 >> UInt8(bit & 7) }
}
