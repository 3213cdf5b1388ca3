/// Reads a binary property list:
///
/// | part | |
/// |---|---|
/// | head | `bplist00` |
/// | objects | a marker byte (kind and count), then the value; collections hold numbers of other objects |
/// | offsets | where each object begins |
/// | tail, 32 bytes | at 6: size of an offset, 7: size of an object number, 8: count, 16: the root's number, 24: where the offsets begin |
struct BinaryPropertyListReader {
    struct Malformed: Error {}

    private let bytes: [UInt8]
    /// Where the offsets begin, how many there are, and how many bytes each has.
    private let offsets: (start: Int, count: Int, size: Int)
    private let referenceSize: Int
    private var nodes: [PropertyListNode?]
    /// How many values an object stands for, with all that it holds: a few bytes can say that a collection holds another twice,
    /// that another twice, and so on.
    private var sizes: [Int]
    private var largest: Int { max(1 << 22, bytes.count) }
    /// That of the collection read last.
    private var lastSize = 1
    /// How many collections stand around the one being read: one that holds itself would never end.
    private var depth = 0

    /// Whether nothing but what every property list may hold was read: no UIDs, no integers wider than 64 bits.
    private var isPlain = true
    /// Whether something was read that no application puts into a list: UIDs, nothing, sets.
    private var isOdd = false

    /// The root of a list such as an application may have made, whose `foundationValue` is what Foundation's reader answers;
    /// nil for one that only that reader should read.
    static func readPlain(_ bytes: [UInt8]) -> PropertyListNode? {
        guard let (made, root) = try? make(bytes) else { return nil }
        var reader = made
        guard let node = try? reader.node(root), reader.isPlain else { return nil }
        return node
    }

    /// The root of any list, and whether only Foundation's reader gives its numbers, and can be given it.
    static func readForeign(_ bytes: [UInt8]) throws -> (root: PropertyListNode, isForFoundation: Bool) {
        var (reader, root) = try make(bytes)
        let node = try reader.node(root)
        return (node, !reader.isPlain && !reader.isOdd)
    }

    /// The root of the list.
    static func read(_ data: Data) throws -> PropertyListNode {
        var (reader, root) = try make([UInt8](data))
        return try reader.node(root)
    }

