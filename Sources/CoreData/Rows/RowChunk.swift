/// An immutable run of up to 256 row snapshots of one concrete entity, as read from or written to a store.
///
///     memory        | row after row, so that a reader of one row touches one or two cache lines:
///       key         |   Int64
///       version     |   Int32 (Z_OPT), and 4 bytes of nothing
///       nulls       |   nullWords × UInt64, a set bit = NULL, bit s of word s/64 = slot s
///       slots       |   slotCount × 8 bytes, in the order of the layout
///     arena         | text and data, UTF-8 without terminator; a slot holds offset (low 32 bits) and length (high 32 bits)
///     files         | data that lie in a file, read when they are asked for; a slot holds a number and all ones
///
/// A store fills a chunk on one thread and only then hands it out; from then on nobody writes to it, so objects of any
/// context, on any queue, read it without a lock. A string or date is made from its bytes each time it is read.
final class RowChunk: @unchecked Sendable {
    // Sendable: written only before it is shared, see above.
    static let capacity = 256
    /// With so many bytes of text and data a chunk is full as well: one more row, of a gigabyte at most, has room.
    private static let arenaLimit = 256 << 20
    /// What stands in place of the length for data in a file.
    private static let filed: UInt64 = 0xFFFF_FFFF

    let layout: EntityLayout
    /// Whether there are slots for the entities of destinations; few entities have any.
    let namesDestinationEntities: Bool
    private let arenaSlots: SlotSet
    /// When the values were read from the store: seconds since the reference date.
    let readAt: Double
    private(set) var count = 0
    private let capacity: Int
    private let slotCount: Int
    private let nullWords: Int
    /// Bytes of a row, and of what stands in it before its slots.
    private let rowSize: Int
    private let slotStart: Int
    private let memory: UnsafeMutableRawPointer
    private var arena: UnsafeMutableRawPointer?
    private var arenaCount = 0
    private var arenaCapacity = 0
    private var files: [FiledData] = []
    /// The row cache this chunk is entered in; leaving memory, the chunk takes its rows out again.
    var cache: RowCache?

    /// - Parameter arenaCapacity: how many bytes of text and data are expected.
    init(
        layout: EntityLayout, capacity: Int = RowChunk.capacity, arenaCapacity: Int = 0,
        readAt: Double = Date.timeIntervalSinceReferenceDate
    ) {
        self.layout = layout
        namesDestinationEntities = !layout.destinationEntitySlots.isEmpty
        arenaSlots = layout.arenaSlots
        self.readAt = readAt
        self.capacity = capacity
        slotCount = layout.slots.count
        // At least one word, so that a row of no slots is filled like any other.
        nullWords = max(1, (layout.slots.count + 63) / 64)
        slotStart = 16 + 8 * nullWords
        rowSize = slotStart + 8 * slotCount
        memory = .allocate(byteCount: capacity * rowSize, alignment: 8)
        if arenaCapacity > 0 {
            arena = .allocate(byteCount: arenaCapacity, alignment: 8)
            self.arenaCapacity = arenaCapacity
        }
    }

    deinit {
        cache?.remove(self)
        memory.deallocate()
        arena?.deallocate()
    }

    // A row's number is below the capacity and a slot's below the count, so that no product or sum here can overflow.
    @inline(__always) private func start(_ row: Int) -> UnsafeMutableRawPointer { memory + row &* rowSize }

    // MARK: Filling, before the chunk is shared

    var isFull: Bool { count == capacity || arenaCount > Self.arenaLimit }

    /// Adds a row whose slots are all NULL, and answers its number.
    func appendRow(primaryKey: Int64, version: Int32) -> Int {
        let row = count
        _ = append(primaryKey: primaryKey, version: version)
        return row
    }

    /// Adds a row whose slots are all NULL, and answers where it is: what a store's loop fills it through.
    @inline(__always)
    func append(primaryKey: Int64, version: Int32) -> RowMemory {
        let row = count
        precondition(row < capacity, "a row chunk is full")
        let start = start(row)
        start.storeBytes(of: primaryKey, as: Int64.self)
        start.storeBytes(of: version, toByteOffset: 8, as: Int32.self)
        var word = 16
        repeat {
            start.storeBytes(of: ~0, toByteOffset: word, as: UInt64.self)
            word &+= 8
        } while word < slotStart
        count = row &+ 1
        return RowMemory(start: start, slots: start + slotStart)
    }

    /// A row being filled.
    struct RowMemory {
        fileprivate let start: UnsafeMutableRawPointer
        fileprivate let slots: UnsafeMutableRawPointer

        @inline(__always)
        func set(bits: UInt64, slot: Int) {
            slots.storeBytes(of: bits, toByteOffset: slot &* 8, as: UInt64.self)
            let word = 16 &+ (slot >> 6) &* 8
            let nulls = start.load(fromByteOffset: word, as: UInt64.self) & ~(1 &<< UInt64(slot & 63))
            start.storeBytes(of: nulls, toByteOffset: word, as: UInt64.self)
        }
    }

