import Synchronization

internal import CoreDataC

/// The row snapshots of one store that some object still stands on, found by family and primary key; shared by all contexts.
///
/// Weak: a chunk lives as long as objects use one of its rows, and takes its rows out when it goes. An entry is an
/// unretained pointer, followed under the lock and retained by `swift_tryRetain`, which answers nil for a chunk
/// that is on its way out (its deinit waits for this lock, so the memory is still there).
final class RowCache: Sendable {
    /// Chunk and row in one word: addresses of user space have 56 bits at most.
    private struct Entry: Equatable {
        private var word: UInt64 = 0

        init() {}

        init(chunk: UInt, row: Int) {
            word = UInt64(truncatingIfNeeded: chunk) << 8 | UInt64(truncatingIfNeeded: row & 255)
        }

        var isEmpty: Bool { word == 0 }
        /// Address of the chunk, 0 for none.
        var chunk: UInt { UInt(truncatingIfNeeded: word >> 8) }
        var row: Int { Int(word & 255) }
    }
    /// The rows of one family.
    private final class Family {
        let map = RadixMap(empty: Entry())
        /// How many rows are entered.
        var count = 0
    }
    private let families = Mutex<[ObjectIdentifier: Family]>([:])

    /// Enters every row of a chunk, in place of snapshots of the same rows that are no newer.
    ///
    /// A reader may come here after a save has entered what it wrote, with rows it read before that save.
    func enter(_ chunk: RowChunk) {
        chunk.cache = self
        let address = Self.address(chunk)
        // Let go after the lock: the last to let a chunk go comes back here from its deinit.
        var held: [RowChunk] = []
        families.withLock { families in
            let family = Self.family(chunk.layout.rootEntity, in: &families)
            let map = family.map
            var last = Entry()
            var (number, page) = (Int64.min, nil as UnsafeMutablePointer<Entry>?)
            var added = 0
            for row in 0..<chunk.count {
                let key = chunk.primaryKey(row)
                if RadixPage.number(key) != number {
                    number = RadixPage.number(key)
                    page = map.page(of: key)
                }
                let known = page.map { $0[RadixPage.place(key)] } ?? map[key]
                if known.isEmpty {
                    added &+= 1
                } else {
                    if known.chunk != last.chunk, let reference = Self.reference(known) {
                        held.append(reference.chunk)
                        last = known
                    }
                    if known.chunk == last.chunk, let newest = held.last?.version(known.row),
                        newest > chunk.version(row)
                    {
                        continue
                    }
                }
                let entry = Entry(chunk: address, row: row)
                if let page { page[RadixPage.place(key)] = entry } else { map[key] = entry }
            }
            family.count += added
        }
    }

    private static func address(_ chunk: RowChunk) -> UInt {
        let address = UInt(bitPattern: Unmanaged.passUnretained(chunk).toOpaque())
        precondition(address >> 56 == 0, "an address of more than 56 bits")
        return address
    }

    private static func reference(_ entry: Entry) -> RowReference? {
        guard let address = UnsafeMutableRawPointer(bitPattern: entry.chunk), let retained = swift_tryRetain(address)
        else { return nil }
        let chunk = Unmanaged<RowChunk>.fromOpaque(retained).takeRetainedValue()
        return RowReference(chunk: chunk, row: entry.row)
    }

    /// Whether any row of a family is in memory.
    func holdsRows(of family: NSEntityDescription) -> Bool {
        families.withLock { $0[ObjectIdentifier(family)].map { $0.count > 0 } ?? false }
    }

    private static func family(
        _ root: NSEntityDescription, in families: inout [ObjectIdentifier: Family]
    ) -> Family {
        if let family = families[ObjectIdentifier(root)] { return family }
        let family = Family()
        families[ObjectIdentifier(root)] = family
        return family
    }

    /// The newest snapshot of a row, nil if none is in memory.
    func row(family: NSEntityDescription, primaryKey: Int64) -> RowReference? {
        families.withLock { families -> RowReference? in
            families[ObjectIdentifier(family)].flatMap { Self.reference($0.map[primaryKey]) }
        }
    }

    /// Forgets the row: the next reader asks the store.
    func forget(family: NSEntityDescription, primaryKey: Int64) {
        families.withLock { families in
            guard let family = families[ObjectIdentifier(family)], !family.map[primaryKey].isEmpty else { return }
            family.map[primaryKey] = Entry()
            family.count -= 1
        }
    }

    /// Forgets rows in one go.
    func forget(family: NSEntityDescription, primaryKeys: some Sequence<Int64>) {
        families.withLock { families in
            guard let family = families[ObjectIdentifier(family)] else { return }
            for key in primaryKeys where family.map[key].chunk != 0 {
                family.map[key] = Entry()
                family.count -= 1
            }
        }
    }

    /// Takes out the rows that still point to this chunk; called by its deinit.
    func remove(_ chunk: RowChunk) {
        let address = Self.address(chunk)
        families.withLock { families in
            guard let family = families[ObjectIdentifier(chunk.layout.rootEntity)] else { return }
            for row in 0..<chunk.count where family.map[chunk.primaryKey(row)].chunk == address {
                family.map[chunk.primaryKey(row)] = Entry()
                family.count -= 1
            }
        }
    }
}
