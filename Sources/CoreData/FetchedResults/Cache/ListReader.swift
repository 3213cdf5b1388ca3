internal import CoreDataC

/// Reads what `ListWriter` has written; answers nil from where on the bytes make no sense.
struct ListReader {
    private let bytes: UnsafeRawBufferPointer
    private var place = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// Whether the file is one of this layout, and whole.
    mutating func takeHead() -> Bool {
        guard take(ListWriter.head.count)?.elementsEqual(ListWriter.head) == true, let sum: UInt32 = number() else {
            return false
        }
        return sum == Self.checksum(bytes[place...])
    }

    static func checksum(_ bytes: some Collection<UInt8>) -> UInt32 {
        let sum = bytes.withContiguousStorageIfAvailable { bytes in
            // In pieces, as the length is an `unsigned int`.
            stride(from: 0, to: bytes.count, by: 1 << 30).reduce(UInt(0)) { sum, start in
                let piece = UnsafeBufferPointer(rebasing: bytes[start..<min(start + 1 << 30, bytes.count)])
                return crc32(sum, piece.baseAddress, UInt32(piece.count))
            }
        }
        return UInt32(sum ?? 0)
    }

    private mutating func take(_ count: Int) -> Slice<UnsafeRawBufferPointer>? {
        guard count >= 0, count <= bytes.count - place else { return nil }
        defer { place += count }
        return bytes[place..<place + count]
    }

    mutating func number<Number: FixedWidthInteger>() -> Number? {
        guard let piece = take(MemoryLayout<Number>.size) else { return nil }
        return Number(littleEndian: UnsafeRawBufferPointer(rebasing: piece).loadUnaligned(as: Number.self))
    }

    mutating func count() -> Int? { (number() as UInt32?).map(Int.init) }

    mutating func data() -> [UInt8]? { count().flatMap { take($0) }.map(Array.init) }

    private mutating func text() -> String? { data().map { String(decoding: $0, as: UTF8.self) } }

    /// So many numbers.
    mutating func numbers<Number: FixedWidthInteger & BitwiseCopyable>(_ count: Int) -> [Number]? {
        guard count <= bytes.count, let piece = take(count * MemoryLayout<Number>.size) else { return nil }
        return [Number](unsafeUninitializedCapacity: count) { buffer, filled in
            UnsafeMutableRawBufferPointer(buffer).copyMemory(from: UnsafeRawBufferPointer(rebasing: piece))
            filled = count
        }
    }

    // MARK: Lists

    /// - Parameter homes: the number that each entity's home has in the list that is made.
    mutating func list(_ shape: KeyShape, _ homes: [String: Int]) -> KeyFetch.Found? {
        guard let names = names(homes), let runs = runs() else { return nil }
        let rows = RowList(shape)
        guard let leaves = count() else { return nil }
        for _ in 0..<leaves {
            guard let count = count(), (1...RowList.filling).contains(count), let handles: [Int64] = numbers(count)
            else {
                return nil
            }
            var leaf: [RowHandle] = []
            leaf.reserveCapacity(count)
            for bits in handles {
                guard let row = RowHandle(bits: bits, homes: names), !rows.contains(row) else { return nil }
                leaf.append(row)
            }
            let columns = shape.terms.map(KeyColumn.make)
            for column in columns where !column.read(count, from: &self) { return nil }
            rows.append(leaf, columns)
        }
        if let runs, runs.runs.reduce(0, { $0 + $1.count }) != rows.count { return nil }
        return place == bytes.count ? KeyFetch.Found(rows: rows, runs: runs) : nil
    }

    /// The numbers that homes have by those that they had when the list was written.
    private mutating func names(_ homes: [String: Int]) -> [Int: Int]? {
        guard let count = count(), count <= homes.count else { return nil }
        var numbers: [Int: Int] = [:]
        for _ in 0..<count {
            guard let name = text(), let number = self.count(), let home = homes[name] else { return nil }
            numbers[number] = home
        }
        return numbers
    }

    private mutating func runs() -> SectionRuns?? {
        guard let isThere: UInt8 = number(), let count = count() else { return nil }
        var runs: [(name: String, count: Int)] = []
        for _ in 0..<count {
            guard let name = text(), let rows: UInt64 = number(), (1...UInt64(UInt32.max)).contains(rows) else {
                return nil
            }
            runs.append((name, Int(rows)))
        }
        return isThere == 0 ? .some(nil) : SectionRuns(runs)
    }
}