    private static func make(_ bytes: [UInt8]) throws -> (BinaryPropertyListReader, root: Int) {
        guard bytes.count >= 40, bytes.starts(with: "bplist".utf8) else { throw Malformed() }
        let tail = bytes.count - 32
        let offsetSize = Int(bytes[tail + 6])
        let referenceSize = Int(bytes[tail + 7])
        let count = try number(bytes, at: tail + 8, size: 8)
        let start = try number(bytes, at: tail + 24, size: 8)
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), start <= tail,
            count <= (tail - start) / offsetSize
        else { throw Malformed() }
        let reader = BinaryPropertyListReader(
            bytes: bytes, offsets: (start, count, offsetSize), referenceSize: referenceSize,
            nodes: Array(repeating: nil, count: count), sizes: Array(repeating: 1, count: count))
        return (reader, try number(bytes, at: tail + 16, size: 8))
    }

    /// An unsigned number, highest byte first, that fits an Int.
    private static func number(_ bytes: [UInt8], at offset: Int, size: Int) throws -> Int {
        guard offset >= 0, size <= bytes.count, offset <= bytes.count - size else { throw Malformed() }
        var value: UInt64 = 0
        for index in offset + max(size - 8, 0)..<offset + size { value = value << 8 | UInt64(bytes[index]) }
        guard let number = Int(exactly: value) else { throw Malformed() }
        return number
    }

    private mutating func node(_ index: Int) throws -> PropertyListNode {
        guard (0..<offsets.count).contains(index) else { throw Malformed() }
        if let node = nodes[index] { return node }
        guard depth < 512 else { throw Malformed() }
        depth += 1
        let node = try read(
            at: Self.number(bytes, at: offsets.start + index * offsets.size, size: offsets.size))
        depth -= 1
        nodes[index] = node
        sizes[index] = lastSize
        lastSize = 1
        return node
    }

    /// A member of a collection, by whose size that of the collection grows.
    private mutating func member(_ index: Int, _ size: inout Int) throws -> PropertyListNode {
        let node = try node(index)
        size += sizes[index]
        guard size <= largest else { throw Malformed() }
        return node
    }

    private mutating func read(at offset: Int) throws -> PropertyListNode {
        guard bytes.indices.contains(offset) else { throw Malformed() }
        let low = Int(bytes[offset] & 15)
        switch bytes[offset] >> 4 {
        case 0 where low == 0:
            isOdd = true
            return .null
        case 0 where low == 8 || low == 9: return .bool(low == 9)
        case 1 where low <= 4:
            if low == 4 { isPlain = false }
            return .integer(try integer(at: offset + 1, size: 1 << low))
        case 2 where low == 2: return .real(Double(Float(bitPattern: UInt32(try bits(at: offset + 1, size: 4)))))
        case 2 where low == 3: return .real(Double(bitPattern: try bits(at: offset + 1, size: 8)))
        case 3 where low == 3: return .date(Double(bitPattern: try bits(at: offset + 1, size: 8)))
        case 4:
            let (count, start) = try length(low, at: offset)
            return .data(Data(try slice(start, count)))
        case 5:
            let (count, start) = try length(low, at: offset)
            return .string(String(decoding: try slice(start, count), as: UTF8.self))
        case 6:
            let (count, start) = try length(low, at: offset)
            return .string(try utf16(at: start, count: count))
        case 8:
            (isPlain, isOdd) = (false, true)
            return .uid(try Self.number(bytes, at: offset + 1, size: low + 1))
        case 10, 12:
            let (count, start) = try length(low, at: offset)
            try checkCount(count)
            if bytes[offset] >> 4 == 12 { isOdd = true }
            var size = 1
            let members = try (0..<count).map { try member(reference($0, at: start), &size) }
            lastSize = size
            return .array(members)
        case 13:
            let (count, start) = try length(low, at: offset)
            return try dictionary(at: start, count: count)
        default: throw Malformed()
        }
    }

    private mutating func dictionary(at start: Int, count: Int) throws -> PropertyListNode {
        try checkCount(count)
        let values = start + count * referenceSize
        var members: [String: PropertyListNode] = [:]
        members.reserveCapacity(count)
        var size = 1
        for index in 0..<count {
            guard let name = try node(reference(index, at: start)).string else { throw Malformed() }
            members[name] = try member(reference(index, at: values), &size)
        }
        lastSize = size
        return .dictionary(members)
    }

    /// A collection cannot have more members than the list has bytes.
    private func checkCount(_ count: Int) throws {
        guard count <= bytes.count else { throw Malformed() }
    }

    /// The number of the object that a collection's list of numbers names at that place.
    private func reference(_ index: Int, at start: Int) throws -> Int {
        try Self.number(bytes, at: start + index * referenceSize, size: referenceSize)
    }

    private func slice(_ start: Int, _ count: Int) throws -> ArraySlice<UInt8> {
        guard count <= bytes.count, start <= bytes.count - count else { throw Malformed() }
        return bytes[start..<start + count]
    }

    /// The count of a marker: its low half, or where that is 15 the integer object after it.
    private func length(_ low: Int, at offset: Int) throws -> (count: Int, start: Int) {
        guard low == 15 else { return (low, offset + 1) }
        guard offset + 1 < bytes.count, bytes[offset + 1] >> 4 == 1, bytes[offset + 1] & 15 <= 3 else {
            throw Malformed()
        }
        let size = 1 << Int(bytes[offset + 1] & 15)
        return (try Self.number(bytes, at: offset + 2, size: size), offset + 2 + size)
    }

    /// Up to 4 bytes are unsigned, 8 are signed, of 16 the lower half counts.
    private func integer(at offset: Int, size: Int) throws -> Int64 {
        Int64(bitPattern: try bits(at: size == 16 ? offset + 8 : offset, size: min(size, 8)))
    }

    private func bits(at offset: Int, size: Int) throws -> UInt64 {
        try slice(offset, size).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private func utf16(at start: Int, count: Int) throws -> String {
        guard count <= bytes.count else { throw Malformed() }
        let content = Array(try slice(start, count * 2))
        let units = stride(from: 0, to: content.count, by: 2).map { UInt16(content[$0]) << 8 | UInt16(content[$0 + 1]) }
        return String(decoding: units, as: UTF16.self)
    }
}
