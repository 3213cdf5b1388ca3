import Foundation

/// Writes recorded changes as the bytes of `Edit.changes`.
///
/// | part | layout |
/// |---|---|
/// | header | version `1`; number of names, names (texts) of entities and properties; number of changes |
/// | change | kind (`0` inserted, `1` updated, `2` deleted), object; for updated and deleted: number of properties, properties |
/// | property | index of its name, value before; for updated also the value after |
/// | object | index of the entity's name, 16 bytes of identifier |
/// | value | tag, content: `0` nothing · `1` flag false · `2` flag true · `3` integer, zigzag · `4` real, 8 bytes · `5` text · `6` data · `7` date, 8 bytes of seconds since 2001 · `8` decimal (text) · `9` identifier, 16 bytes · `10` address (text) · `11` object · `12` objects: number, objects |
///
/// Numbers are unsigned LEB128; texts and data have their length in bytes before them; fixed numbers are little-endian.
struct ChangeWriter {
    private var bytes: [UInt8] = []
    private var names: [String] = []
    private var indices: [String: Int] = [:]

    private init() {}

    static func data(of changes: [RecordedChange]) -> Data {
        var body = ChangeWriter()
        body.bytes.reserveCapacity(changes.count * 20)
        for change in changes { body.write(change) }
        var whole = ChangeWriter()
        whole.bytes.append(1)
        whole.write(number: body.names.count)
        for name in body.names { whole.write(text: name) }
        whole.write(number: changes.count)
        return Data(whole.bytes + body.bytes)
    }

    private mutating func write(_ change: RecordedChange) {
        switch change {
        case .inserted(let object):
            bytes.append(0)
            write(object)
        case .updated(let object, let properties):
            bytes.append(1)
            write(object)
            write(number: properties.count)
            for property in properties {
                write(name: property.name)
                write(property.before)
                write(property.after)
            }
        case .deleted(let object, let values):
            bytes.append(2)
            write(object)
            write(number: values.count)
            for (name, value) in values.sorted(by: { $0.key < $1.key }) {
                write(name: name)
                write(value)
            }
        }
    }

    private mutating func write(_ value: RecordedValue) {
        switch value {
        case .nothing: bytes.append(0)
        case .flag(let flag): bytes.append(flag ? 2 : 1)
        case .integer(let integer):
            bytes.append(3)
            write(number: UInt64(bitPattern: integer << 1 ^ integer >> 63))
        case .real(let real): write(tag: 4, fixed: real)
        case .text(let text): write(tag: 5, text: text)
        case .data(let data):
            bytes.append(6)
            write(number: data.count)
            bytes.append(contentsOf: data)
        case .date(let date): write(tag: 7, fixed: date.timeIntervalSinceReferenceDate)
        case .decimal(let digits): write(tag: 8, text: digits)
        case .identifier(let identifier):
            bytes.append(9)
            write(identifier)
        case .address(let address): write(tag: 10, text: address)
        case .object(let object):
            bytes.append(11)
            write(object)
        case .objects(let objects):
            bytes.append(12)
            write(number: objects.count)
            for object in objects { write(object) }
        }
    }

    private mutating func write(_ object: ObjectName) {
        write(name: object.entity)
        write(object.identifier)
    }

    private mutating func write(_ identifier: UUID) {
        withUnsafeBytes(of: identifier.uuid) { bytes.append(contentsOf: $0) }
    }

    private mutating func write(name: String) {
        if let index = indices[name] { return write(number: index) }
        indices[name] = names.count
        write(number: names.count)
        names.append(name)
    }

    private mutating func write(tag: UInt8, text: String) {
        bytes.append(tag)
        write(text: text)
    }

    private mutating func write(tag: UInt8, fixed: Double) {
        bytes.append(tag)
        withUnsafeBytes(of: fixed.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }

    private mutating func write(text: String) {
        write(number: text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func write(number: Int) { write(number: UInt64(number)) }

    private mutating func write(number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
