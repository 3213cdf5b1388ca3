/// Writes a binary property list; see `BinaryPropertyListReader` for its layout. Equal nodes give equal bytes.
struct BinaryPropertyListWriter {
    /// The objects in the order of their numbers; collections wait with their bytes until the size of a number is known.
    private var objects: [Object] = []
    /// Numbers of scalars already written, which may be used again.
    private var scalars: [Scalar: Int] = [:]

    private enum Object {
        case scalar([UInt8])
        case collection(marker: UInt8, count: Int, references: [Int])
    }
    private enum Scalar: Hashable {
        case string(ExactText)
        case integer(Int64)
        case bool(Bool)
        case uid(Int)
    }

    static func write(_ root: PropertyListNode) -> Data {
        var writer = BinaryPropertyListWriter()
        let index = writer.add(root)
        return writer.finish(root: index)
    }

    private mutating func add(_ node: PropertyListNode) -> Int {
        switch node {
        case .null: return append(.scalar([0x00]))
        case .bool(let value): return unique(.bool(value)) { [value ? 0x09 : 0x08] }
        case .integer(let value): return unique(.integer(value)) { Self.integer(value) }
        case .uid(let value): return unique(.uid(value)) { Self.uid(value) }
        case .string(let value): return unique(.string(ExactText(value))) { Self.string(value) }
        case .real(let value): return append(.scalar([0x23] + Self.bigEndian(value.bitPattern, size: 8)))
        case .date(let value): return append(.scalar([0x33] + Self.bigEndian(value.bitPattern, size: 8)))
        case .data(let value): return append(.scalar(Self.head(0x40, value.count) + value))
        case .array(let members):
            let index = append(.scalar([]))
            objects[index] = .collection(marker: 0xA0, count: members.count, references: members.map { add($0) })
            return index
        case .dictionary(let members):
            let index = append(.scalar([]))
            let sorted = members.sorted { VersionHash.precedes($0.key, $1.key) }
            let keys = sorted.map { add(.string($0.key)) }
            let values = sorted.map { add($0.value) }
            objects[index] = .collection(marker: 0xD0, count: members.count, references: keys + values)
            return index
        }
    }

    private mutating func append(_ object: Object) -> Int {
        objects.append(object)
        return objects.count - 1
    }

    private mutating func unique(_ scalar: Scalar, _ encode: () -> [UInt8]) -> Int {
        if let known = scalars[scalar] { return known }
        let index = append(.scalar(encode()))
        scalars[scalar] = index
        return index
    }

    private func finish(root: Int) -> Data {
        let referenceSize = Self.size(of: UInt64(objects.count))
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        for object in objects {
            offsets.append(bytes.count)
            switch object {
            case .scalar(let encoded): bytes += encoded
            case .collection(let marker, let count, let references):
                bytes += Self.head(marker, count)
                for reference in references { bytes += Self.bigEndian(UInt64(reference), size: referenceSize) }
            }
        }
        let start = bytes.count
        let offsetSize = Self.size(of: UInt64(start))
        for offset in offsets { bytes += Self.bigEndian(UInt64(offset), size: offsetSize) }
        bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        for number in [objects.count, root, start] { bytes += Self.bigEndian(UInt64(number), size: 8) }
        return Data(bytes)
    }

    private static func head(_ marker: UInt8, _ count: Int) -> [UInt8] {
        count < 15 ? [marker | UInt8(count)] : [marker | 15] + integer(Int64(count))
    }

    private static func integer(_ value: Int64) -> [UInt8] {
        guard value >= 0 else { return [0x13] + bigEndian(UInt64(bitPattern: value), size: 8) }
        let size = size(of: UInt64(value))
        return [0x10 | UInt8(size.trailingZeroBitCount)] + bigEndian(UInt64(value), size: size)
    }

    private static func uid(_ value: Int) -> [UInt8] {
        let size = size(of: UInt64(value))
        return [0x80 | UInt8(size - 1)] + bigEndian(UInt64(value), size: size)
    }

    private static func string(_ value: String) -> [UInt8] {
        if value.utf8.allSatisfy({ $0 < 128 }) { return head(0x50, value.utf8.count) + Array(value.utf8) }
        return head(0x60, value.utf16.count) + value.utf16.flatMap { bigEndian(UInt64($0), size: 2) }
    }

    private static func bigEndian(_ value: UInt64, size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (size - 1 - $0))) }
    }

    /// 1, 2, 4 or 8.
    private static func size(of value: UInt64) -> Int {
        value < 1 << 8 ? 1 : value < 1 << 16 ? 2 : value < 1 << 32 ? 4 : 8
    }
}
