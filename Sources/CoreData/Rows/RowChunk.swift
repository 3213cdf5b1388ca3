/// An immutable run of up to 256 row snapshots of one concrete entity, as read from or written to a store.
///
///     memory        | content
///     primaryKeys   | capacity × Int64
///     versions      | capacity × Int32 (Z_OPT)
///     nulls         | capacity × nullWords × UInt64, a set bit = NULL, bit s of word s/64 = slot s
///     slots         | capacity × slotCount × 8 bytes, row after row, in the order of the layout
///     arena         | text and data, UTF-8 without terminator; a slot holds offset (low 32 bits) and length (high 32 bits)
///
/// A store fills a chunk on one thread and only then hands it out; from then on nobody writes to it, so objects of any
/// context, on any queue, read it without a lock. A string or date is made from its bytes each time it is read.
final class RowChunk: @unchecked Sendable {
    // Sendable: written only before it is shared, see above.
    static let capacity = 256

    let layout: EntityLayout
    /// When the values were read from the store: seconds since the reference date.
    let readAt: Double
    private(set) var count = 0
    private let capacity: Int
    private let slotCount: Int
    private let nullWords: Int
    private let memory: UnsafeMutableRawPointer
    private var arena: UnsafeMutableRawPointer?
    private var arenaCount = 0
    private var arenaCapacity = 0
    /// The row cache this chunk is entered in; leaving memory, the chunk takes its rows out again.
    var cache: RowCache?

    init(layout: EntityLayout, capacity: Int = RowChunk.capacity, readAt: Double = Date.timeIntervalSinceReferenceDate)
    {
        self.layout = layout
        self.readAt = readAt
        self.capacity = capacity
        slotCount = layout.slots.count
        nullWords = (layout.slots.count + 63) / 64
        let bytes = capacity * (8 + 4 + 8 * nullWords + 8 * slotCount) + 8
        memory = .allocate(byteCount: bytes, alignment: 8)
    }

    deinit {
        cache?.remove(self)
        memory.deallocate()
        arena?.deallocate()
    }

    // Offsets: 8-byte columns first, so that every column is aligned.
    private var primaryKeys: UnsafeMutablePointer<Int64> { memory.assumingMemoryBound(to: Int64.self) }
    private var slotBase: UnsafeMutableRawPointer { memory + 8 * capacity }
    private var nullBase: UnsafeMutablePointer<UInt64> {
        (memory + 8 * capacity * (1 + slotCount)).assumingMemoryBound(to: UInt64.self)
    }
    private var versions: UnsafeMutablePointer<Int32> {
        (memory + 8 * capacity * (1 + slotCount + nullWords)).assumingMemoryBound(to: Int32.self)
    }

    // MARK: Filling, before the chunk is shared

    var isFull: Bool { count == capacity }

    /// Adds a row whose slots are all NULL, and answers its number.
    func appendRow(primaryKey: Int64, version: Int32) -> Int {
        precondition(count < capacity, "a row chunk is full")
        let row = count
        primaryKeys[row] = primaryKey
        versions[row] = version
        for word in 0..<nullWords { nullBase[row * nullWords + word] = ~0 }
        count += 1
        return row
    }

    /// Adds a row with the values of another chunk's row, but for the slots of `except`, which are NULL; answers its number.
    func appendCopy(of base: RowReference, version: Int32, except: SlotSet) -> Int {
        let row = appendRow(primaryKey: base.primaryKey, version: version)
        for slot in 0..<slotCount where !base.chunk.isNull(row: base.row, slot: slot) {
            switch layout.slots[slot].storage {
            // A destination's entity goes with its key, in the slot before.
            case .destinationEntity where except.contains(slot - 1): continue
            case _ where except.contains(slot): continue
            case .text, .blob, .decimal: set(base.chunk.bytes(row: base.row, slot: slot), row: row, slot: slot)
            case .integer, .real, .toOne, .destinationEntity:
                store(base.chunk.bits(row: base.row, slot: slot), row: row, slot: slot)
            }
        }
        return row
    }

    private func store(_ bits: UInt64, row: Int, slot: Int) {
        slotBase.storeBytes(of: bits, toByteOffset: (row * slotCount + slot) * 8, as: UInt64.self)
        nullBase[row * nullWords + slot >> 6] &= ~(1 << UInt64(slot & 63))
    }

    func set(_ value: Int64, row: Int, slot: Int) { store(UInt64(bitPattern: value), row: row, slot: slot) }
    func set(_ value: Double, row: Int, slot: Int) { store(value.bitPattern, row: row, slot: slot) }

    /// Copies bytes into the arena: text, data or decimal text.
    func set(_ bytes: UnsafeRawBufferPointer, row: Int, slot: Int) {
        if arenaCount + bytes.count > arenaCapacity { growArena(by: bytes.count) }
        if let base = bytes.baseAddress, bytes.count > 0, let arena {
            (arena + arenaCount).copyMemory(from: base, byteCount: bytes.count)
        }
        store(UInt64(arenaCount) | UInt64(bytes.count) << 32, row: row, slot: slot)
        arenaCount += bytes.count
    }

    private func growArena(by count: Int) {
        arenaCapacity = max(arenaCapacity * 2, arenaCount + count, min(64, capacity) * 32)
        precondition(arenaCapacity < Int(UInt32.max), "the text and data of a row chunk exceed 4 GiB")
        let grown = UnsafeMutableRawPointer.allocate(byteCount: arenaCapacity, alignment: 8)
        if let arena {
            grown.copyMemory(from: arena, byteCount: arenaCount)
            arena.deallocate()
        }
        arena = grown
    }

    // MARK: Reading

    func primaryKey(_ row: Int) -> Int64 { primaryKeys[row] }
    func version(_ row: Int) -> Int32 { versions[row] }

    func isNull(row: Int, slot: Int) -> Bool {
        nullBase[row * nullWords + slot >> 6] & (1 << UInt64(slot & 63)) != 0
    }

    private func bits(row: Int, slot: Int) -> UInt64 {
        slotBase.load(fromByteOffset: (row * slotCount + slot) * 8, as: UInt64.self)
    }

    func integer(row: Int, slot: Int) -> Int64 { Int64(bitPattern: bits(row: row, slot: slot)) }
    func real(row: Int, slot: Int) -> Double { Double(bitPattern: bits(row: row, slot: slot)) }

    /// The bytes of a text, data or decimal slot; valid while the chunk lives.
    func bytes(row: Int, slot: Int) -> UnsafeRawBufferPointer {
        let bits = bits(row: row, slot: slot)
        guard let arena else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(start: arena + Int(bits & 0xFFFF_FFFF), count: Int(bits >> 32))
    }

    func string(row: Int, slot: Int) -> String { String(decoding: bytes(row: row, slot: slot), as: UTF8.self) }
    func data(row: Int, slot: Int) -> Data { Data(bytes(row: row, slot: slot)) }
}

/// One row snapshot: a row of a chunk.
struct RowReference: Sendable {
    let chunk: RowChunk
    let row: Int

    var primaryKey: Int64 { chunk.primaryKey(row) }
    var version: Int32 { chunk.version(row) }
}