    /// Adds a row with the values of another chunk's row, in its next version where that is wanted, but for the slots of `except`,
    /// which are NULL; answers its number.
    @inline(__always)
    func appendCopy(of source: Int, in base: RowChunk, except: SlotSet, raisesVersion: Bool = true) -> Int {
        precondition(base.layout === layout, "a row is copied into a chunk of its own entity")
        let row = count
        precondition(row < capacity, "a row chunk is full")
        count = row &+ 1
        let start = start(row)
        start.copyMemory(from: base.start(source), byteCount: rowSize)
        if raisesVersion { start.storeBytes(of: base.version(source) &+ 1, toByteOffset: 8, as: Int32.self) }
        if !except.isEmpty {
            except.forEach { setNull($0, start) }
            // A destination's entity goes with its key, in the slot before.
            if namesDestinationEntities {
                for slot in layout.destinationEntitySlots where except.contains(slot - 1) { setNull(slot, start) }
            }
        }
        // What was copied of these leads into the other chunk's arena.
        arenaSlots.forEach(but: except) { slot in
            guard !isNull(row: row, slot: slot) else { return }
            let bits = base.file(row: source, slot: slot).map(keep) ?? keep(base.bytes(row: source, slot: slot))
            store(bits, row: row, slot: slot)
        }
        return row
    }

    private func setNull(_ slot: Int, _ start: UnsafeMutableRawPointer) {
        let word = 16 &+ (slot >> 6) &* 8
        let nulls = start.load(fromByteOffset: word, as: UInt64.self) | (1 &<< UInt64(slot & 63))
        start.storeBytes(of: nulls, toByteOffset: word, as: UInt64.self)
    }

    private func store(_ bits: UInt64, row: Int, slot: Int) {
        let start = start(row)
        RowMemory(start: start, slots: start + slotStart).set(bits: bits, slot: slot)
    }

    func set(_ value: Int64, row: Int, slot: Int) { store(UInt64(bitPattern: value), row: row, slot: slot) }
    func set(_ value: Double, row: Int, slot: Int) { store(value.bitPattern, row: row, slot: slot) }

    /// Copies bytes into the arena: text, data or decimal text.
    func set(_ bytes: UnsafeRawBufferPointer, row: Int, slot: Int) { store(keep(bytes), row: row, slot: slot) }

    /// Copies bytes into the arena; answers what a slot holds for them.
    @inline(__always)
    func keep(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        let offset = arenaCount
        if bytes.count > arenaCapacity &- offset { growArena(by: bytes.count) }
        if let base = bytes.baseAddress, bytes.count > 0, let arena {
            (arena + offset).copyMemory(from: base, byteCount: bytes.count)
        }
        arenaCount = offset &+ bytes.count
        return UInt64(truncatingIfNeeded: offset) | UInt64(truncatingIfNeeded: bytes.count) &<< 32
    }

    /// Notes that data lie in a file; answers what a slot holds for them.
    func keep(_ file: FiledData) -> UInt64 {
        files.append(file)
        return UInt64(truncatingIfNeeded: files.count - 1) | Self.filed << 32
    }

    /// How many bytes of text and data there are.
    var arenaSize: Int { arenaCount }

    @inline(never)
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

    /// The keys of a run of rows.
    func keys(_ rows: Range<Int>) -> KeyRun {
        KeyRun(start: start(rows.lowerBound), stride: rowSize, count: rows.count)
    }
    @inline(__always) func primaryKey(_ row: Int) -> Int64 { start(row).load(as: Int64.self) }
    @inline(__always) func version(_ row: Int) -> Int32 { start(row).load(fromByteOffset: 8, as: Int32.self) }

    @inline(__always)
    func isNull(row: Int, slot: Int) -> Bool {
        start(row).load(fromByteOffset: 16 &+ (slot >> 6) &* 8, as: UInt64.self) & (1 &<< UInt64(slot & 63)) != 0
    }

    @inline(__always)
    private func bits(row: Int, slot: Int) -> UInt64 {
        start(row).load(fromByteOffset: slotStart &+ slot &* 8, as: UInt64.self)
    }

    @inline(__always)
    func integer(row: Int, slot: Int) -> Int64 { Int64(bitPattern: bits(row: row, slot: slot)) }
    @inline(__always)
    func real(row: Int, slot: Int) -> Double { Double(bitPattern: bits(row: row, slot: slot)) }

    /// The bytes of a text, data or decimal slot; valid while the chunk lives. None of a file that is gone.
    func bytes(row: Int, slot: Int) -> UnsafeRawBufferPointer {
        let bits = bits(row: row, slot: slot)
        if bits >> 32 == Self.filed {
            return files[Int(bits & 0xFFFF_FFFF)].bytes ?? UnsafeRawBufferPointer(start: nil, count: 0)
        }
        guard let arena else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(start: arena + Int(bits & 0xFFFF_FFFF), count: Int(bits >> 32))
    }

    func string(row: Int, slot: Int) -> String { String(decoding: bytes(row: row, slot: slot), as: UTF8.self) }

    /// nil for data in a file that is gone.
    func data(row: Int, slot: Int) -> Data? {
        if let file = file(row: row, slot: slot) { return file.data }
        return Data(bytes(row: row, slot: slot))
    }

    /// The file that the data of a slot lie in, if they do; the slot is not NULL.
    func file(row: Int, slot: Int) -> FiledData? {
        let bits = bits(row: row, slot: slot)
        return bits >> 32 == Self.filed ? files[Int(bits & 0xFFFF_FFFF)] : nil
    }
}

extension RowReference {
    /// Whether the data of a slot lay in a file that is gone.
    func hasLostFile(_ slot: Int) -> Bool {
        guard chunk.layout.slots[slot].storage == .blob, !chunk.isNull(row: row, slot: slot) else { return false }
        return chunk.file(row: row, slot: slot).map { $0.bytes == nil } ?? false
    }
}

/// One row snapshot: a row of a chunk.
struct RowReference: Sendable {
    let chunk: RowChunk
    let row: Int

    var primaryKey: Int64 { chunk.primaryKey(row) }
    var version: Int32 { chunk.version(row) }
}
